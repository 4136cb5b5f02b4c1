"""What a referee may be offered under a ruleset, so that nobody is asked for what its rules do not know.

A screen leaves out what is not here; sent nevertheless, it is `settle` that refuses it or does not pay it.
"""

from scoring.outcome import AbortReason, Limit, Value, Yakuman
from scoring.rules import Ruleset


def abort_reasons(rules: Ruleset) -> tuple[AbortReason, ...]:
    """The abortive draws that the ruleset knows (R9.2)."""
    return tuple(reason for reason in AbortReason if getattr(rules, f"abort_{reason}"))


def knows_nagashi(rules: Ruleset) -> bool:
    """Whether discards of terminals and honours only can win (R3.10)."""
    return rules.nagashi != "off"


def most_claims(rules: Ruleset) -> int:
    """How many claims on one discard change what is paid. Under head bump that is the closest only (R6.1)."""
    if rules.multi_ron == "double":
        return 3 if rules.abort_three_winners else 2
    return {"head_bump": 1, "triple": 3}[rules.multi_ron]


def most_yakuman(rules: Ruleset) -> int:
    """How many yakuman one hand can hold: four at once, six where big four winds and some waits count twice (R3.8)."""
    if not rules.multiple_yakuman:
        return 1
    return 6 if rules.double_yakuman else 4


def may_be_liable(value: Value, rules: Ruleset) -> bool:
    """Whether somebody may have to pay for having fed this hand (R7.1, R14.2)."""
    return bool(rules.pao_yaku) and (isinstance(value, Yakuman) or value is Limit.YAKUMAN)
