"""A tournament in stages: who goes on at a cut, what of the scores is carried over it, and who stands where.

A stage is what is played between two cuts. Players are numbers here, whatever these stand for.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from random import Random

from scoring.standings import rank_best_first

PLACE_OF_ABSENT = 5
"""At a table of a knock-out, for whom a substitute played: below the four places that are played for."""


class Carry(Enum):
    """How much of a total is carried over a cut."""

    FULL = Fraction(1)
    HALF = Fraction(1, 2)
    NONE = Fraction(0)


def staged_total(gained: Sequence[Fraction], carries: Sequence[Carry]) -> Fraction:
    """The total of what was `gained` in each stage, the first one first; `carries` are those of the cuts between.

    Each cut takes its part of everything before it, so that two halves in a row leave a quarter of the first stage.

    >>> staged_total([Fraction(25), Fraction(-3)], [Carry.HALF])
    Fraction(19, 2)
    """
    total, *later = gained
    for carry, more in zip(carries, later, strict=True):
        total = total * carry.value + more
    return total


Standing = tuple[int, Fraction]
"""What the ranking goes by: the cuts that were passed, and the total."""


def standing(total: Fraction, passed: int, *, disqualified: bool) -> Standing:
    """Where somebody stands: the disqualified below everybody, however far they came (R15.5)."""
    return (-1, Fraction()) if disqualified else (passed, total)


def rank_staged(totals: Sequence[Fraction], passed: Sequence[int], disqualified: Sequence[bool]) -> list[int]:
    """Places: who `passed` more cuts is above who passed fewer, whatever they have; then the totals, equals sharing
    the better place (T2). The disqualified share the last one, how far they came does not matter (R15.5).

    >>> rank_staged([Fraction(-9), Fraction(60), Fraction(4)], [1, 0, 1], [False] * 3)
    [2, 3, 1]
    """
    everybody = zip(totals, passed, disqualified, strict=True)
    return rank_best_first([standing(total, cuts, disqualified=out) for total, cuts, out in everybody])


def usual_count(players: int) -> int:
    """How many go on where nobody has said: 16, or half of a small field, in whole tables.

    >>> usual_count(40), usual_count(20), usual_count(3)
    (16, 8, 2)
    """
    return max(1, min(16, max(4, players // 8 * 4), players - 1))


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """Where a cut falls: who is `above` it, and who is `tied` at it for the `open` places that are left.

    Nobody is tied where the places come out even.
    """

    above: tuple[int, ...]
    tied: tuple[int, ...]
    open: int

    def drawn(self, seed: int) -> frozenset[int]:
        """Those of the tied whom this seed lets go on: the same seed, the same players."""
        return frozenset(Random(seed).sample(sorted(self.tied), self.open))  # noqa: S311 (to be repeated, not a secret)

    def allows(self, finalists: Collection[int]) -> bool:
        """Whether these can be who goes on: everybody above, as many of the tied as there is room for, or all of
        the tied, and nobody else."""
        at_line = set(finalists).difference(self.above)
        if not (set(self.above) <= set(finalists) and at_line <= set(self.tied)):
            return False
        return len(at_line) in {self.open, len(self.tied)}


def line_after(places: Mapping[int, int], count: int) -> Line:
    """The line below the first `count` of these players, given their places; more than there are is everybody.

    >>> line_after({11: 1, 12: 2, 13: 2, 14: 2}, 2)
    Line(above=(11,), tied=(12, 13, 14), open=1)
    """
    ordered = sorted(places, key=lambda player: places[player])
    if not 0 < count < len(ordered) or places[ordered[count - 1]] != places[ordered[count]]:
        return Line(above=tuple(ordered[: max(count, 0)]), tied=(), open=0)
    at_line = places[ordered[count]]
    above = tuple(player for player in ordered if places[player] < at_line)
    tied = tuple(player for player in ordered if places[player] == at_line)
    return Line(above=above, tied=tied, open=count - len(above))


def line_at_table(places: Mapping[int, int], qualification: Mapping[int, Fraction], count: int = 2) -> Line:
    """A knock-out's line: the first `count` of a table by their places there; of those who share one, who had more in
    the qualification. Nobody is tied unless that was equal too.

    >>> line_at_table({11: 1, 12: 2, 13: 2}, {11: Fraction(0), 12: Fraction(5), 13: Fraction(9)})
    Line(above=(11, 13), tied=(), open=0)
    """
    ranked = rank_best_first([(-place, qualification[player]) for player, place in places.items()])
    return line_after(dict(zip(places, ranked, strict=True)), count)


def all_allow(lines: Collection[Line], finalists: Collection[int]) -> bool:
    """Whether these can be who goes on where each line, as each table's of a knock-out, has its own players."""
    known: set[int] = set()
    for line in lines:
        here = {*line.above, *line.tied}
        known |= here
        if not line.allows(here.intersection(finalists)):
            return False
    return known.issuperset(finalists)
