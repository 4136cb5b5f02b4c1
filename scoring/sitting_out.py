"""The score of a round for a player who has no seat in it. No rulebook defines this score: the organizer chooses."""

from bisect import bisect_left
from collections.abc import Iterable
from enum import Enum
from fractions import Fraction

from scoring.standings import exact_sum


class SitOutRule(Enum):
    """The rule for the score of a round sat out: nothing, the mean of the player's own hanchans, or a fixed number."""

    NOTHING = "nothing"
    AVERAGE = "average"
    FIXED = "fixed"


def sit_out_scores(
    rule: SitOutRule,
    fixed: Fraction,
    sat_out: Iterable[int],
    own: Iterable[tuple[int, Fraction]],
    cuts: Iterable[int] = (),
) -> list[tuple[int, Fraction]]:
    """Return the rounds that one player sat out, each with its score in thousands; empty if sitting out does not score.

    `own` are the scores of the player's own hanchans so far, before chombo and penalties, each with its round. `cuts`
    are the rounds after which the player passed a cut. With `AVERAGE` the score is the mean of all hanchans of the
    player before the next of these cuts, so the score changes with each further hanchan before this cut. The mean of no
    hanchans is 0.

    >>> sit_out_scores(SitOutRule.AVERAGE, Fraction(0), [2], [(1, Fraction(20)), (3, Fraction(-5))])
    [(2, Fraction(15, 2))]
    >>> sit_out_scores(SitOutRule.FIXED, Fraction(-3), [2], [(1, Fraction(20))])
    [(2, Fraction(-3, 1))]
    """
    match rule:
        case SitOutRule.NOTHING:
            return []
        case SitOutRule.AVERAGE:
            ends = sorted(cuts)
            means = _means(own, ends)
            return [(number, means[bisect_left(ends, number)]) for number in sat_out]
        case SitOutRule.FIXED:
            return [(number, fixed) for number in sat_out]


def _means(own: Iterable[tuple[int, Fraction]], ends: list[int]) -> list[Fraction]:
    """Return the mean of the scores up to each of the rounds `ends` (ascending), and last the mean of all scores. Each
    score is added only once, because a player may have hundreds of hanchans and of rounds sat out."""
    by_stage: list[list[Fraction]] = [[] for _stage in range(len(ends) + 1)]
    for number, score in own:
        by_stage[bisect_left(ends, number)].append(score)
    total, count, means = Fraction(), 0, []
    for scores in by_stage:
        total, count = total + exact_sum(scores), count + len(scores)
        means.append(total / count if count else Fraction())
    return means
