"""One player in one tournament: how they stand, and every hanchan they sat in."""

from dataclasses import dataclass

from tournament.models import Entry, Hanchan, Penalty, Tournament
from tournament.queries.game import Game, load_games
from tournament.queries.leaderboard import Row, leaderboard
from tournament.queries.penalties import penalties_of
from tournament.queries.results import HanchanState, Result, has_begun, results_of, state_of
from tournament.queries.visibility import Sight, Withheld


@dataclass(frozen=True, slots=True, kw_only=True)
class Played:
    """One hanchan of a player; opponents with their names. `mine` is None before its first hand, and where its round
    is `withheld`."""

    hanchan: Hanchan
    state: HanchanState
    mine: Result | None
    opponents: tuple[tuple[Entry, str], ...]
    withheld: Withheld | None


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryPage:
    """A player's row in the live standings, the penalties that count, and their hanchans by round."""

    row: Row
    penalties: tuple[Penalty, ...]
    hanchans: tuple[Played, ...]

    @property
    def has_player_page(self) -> bool:
        """Whether a page over all events tells of this one (`queries.statistics`)."""
        return self.row.entry.may_publish and not (self.row.departure and self.row.departure.is_unlisted)


def entry_page(tournament: Tournament, entry: Entry, sight: Sight) -> EntryPage:
    """All that the player's page shows to somebody, in a fixed number of queries. Cancelled hanchans are left out."""
    hanchans = Hanchan.objects.filter(round__tournament=tournament, seats__entry=entry).valid()
    games = load_games(hanchans.order_by("round__number", "pk"))
    board = leaderboard(tournament, official=False, sight=sight)
    (row,) = (row for row in (*board.rows, *board.unlisted) if row.entry.pk == entry.pk)
    return EntryPage(
        row=row,
        penalties=tuple(penalties_of(entry, sight)),
        hanchans=tuple(_played(game, entry, sight) for game in games),
    )


def _played(game: Game, entry: Entry, sight: Sight) -> Played:
    withheld = sight.withholds(game.hanchan.round.number)
    results = results_of(game) if has_begun(game) and withheld is None else []
    return Played(
        hanchan=game.hanchan,
        state=state_of(game),
        mine=next((result for result in results if result.entry_id == entry.pk), None),
        opponents=tuple(
            (seat.entry, name)
            for seat, name in zip(game.seats, game.public_names, strict=True)
            if seat.entry_id != entry.pk
        ),
        withheld=withheld,
    )
