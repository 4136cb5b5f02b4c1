"""The data about players that the seating needs: their teams, clubs and countries, and the tables reserved for them."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice

from tournament.core.text import folded
from tournament.models import Entry, EntryStatus, SeatingPlan, Tournament
from tournament.seating.people import KINDS, SeatedPlayer, Wishes, members_by_group
from tournament.seating.wishes import unmet_wishes

USUALLY_APART = ("team",)
"""The default, until an organizer chooses: team-mates are kept apart."""

MOST_LISTED = 200
"""How many unmet wishes are listed. A plan of 2,000 players may have 30,000, and a page that lists them all has 50
MB."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ApartChoice:
    """One kind of group (team, club or country). `groups` counts the groups with at least two members.

    `is_chosen` says whether members are kept apart. `too_large` are the groups with more members than tables, so that
    in every round two members share a table.
    """

    kind: str
    groups: int
    is_chosen: bool
    too_large: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class WishShown:
    """An unmet wish with names. The players in `names` share a table although they share a team, club or
    country (`kind`). With the `kind` "table", `names` is one player, who does not sit at the reserved table."""

    kind: str
    round: int
    table: int
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Unmet:
    """How many wishes the seats do not fulfil, and the first of them."""

    count: int
    listed: tuple[WishShown, ...]

    @property
    def is_cut(self) -> bool:
        """Whether more wishes are unmet than are listed."""
        return self.count > len(self.listed)


def players_to_seat(
    entries: Iterable[Entry], *, number: Callable[[Entry], int] = lambda entry: entry.number
) -> list[SeatedPlayer]:
    """Return these entries as the package `seating` needs them. `number` returns the number by which `seating`
    identifies an entry. The entries' players must be loaded."""
    return [
        SeatedPlayer(
            number=number(entry), groups=_groups(entry), tables=frozenset(filter(None, [entry.reserved_table]))
        )
        for entry in entries
    ]


def players_as_seen(entries: Iterable[Entry], *, for_team: bool) -> list[SeatedPlayer]:
    """Return these entries with what a reader may know of them: people outside the team know the team, club and country
    only of named players, and no reserved tables."""
    if for_team:
        return players_to_seat(entries)
    return [SeatedPlayer(number=entry.number, groups=_groups(entry) if entry.is_named else {}) for entry in entries]


def public_seed(plan: SeatingPlan, entries: Iterable[Entry]) -> int | None:
    """Return the draw number of a plan if people outside the team may know it, otherwise None. `entries` are those of
    the plan's tournament, with their players.

    Whoever knows the number can compute the plan again with each team or table that a hidden player may have, and
    compare the fingerprints. So the number is public only if the plan was computed from public data alone. A changed
    plan does not follow from its number, and the plan before it may have had a hidden player who has left.
    """
    listed = [entry for entry in entries if entry.status == EntryStatus.ACCEPTED and entry.is_named]
    known = {entry.number for entry in listed if entry.reserved_table is None}
    return plan.seed if not plan.is_repair and plan.players_from(1) <= known else None


def _groups(entry: Entry) -> dict[str, str]:
    names = {"team": folded(entry.team), "club": folded(entry.player.club), "country": entry.player.country}
    return {kind: name for kind, name in names.items() if name}


def kept_apart(tournament: Tournament) -> tuple[str, ...]:
    """Return the kinds of groups whose members should not meet, the most important first."""
    chosen = USUALLY_APART if tournament.kept_apart is None else tournament.kept_apart
    return tuple(kind for kind in KINDS if kind in chosen)


def wishes_of(tournament: Tournament) -> Wishes:
    """Return the organizers' wishes that apply to every seating of this tournament."""
    return Wishes(apart=kept_apart(tournament))


def apart_choices(tournament: Tournament, entries: Iterable[Entry]) -> tuple[ApartChoice, ...]:
    """Return each kind of groups with the number of groups, for the page where organizers choose the kinds to keep
    apart."""
    entries = list(entries)
    players = players_to_seat(entries)
    chosen = kept_apart(tournament)
    return tuple(
        ApartChoice(
            kind=kind,
            groups=len(members_by_group(players, kind)),
            is_chosen=kind in chosen,
            too_large=_too_large(entries, players, kind),
        )
        for kind in KINDS
    )


def _too_large(entries: Sequence[Entry], players: Sequence[SeatedPlayer], kind: str) -> tuple[str, ...]:
    """Return the names of the groups with more members than tables. A group's name is spelled as in its first member's
    entry."""
    tables = len(players) // 4
    first = {members[0] for members in members_by_group(players, kind).values() if tables and len(members) > tables}
    named = [entry for entry in entries if entry.number in first]
    return tuple(
        {"team": entry.team, "club": entry.player.club, "country": entry.player.country_name}[kind] for entry in named
    )


def unmet(
    rounds: Sequence[Sequence[Sequence[int]]],
    players: Sequence[SeatedPlayer],
    wishes: Wishes,
    names: Mapping[int, str],
    *,
    first: int = 1,
    tables: Collection[int] | None = None,
) -> Unmet:
    """Return the wishes that these rounds do not fulfil, at these tables or at all. `first` is the number of the first
    of these rounds."""
    found = (wish for wish in unmet_wishes(rounds, players, wishes) if tables is None or wish.table in tables)
    listed = tuple(
        WishShown(
            kind=wish.kind,
            round=wish.round + first - 1,
            table=wish.table,
            names=tuple(names[player] for player in wish.players),
        )
        for wish in islice(found, MOST_LISTED)
    )
    return Unmet(listed=listed, count=len(listed) + sum(1 for _wish in found))
