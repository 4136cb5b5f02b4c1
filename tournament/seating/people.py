"""Players to be seated, the organizer's wishes, and the types that all of `seating` shares."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations

from tournament.seating.draw import Table

Round = tuple[Table, ...]
"""The tables of a round in their order in the hall; a player who sits at no table rests."""

Rounds = tuple[Round, ...]

KINDS = ("team", "club", "country")
"""Kinds of groups, the most important first."""


class TooFewPlayers(ValueError):
    """Error: the players do not fill a table."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatedPlayer:
    """A player to be seated. A plan identifies players only by `number`.

    `groups` are the player's groups by kind: {"club": "Praha", "country": "CZ"}. `tables` are the only tables (the
    first is 1) where the player may sit; if empty, any table.
    """

    number: int
    groups: Mapping[str, str] = field(default_factory=dict)
    tables: frozenset[int] = frozenset()

    def __post_init__(self) -> None:
        if any(table < 1 for table in self.tables):
            raise ValueError("the first table is 1")


@dataclass(frozen=True, slots=True, kw_only=True)
class Wishes:
    """The organizer's wishes for a plan.

    `apart` are the kinds of groups whose members should not meet, the most important first. If mates have to meet, they
    meet in late rounds. With `mates_early` they meet in early rounds, so that nobody can give points to a mate at the
    end of the event. Keeping a pair in `forbidden` apart is more important than keeping any mates apart. `effort`
    multiplies the steps of every search; no search is limited by time.
    """

    apart: tuple[str, ...] = KINDS
    mates_early: bool = False
    forbidden: frozenset[frozenset[int]] = frozenset()
    effort: float = 1.0


Avoid = Mapping[int, Mapping[int, int]]
"""Weights of pairs of players who should not meet: `avoid[1][2]` and `avoid[2][1]` are equal. Pairs without a weight
may meet."""


def pairs_to_avoid(players: Sequence[SeatedPlayer], wishes: Wishes) -> Avoid:
    """Return the pairs to keep apart: mates, forbidden pairs, and players with different reserved tables.

    Each kind of groups weighs four times as much as the next kind. A forbidden pair weighs more than all kinds
    together.
    """
    avoid: dict[int, dict[int, int]] = {player.number: {} for player in players}

    def add(first: int, second: int, weight: int) -> None:
        avoid[first][second] = avoid[second][first] = avoid[first].get(second, 0) + weight

    kinds = [kind for kind in wishes.apart if members_by_group(players, kind)]
    for place, kind in enumerate(reversed(kinds)):
        for members in members_by_group(players, kind).values():
            for first, second in combinations(members, 2):
                add(first, second, 4**place)
    never = 4 ** (len(kinds) + 1)
    for pair in wishes.forbidden:
        if len(pair) == 2 and pair <= avoid.keys():
            add(min(pair), max(pair), never)
    for host, guest in combinations([player for player in players if player.tables], 2):
        if host.tables != guest.tables or len(host.tables) > 1:
            add(host.number, guest.number, never)
    return avoid


def members_by_group(players: Sequence[SeatedPlayer], kind: str) -> dict[str, list[int]]:
    """Return for one kind of groups the numbers of the members of each group, by the group's name. Groups with a single
    member are left out."""
    members: dict[str, list[int]] = {}
    for player in players:
        if name := player.groups.get(kind):
            members.setdefault(name, []).append(player.number)
    return {name: numbers for name, numbers in members.items() if len(numbers) > 1}


def groups_to_pack(players: Sequence[SeatedPlayer], wishes: Wishes) -> list[list[int]]:
    """Return the groups whose members should get places that never meet: first the players with reserved tables, then
    the groups by kind."""
    at_home = [player.number for player in players if player.tables]
    kinds = [members_by_group(players, kind).values() for kind in wishes.apart]
    groups = [members for kind in kinds for members in sorted(kind, key=len, reverse=True)]
    return [at_home, *groups] if len(at_home) > 1 else groups


def fewest_pairs(players: int, tables: int) -> int:
    """Return the lowest possible number of pairs that sit at the same table, if these players are spread evenly over
    the tables.

    >>> fewest_pairs(5, 4), fewest_pairs(10, 4)
    (1, 8)
    """
    each, more = divmod(players, tables)
    return tables * each * (each - 1) // 2 + more * each
