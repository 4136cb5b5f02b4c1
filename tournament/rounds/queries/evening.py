"""A club night while it is played: the players who are checked in and free, and the tables that they can fill."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.db.models import Count, Max

from tournament.core.namesakes import distinct_names
from tournament.games.queries.in_play import in_play, seated
from tournament.games.queries.seats import playing
from tournament.models import Seat, Tournament
from tournament.seating.draw import Table
from tournament.seating.in_turn import Waiting, next_tables


@dataclass(frozen=True, kw_only=True)
class PresentPlayers:
    """The players of a club night. `waiting` are the players who are checked in and free, `playing` is how many players
    are in a hanchan now. Names are by entry id; free tables are given by number."""

    waiting: tuple[Waiting, ...]
    names: Mapping[int, str]
    free_tables: tuple[int, ...]
    playing: int

    def drawn(self, seed: int) -> tuple[dict[int, Table], tuple[int, ...]]:
        """Draw tables with this seed. Return the four entry ids of each table by its number, and the entry ids of
        players who sit out."""
        tables, resting = next_tables(self.waiting, len(self.free_tables), seed=seed)
        return dict(zip(self.free_tables, tables, strict=False)), resting


def evening(tournament: Tournament) -> PresentPlayers:
    """Load the players of a club night, in a fixed number of queries."""
    games = in_play(tournament)
    busy, taken = seated(games), {game.hanchan.table_id for game in games}
    entries = playing(tournament)
    here = [entry for entry in entries if entry.checked_in_at is not None and entry.pk not in busy]
    seats = Seat.objects.filter(hanchan__round__tournament=tournament, hanchan__cancelled_by=None)
    played = {
        entry: (hanchans, last)
        for entry, hanchans, last in seats.values_list("entry").annotate(
            Count("pk"), last=Max("hanchan__round__number")
        )
    }
    tables = tournament.tables.exclude(pk__in=taken).order_by("number")
    waiting = []
    for entry in here:
        hanchans, last = played.get(entry.pk, (0, 0))
        waiting.append(Waiting(player=entry.pk, hanchans=hanchans, last=last))
    return PresentPlayers(
        waiting=tuple(waiting),
        names=distinct_names(entries, for_team=True),
        free_tables=tuple(tables.values_list("number", flat=True)),
        playing=len(busy),
    )
