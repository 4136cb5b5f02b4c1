"""What a round counts for who plays in the tournament and has no seat in it. No rulebook says: the organizer does."""

from collections.abc import Sequence
from enum import Enum
from fractions import Fraction


class SitOutRule(Enum):
    """Nothing, the mean of what the player's own hanchans score, or a fixed number."""

    NOTHING = "nothing"
    AVERAGE = "average"
    FIXED = "fixed"


def sit_out_score(rule: SitOutRule, fixed: Fraction, scores: Sequence[Fraction]) -> Fraction:
    """One round sat out, in thousands; `scores` are the player's own so far, before anything was taken off.

    An average follows what the player makes later, up to the next cut; who has not played yet has none, and 0.

    >>> sit_out_score(SitOutRule.AVERAGE, Fraction(0), [Fraction(20), Fraction(-5)])
    Fraction(15, 2)
    >>> sit_out_score(SitOutRule.FIXED, Fraction(-3), [Fraction(20)])
    Fraction(-3, 1)
    """
    match rule:
        case SitOutRule.NOTHING:
            return Fraction()
        case SitOutRule.AVERAGE:
            return sum(scores, Fraction()) / len(scores) if scores else Fraction()
        case SitOutRule.FIXED:
            return fixed
