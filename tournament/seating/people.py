"""Who is to be seated and what is asked of the seats: the words that all of `seating` shares."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations

from tournament.seating.draw import Table

Round = tuple[Table, ...]
"""Tables in their order in the hall; who is in none of them rests."""

Rounds = tuple[Round, ...]

KINDS = ("team", "club", "country")
"""Of groups, the most important first."""


class TooFewPlayers(ValueError):
    """They do not fill a table."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Player:
    """One to be seated, by number; the number is all that a plan says of a person.

    `groups` is what they share with their mates, by kind: {"club": "Praha", "country": "CZ"}. `tables` (first is 1)
    are the only ones they may sit at, any where empty; `wind` is the starting seat they keep, 0 for East.
    """

    number: int
    groups: Mapping[str, str] = field(default_factory=dict)
    tables: frozenset[int] = frozenset()
    wind: int | None = None

    def __post_init__(self) -> None:
        if self.wind not in (None, 0, 1, 2, 3):
            raise ValueError("a starting seat is East, South, West or North: 0 to 3")
        if any(table < 1 for table in self.tables):
            raise ValueError("the first table is 1")


@dataclass(frozen=True, slots=True, kw_only=True)
class Wishes:
    """What matters to this organizer.

    `apart` are the kinds of groups whose members should not meet, the most important first. Where they must meet,
    it is as late as possible, or as early with `mates_early` (then nobody can throw points away in the end).
    `forbidden` pairs come before all mates. `effort` multiplies the steps of every search; no search knows a clock.
    """

    apart: tuple[str, ...] = KINDS
    mates_early: bool = False
    forbidden: frozenset[frozenset[int]] = frozenset()
    effort: float = 1.0


Avoid = Mapping[int, Mapping[int, int]]
"""How much a player should not meet another, both ways; a pair that is not there may meet."""


def pairs_to_avoid(players: Sequence[Player], wishes: Wishes) -> Avoid:
    """Mates, forbidden pairs and those who hold tables of their own (they could not both be at home).

    A kind of groups weighs four times the next one; what is forbidden weighs more than all kinds together.
    """
    avoid: dict[int, dict[int, int]] = {player.number: {} for player in players}

    def add(one: int, other: int, weight: int) -> None:
        avoid[one][other] = avoid[other][one] = avoid[one].get(other, 0) + weight

    kinds = [kind for kind in wishes.apart if members_by_group(players, kind)]
    for place, kind in enumerate(reversed(kinds)):
        for members in members_by_group(players, kind).values():
            for one, other in combinations(members, 2):
                add(one, other, 4**place)
    never = 4 ** (len(kinds) + 1)
    for pair in wishes.forbidden:
        if len(pair) == 2 and pair <= avoid.keys():
            add(min(pair), max(pair), never)
    for host, guest in combinations([player for player in players if player.tables], 2):
        if host.tables != guest.tables or len(host.tables) > 1:
            add(host.number, guest.number, never)
    return avoid


def members_by_group(players: Sequence[Player], kind: str) -> dict[str, list[int]]:
    """Numbers of those who share a group of this kind, by its name; a group of one is left out."""
    members: dict[str, list[int]] = {}
    for player in players:
        if name := player.groups.get(kind):
            members.setdefault(name, []).append(player.number)
    return {name: numbers for name, numbers in members.items() if len(numbers) > 1}


def groups_to_pack(players: Sequence[Player], wishes: Wishes) -> list[list[int]]:
    """Who is best given places that never meet, the most important first: who has tables of their own, then groups."""
    at_home = [player.number for player in players if player.tables]
    kinds = [members_by_group(players, kind).values() for kind in wishes.apart]
    groups = [members for kind in kinds for members in sorted(kind, key=len, reverse=True)]
    return [at_home, *groups] if len(at_home) > 1 else groups
