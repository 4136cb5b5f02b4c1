"""A club night: the free players and tables for the next hanchan."""

from collections.abc import Mapping
from dataclasses import dataclass
from uuid import UUID

from django.db.models import Count, Q

from tournament.core.namesakes import distinct_names
from tournament.games.queries.in_play import in_play, is_taken, seated
from tournament.games.queries.seats import playing
from tournament.models import STRANGER, Role, Seat, Table, Tournament
from tournament.models.clubs.club import club_nights


@dataclass(frozen=True, kw_only=True)
class FreeSeats:
    """The players who can start a hanchan at a table. `names` are the free players' names by entry id, in order of
    names; `regulars_first` has the same players, those with most hanchans first. `busy` are the names of players in
    another hanchan. `is_taken` says whether the table has a hanchan that is not over."""

    table: Table
    names: Mapping[int, str]
    regulars_first: Mapping[int, str]
    busy: tuple[str, ...]
    is_taken: bool


def free_seats(table: Table, *, key: UUID | None = None) -> FreeSeats:
    """Read the free players in a fixed number of queries. Names are full names, because the page is for players at the
    table.

    If a submission with this idempotency key has already started a hanchan, everybody counts as free, so that the
    repeated submission is still valid.
    """
    games = in_play(table.tournament)
    names = distinct_names(playing(table.tournament), for_team=True)
    busy = {} if _was_started(table.tournament, key) else seated(games)
    free = {entry: name for entry, name in names.items() if entry not in busy}
    hanchans = hanchans_on_club_nights(table.tournament)
    return FreeSeats(
        table=table,
        names=free,
        regulars_first={entry: free[entry] for entry in sorted(free, key=lambda entry: -hanchans.get(entry, 0))},
        busy=tuple(name for entry, name in names.items() if entry in busy),
        is_taken=is_taken(table, games),
    )


def hanchans_on_club_nights(tournament: Tournament) -> dict[int, int]:
    """Count each player's hanchans, by entry id, on this club night, on the nights of its club, and on public nights of
    its organizers. Whoever scores a table can read from the order of the players who plays often, so other private
    nights do not count."""
    organizers = tournament.memberships.filter(role__in=[Role.OWNER, Role.ORGANIZER]).values("user")
    public = Tournament.objects.seen_by(STRANGER).filter(is_club_night=True, memberships__user__in=organizers)
    of_club = club_nights().filter(club__in=club_nights().filter(pk=tournament.pk).values("club"))
    nights = Tournament.objects.filter(
        Q(pk=tournament.pk) | Q(pk__in=public.values("pk")) | Q(pk__in=of_club.values("pk"))
    )
    of_player = dict(
        Seat.objects.filter(hanchan__round__tournament__in=nights, hanchan__cancelled_by=None)
        .values_list("entry__player")
        .annotate(Count("pk"))
    )
    entries = tournament.entries.filter(player__in=of_player).values_list("pk", "player")
    return {entry: of_player[player] for entry, player in entries}


def _was_started(tournament: Tournament, key: UUID | None) -> bool:
    """Whether a submission with this idempotency key has already started a hanchan."""
    return key is not None and tournament.log.filter(key=key, kind="hanchan.started").exists()
