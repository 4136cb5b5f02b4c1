"""The score of a round for a player who has no seat in it. No rulebook defines this score: the organizer chooses."""

from collections.abc import Sequence
from enum import Enum
from fractions import Fraction

from scoring.standings import exact_sum


class SitOutRule(Enum):
    """The rule for the score of a round sat out: nothing, the mean of the player's own hanchans, or a fixed number."""

    NOTHING = "nothing"
    AVERAGE = "average"
    FIXED = "fixed"


def sit_out_score(rule: SitOutRule, fixed: Fraction, scores: Sequence[Fraction]) -> Fraction:
    """Return the score of one round sat out, in thousands; `scores` are those of the player's own hanchans so far,
    before chombo and penalties.

    A mean (`AVERAGE`) changes with each further hanchan of the player until the next cut. The score is 0 for a player
    without hanchans.

    >>> sit_out_score(SitOutRule.AVERAGE, Fraction(0), [Fraction(20), Fraction(-5)])
    Fraction(15, 2)
    >>> sit_out_score(SitOutRule.FIXED, Fraction(-3), [Fraction(20)])
    Fraction(-3, 1)
    """
    match rule:
        case SitOutRule.NOTHING:
            return Fraction()
        case SitOutRule.AVERAGE:
            return exact_sum(scores) / len(scores) if scores else Fraction()
        case SitOutRule.FIXED:
            return fixed
