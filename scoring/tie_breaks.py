"""Orders players who share a place, by an announced list of criteria. Players are plain numbers.

The total always comes first. If a criterion does not separate the tied players, the next one is applied. Players whom
no criterion separates share the place (T2).
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction
from random import Random

from scoring.standings import rank_best_first


class TieBreak(StrEnum):
    """A criterion that may separate players with equal totals. Its values are stored in the database."""

    LAST_ROUND = "last_round"  # score in the last round; players who did not play it come last
    HEAD_TO_HEAD = "head_to_head"  # sum of the scores in those hanchans in which all tied players sat together
    SEED = "seed"  # total before the last cut; separates nobody before the first cut
    DRAW = "draw"  # lots, drawn by a number that is published


@dataclass(frozen=True, slots=True, kw_only=True)
class TiedPlayer:
    """A tied player's figures for the criteria. Scores are in thousands, chombo subtracted.

    `hanchans` are the player's scores by hanchan. `last_round` is the score in the last round, None if the player did
    not play in this round. `before_cut` is the total before the last cut, None without a cut.
    """

    number: int
    last_round: Fraction | None = None
    before_cut: Fraction | None = None
    hanchans: Mapping[int, Fraction] = field(default_factory=dict)


def lot(seed: int, number: int) -> int:
    """Return the lot of a player: the player with the highest lot comes first. With the same seed, a number always has
    the same lot, whoever else plays.

    >>> lot(7, 1) == lot(7, 1), lot(7, 1) == lot(7, 2)
    (True, False)
    """
    return Random(f"{seed}:{number}").getrandbits(64)  # noqa: S311 (to be repeated, not a secret)


def break_ties(
    places: Sequence[int], players: Sequence[TiedPlayer], criteria: Sequence[TieBreak], *, seed: int
) -> list[int]:
    """Return the places after the criteria have been applied, in their order, to all players who share a place.

    >>> broken = [TiedPlayer(number=1, last_round=Fraction(3)), TiedPlayer(number=2, last_round=Fraction(9))]
    >>> break_ties([1, 1], broken, [TieBreak.LAST_ROUND], seed=0)
    [2, 1]
    """
    by_place: dict[int, list[int]] = {}
    for index, place in enumerate(places):
        by_place.setdefault(place, []).append(index)
    broken = list(places)
    for place, tied in by_place.items():
        for ahead, group in _separated(tied, players, criteria, seed):
            for index in group:
                broken[index] = place + ahead
    return broken


def _separated(
    tied: list[int], players: Sequence[TiedPlayer], criteria: Sequence[TieBreak], seed: int
) -> list[tuple[int, list[int]]]:
    """Split the tied players into groups whose members no criterion separates. The best group is first; each group
    comes with the number of tied players ahead of it."""
    if len(tied) < 2 or not criteria:
        return [(0, tied)]
    first, *later = criteria
    figure = _figure(first, [players[index] for index in tied], seed)
    figures = [figure(players[index]) for index in tied]
    ranks = rank_best_first([(own is not None, own or Fraction()) for own in figures])
    groups: list[tuple[int, list[int]]] = []
    for rank in sorted(set(ranks)):
        group = [index for index, own in zip(tied, ranks, strict=True) if own == rank]
        # The players of a smaller group may all have met, although those of the larger group did not. So this criterion
        # is applied to the smaller group again.
        again = criteria if len(group) < len(tied) and first is TieBreak.HEAD_TO_HEAD else later
        groups += [(rank - 1 + ahead, rest) for ahead, rest in _separated(group, players, again, seed)]
    return groups


def _figure(criterion: TieBreak, tied: Sequence[TiedPlayer], seed: int) -> Callable[[TiedPlayer], Fraction | None]:
    """Return a function that returns a player's figure for this criterion: a higher figure is better, None comes last.
    `tied` are all players who are tied."""
    met = set.intersection(*(set(player.hanchans) for player in tied))

    def figure(player: TiedPlayer) -> Fraction | None:
        match criterion:
            case TieBreak.LAST_ROUND:
                return player.last_round
            case TieBreak.HEAD_TO_HEAD:
                return sum((player.hanchans[hanchan] for hanchan in met), Fraction())
            case TieBreak.SEED:
                return player.before_cut
            case TieBreak.DRAW:
                return Fraction(lot(seed, player.number))

    return figure
