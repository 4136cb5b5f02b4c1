"""What the seating knows of those who play: with whom they share a team, club or country, and their own tables."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from tournament.core.text import folded
from tournament.models import Entry, Tournament
from tournament.seating.people import KINDS, SeatedPlayer, Wishes, members_by_group
from tournament.seating.wishes import unkept

USUALLY_APART = ("team",)
"""While nobody said: those of one team, where there are any."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerToSeat:
    """One to be seated, as `seating.people.Player`; this one can be a key of a cache. Empty is unknown."""

    number: int
    team: str = ""
    club: str = ""
    country: str = ""
    table: int | None = None

    @property
    def player(self) -> SeatedPlayer:
        groups = {kind: name for kind in KINDS if (name := getattr(self, kind))}
        tables = frozenset({self.table}) if self.table else frozenset[int]()
        return SeatedPlayer(number=self.number, groups=groups, tables=tables)


@dataclass(frozen=True, slots=True, kw_only=True)
class ApartChoice:
    """One kind of groups: how many there are with two or more players, and whether they are kept apart."""

    kind: str
    groups: int
    is_chosen: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Missed:
    """A wish that seats do not keep, by names: mates of a `kind` who meet, or a "table" that is not one's own."""

    kind: str
    round: int
    table: int
    names: tuple[str, ...]


def known(
    entries: Iterable[Entry], *, number: Callable[[Entry], int] = lambda entry: entry.number
) -> list[PlayerToSeat]:
    """These entries, with their players loaded, under their number in the tournament or another one."""
    return [
        PlayerToSeat(
            number=number(entry),
            team=folded(entry.team),
            club=folded(entry.player.club),
            country=entry.player.country,
            table=entry.reserved_table,
        )
        for entry in entries
    ]


def kept_apart(tournament: Tournament) -> tuple[str, ...]:
    """The kinds of groups whose members should not meet, the most important first."""
    chosen = USUALLY_APART if tournament.kept_apart is None else tournament.kept_apart
    return tuple(kind for kind in KINDS if kind in chosen)


def wishes_of(tournament: Tournament) -> Wishes:
    """What the organizers want of any seating."""
    return Wishes(apart=kept_apart(tournament))


def apart_choices(tournament: Tournament, entries: Iterable[Entry]) -> tuple[ApartChoice, ...]:
    """For the page."""
    players = [one.player for one in known(entries)]
    chosen = kept_apart(tournament)
    return tuple(
        ApartChoice(kind=kind, groups=len(members_by_group(players, kind)), is_chosen=kind in chosen) for kind in KINDS
    )


def missed(
    rounds: Sequence[Sequence[Sequence[int]]],
    players: Sequence[SeatedPlayer],
    wishes: Wishes,
    names: Mapping[int, str],
    *,
    first: int = 1,
) -> tuple[Missed, ...]:
    """What these rounds, of which the earliest has the number `first`, do not keep."""
    return tuple(
        Missed(
            kind=one.kind,
            round=one.round + first - 1,
            table=one.table,
            names=tuple(names[player] for player in one.players),
        )
        for one in unkept(rounds, players, wishes)
    )
