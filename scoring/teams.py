"""Decides which members' results count for a team. No rulebook defines this: the organizer chooses.

Scores are in thousands, exact. A member is a sequence of scores, each with its round.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction

FEWEST_MEMBERS = 4
"""The usual number of members of a team; a smaller team can play."""


class BestOf(Enum):
    """Whether the best members of a team are chosen for each round, or by their totals of the event."""

    ROUND = "round"
    EVENT = "event"


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamCounting:
    """The rule that decides which members of a team count. `best` is how many members count, None for all. `of` says
    whether these members are chosen for each round, or once by their totals of the event."""

    best: int | None = None
    of: BestOf = BestOf.EVENT


MemberScores = Sequence[tuple[int, Fraction]]
"""The scores of one member, each with the number of its round."""


def counted_scores(
    members: Sequence[MemberScores], counting: TeamCounting, totals: Sequence[Fraction] | None = None
) -> list[list[bool]]:
    """Return for each member whether each score counts for the team. Of equal members the earlier counts.

    The best members of the event are chosen by their `totals` or, if `totals` is None, by the sums of their scores. A
    member without a score does not count among the best. In the example Ben has the larger total, but Anna is better in
    round 1.

    >>> anna, ben = [(1, Fraction(30)), (2, Fraction(-5))], [(1, Fraction(10)), (2, Fraction(20))]
    >>> counted_scores([anna, ben], TeamCounting(best=1, of=BestOf.ROUND))
    [[True, False], [False, True]]
    >>> counted_scores([anna, ben], TeamCounting(best=1))
    [[False, False], [True, True]]
    """
    best = counting.best
    if best is None:
        return [[True] * len(scores) for scores in members]
    if counting.of is BestOf.EVENT:
        sums = totals or [sum((score for _round, score in scores), Fraction()) for scores in members]
        counting_members = _first([(number, sums[number]) for number, scores in enumerate(members) if scores], best)
        return [[number in counting_members] * len(scores) for number, scores in enumerate(members)]
    rounds = {round_ for scores in members for round_, _score in scores}
    chosen = {
        (round_, number)
        for round_ in rounds
        for number in _first(
            [(number, score) for number, scores in enumerate(members) for at, score in scores if at == round_], best
        )
    }
    return [[(round_, number) in chosen for round_, _score in scores] for number, scores in enumerate(members)]


def _first(scores: Sequence[tuple[int, Fraction]], count: int) -> set[int]:
    return {number for number, _score in sorted(scores, key=lambda own: -own[1])[:count]}
