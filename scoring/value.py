"""The value of a winning hand before anybody pays: from han and fu to base points (R3)."""

from functools import lru_cache
from typing import Literal, NamedTuple

from scoring.outcome import HanFu, Limit, Value, Yakuman
from scoring.refusal import Refused
from scoring.rules import Ruleset

WinKind = Literal["ron", "tsumo"]

KIRIAGE = 1_920
"""Base points that some rulebooks round up to a mangan (R3.5). No hand has base points between this number and a
mangan."""

FU = (20, 25, *range(30, 150, 10))
"""Every number of fu that a hand can have after rounding (R14.1)."""

LEAST_BY_RON: dict[int, int | None] = {20: None, 25: 2, 110: 2, 120: 4, 130: 4, 140: 6}
LEAST_BY_RON_WITH_DOUBLE_WIND = LEAST_BY_RON | {110: 1, 140: 4}
LEAST_BY_SELF_DRAW: dict[int, int | None] = {20: 2, 25: 3, 110: 2, 120: 4, 130: 4, 140: None}
"""The fewest han of a hand with this many fu, None if there is no such hand; 1 for fu that are not listed (R14.1)."""


class Worth(NamedTuple):
    """A hand's base points, and how they are computed.

    `counted` is fu × 2^(han + 2) before any limit; None if fu make no difference. `limit` is the limit hand with these
    base points, if there is one; `yakuman` is how many yakuman count.
    """

    base: int
    han: int | None = None
    fu: int | None = None
    counted: int | None = None
    limit: Limit | None = None
    yakuman: int = 0


def minimum_han(fu: int, kind: WinKind, rules: Ruleset, *, in_riichi: bool = False) -> int | None:
    """Return the fewest han with which a hand of this many rounded fu can win; None if it never can (R14.1).

    A hand in riichi is concealed, so some han are certain: one for riichi, one more for a self-draw, and one more for
    pinfu if it wins by ron with 30 fu.
    """
    least = _minimum_han(fu, kind, rules)
    if least is None or not in_riichi:
        return least
    if kind == "ron":
        return {25: 3, 30: 2}.get(fu, least)
    return {20: 3, 25: 4}.get(fu, max(least, 2))


def _minimum_han(fu: int, kind: WinKind, rules: Ruleset) -> int | None:
    if kind == "tsumo":
        return LEAST_BY_SELF_DRAW.get(fu, 1)
    return (LEAST_BY_RON if rules.double_wind_fu == 2 else LEAST_BY_RON_WITH_DOUBLE_WIND).get(fu, 1)


def rounded_fu(fu: int) -> int:
    """Round fu up to the next ten; 25 (seven pairs) are not rounded (R3.3).

    >>> rounded_fu(32), rounded_fu(25)
    (40, 25)
    """
    return fu if fu == 25 else -(-fu // 10) * 10


def worth(value: Value, kind: WinKind, *, rules: Ruleset) -> Worth:
    """Return the base points of a winning hand (R3.4 to R3.8).

    Raises `Refused` (`illegal_fu`) if no hand has these han and fu together.
    """
    return _worth(value, kind, rules)


@lru_cache(maxsize=1_000)
def _worth(value: Value, kind: WinKind, rules: Ruleset) -> Worth:
    """Compute `worth`; the result is cached, because the same few values are requested often."""
    match value:
        case HanFu(han=han, fu=fu) if han < 5 and fu is not None:
            return _counted(han, fu, kind, rules)
        case HanFu(han=han):
            limit = _limit(han, rules)
            return Worth(base=limit.value, han=han, limit=limit)
        case Yakuman(count=count):
            counting = count if rules.multiple_yakuman else 1
            return Worth(base=Limit.YAKUMAN * counting, limit=Limit.YAKUMAN, yakuman=counting)
        case Limit.YAKUMAN:
            return Worth(base=Limit.YAKUMAN, limit=Limit.YAKUMAN, yakuman=1)
        case Limit():
            return Worth(base=value.value, limit=value)


def _counted(han: int, raw_fu: int, kind: WinKind, rules: Ruleset) -> Worth:
    fu = rounded_fu(raw_fu)
    needed = minimum_han(fu, kind, rules) if fu in FU else None
    if needed is None or han < needed:
        raise Refused("illegal_fu", win="self-draw" if kind == "tsumo" else "ron", han=han, fu=raw_fu)
    counted: int = fu * 2 ** (han + 2)
    if counted >= (KIRIAGE if rules.kiriage else Limit.MANGAN):
        return Worth(Limit.MANGAN.value, han, fu, counted, Limit.MANGAN)
    return Worth(counted, han, fu, counted)


def _limit(han: int, rules: Ruleset) -> Limit:
    """Return the limit of a hand of five han or more (R3.6, R3.7)."""
    if han >= 13 and rules.kazoe:
        return Limit.YAKUMAN
    if han >= 11:
        return Limit.SANBAIMAN
    if han >= 8:
        return Limit.BAIMAN
    return Limit.HANEMAN if han >= 6 else Limit.MANGAN
