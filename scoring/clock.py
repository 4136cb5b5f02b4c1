"""Computes how many hands may still be played after the clock's end signal (R16)."""

from collections.abc import Iterable

from scoring.outcome import Chombo, Outcome, Redeal
from scoring.refusal import Refused
from scoring.rules import Ruleset


def hands_left(since: Iterable[Outcome], *, in_progress: bool, rules: Ruleset) -> int:
    """Return how many hands may still be recorded, given the hands recorded since the clock's end signal.

    `in_progress` says whether a hand was being played when the signal sounded. A hand that was dealt again is not
    counted. If the last hand ends in a chombo, some rulesets deal it again and others do not (R16.1 to R16.3). The game
    may end earlier for other reasons, such as a player below zero; these are not considered here. Raises `Refused`
    (`no_clock`) for a ruleset without a clock.
    """
    if rules.time_policy == "none":
        raise Refused("no_clock")
    left = rules.more_hands + (1 if in_progress else rules.one_more_between_hands)
    for outcome in since:
        chombo_redealt = isinstance(outcome, Chombo) and (left > 1 or rules.chombo_redeals_last_hand)
        left -= not (chombo_redealt or isinstance(outcome, Redeal))
    return max(left, 0)
