"""A tournament in stages: who passes a cut, which share of a total is carried over the cut, and the ranking.

A stage is the play between two cuts. Players are plain numbers.
"""

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from random import Random

from scoring.standings import rank_best_first

PLACE_OF_ABSENT = 5
"""Place at a knock-out table for a player whom a substitute replaced: below the four real places."""


NAMED_PARTS = {"full": Fraction(1), "half": Fraction(1, 2), "none": Fraction(0)}
"""Shares of a total that have a word of their own; every other share is written as a fraction: `1/4`."""

LARGEST_DENOMINATOR = 100


def part_carried(text: str) -> Fraction:
    """Read the share of a total that a cut carries over: a word of `NAMED_PARTS`, or a fraction, decimal or percentage.

    Raises ValueError if the share is not between 0 and 1, or its denominator is above `LARGEST_DENOMINATOR`.

    >>> part_carried("1/4"), part_carried("25 %"), part_carried("half")
    (Fraction(1, 4), Fraction(1, 4), Fraction(1, 2))
    """
    if text in NAMED_PARTS:
        return NAMED_PARTS[text]
    number = text.replace(" ", "").replace("\N{NO-BREAK SPACE}", "").replace(",", ".")
    if not re.fullmatch(r"[0-9./%]{1,8}", number):
        raise ValueError("not a part")
    try:
        part = Fraction(number.removesuffix("%")) / (100 if number.endswith("%") else 1)
    except (ValueError, ZeroDivisionError):
        raise ValueError("not a part") from None
    if not 0 <= part <= 1 or part.denominator > LARGEST_DENOMINATOR:
        raise ValueError("not a part")
    return part


def part_as_text(part: Fraction) -> str:
    """Write a share as it is stored, in a form that `part_carried` reads.

    >>> part_as_text(Fraction(1, 4)), part_as_text(Fraction(1, 2))
    ('1/4', 'half')
    """
    return next((word for word, value in NAMED_PARTS.items() if value == part), str(part))


def staged_total(gained: Sequence[Fraction], carries: Sequence[Fraction]) -> Fraction:
    """Return a total over several stages, in thousands. `gained` are the points of each stage, in order, and `carries`
    are the shares of the total that are carried over the cuts between the stages.

    Each cut carries its share of everything before it: two halves in a row leave a quarter of the first stage.

    >>> staged_total([Fraction(25), Fraction(-3)], [Fraction(1, 2)])
    Fraction(19, 2)
    """
    total, *later = gained
    for carry, more in zip(carries, later, strict=True):
        total = total * carry + more
    return total


Standing = tuple[int, Fraction]
"""The figures by which the ranking compares players: first the number of cuts passed, then the total."""


def standing(total: Fraction, passed: int, *, disqualified: bool) -> Standing:
    """Return a player's standing. Disqualified players are below everybody else, whatever cuts they passed (R15.5)."""
    return (-1, Fraction()) if disqualified else (passed, total)


def rank_staged(totals: Sequence[Fraction], passed: Sequence[int], disqualified: Sequence[bool]) -> list[int]:
    """Return the places of players, ordered by the number of cuts that they `passed`, then by total; equal players
    share the better place (T2).

    All disqualified players share the last place, whatever cuts they passed (R15.5).

    >>> rank_staged([Fraction(-9), Fraction(60), Fraction(4)], [1, 0, 1], [False] * 3)
    [2, 3, 1]
    """
    everybody = zip(totals, passed, disqualified, strict=True)
    return rank_best_first([standing(total, cuts, disqualified=out) for total, cuts, out in everybody])


def usual_count(players: int) -> int:
    """Return the default number of players who advance: 16 or, in a small field, half of the players in whole tables,
    but at least one table. With four players or fewer, all but one advance.

    >>> usual_count(40), usual_count(20), usual_count(3)
    (16, 8, 2)
    """
    return max(1, min(16, max(4, players // 8 * 4), players - 1))


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """The line of a cut between players who advance and players who do not: players `above` it, and players `tied` for
    the `open` places that are left.

    Nobody is tied if exactly as many players are above the line as can advance.
    """

    above: tuple[int, ...]
    tied: tuple[int, ...]
    open: int

    def drawn(self, seed: int) -> frozenset[int]:
        """Draw which of the tied players advance. The same seed always draws the same players."""
        return frozenset(Random(seed).sample(sorted(self.tied), self.open))  # noqa: S311 (to be repeated, not a secret)

    def allows(self, finalists: Collection[int]) -> bool:
        """Whether exactly these players can advance: all who are above the line, and either all tied players or as many
        of them as there are places."""
        at_line = set(finalists).difference(self.above)
        if not (set(self.above) <= set(finalists) and at_line <= set(self.tied)):
            return False
        return len(at_line) in {self.open, len(self.tied)}


def line_after(places: Mapping[int, int], count: int) -> Line:
    """Return the line below the first `count` players, given each player's place. If there are at most `count` players,
    all are above the line.

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


def line_at_table(places: Mapping[int, int], qualification: Mapping[int, Fraction]) -> Line:
    """Return the line of a knock-out table. Above the line are the first two players by place at the table; the scores
    in the qualification decide between equal places.

    Players are tied only if their scores in the qualification are equal too.

    >>> line_at_table({11: 1, 12: 2, 13: 2}, {11: Fraction(0), 12: Fraction(5), 13: Fraction(9)})
    Line(above=(11, 13), tied=(), open=0)
    """
    ranked = rank_best_first([(-place, qualification[player]) for player, place in places.items()])
    return line_after(dict(zip(places, ranked, strict=True)), 2)


LIVES = 2
"""The lives of each player in a knock-out where two lost rounds put a player out."""


def lives_left(tables: Iterable[tuple[Line, Collection[int]]]) -> dict[int, int]:
    """Return the lives that players have left after these tables of a knock-out with two lives. Each table is given by
    its line (`line_at_table`) and its players. The third and the fourth place cost a life; players tied at the line
    lose no life.

    >>> first = (Line(above=(1, 2), tied=(), open=0), [1, 2, 3, 4])
    >>> lives_left([first, (Line(above=(1,), tied=(2, 3), open=1), [1, 2, 3, 4])])
    {1: 2, 2: 2, 3: 1, 4: 0}
    """
    lives: dict[int, int] = {}
    for line, players in tables:
        for player in players:
            lost = player not in line.above and player not in line.tied
            lives[player] = max(0, lives.get(player, LIVES) - lost)
    return lives


def all_allow(lines: Collection[Line], finalists: Collection[int]) -> bool:
    """Whether exactly these `finalists` can advance from the tables of a knock-out round; `lines` are the lines of the
    tables."""
    known: set[int] = set()
    for line in lines:
        here = {*line.above, *line.tied}
        known |= here
        if not line.allows(here.intersection(finalists)):
            return False
    return known.issuperset(finalists)
