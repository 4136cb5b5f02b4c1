"""Short texts for values, yaku and seats in the fields of the hand entry form."""

from collections.abc import Iterable

from scoring.outcome import HanFu, Limit, Value, Yakuman
from scoring.refusal import Refused
from scoring.seats import Seat
from scoring.tiles.words import YAKU
from tournament.core.text import whole_number

SELF_DRAW = "self"
TYPED = "typed"
"""Value of the points field that means: han and fu are typed in fields of their own."""

LIMITS = {limit.name.lower(): limit for limit in Limit}

YAKU_BY_TEXT = {name.replace(" ", "-"): name for name in YAKU.values()}
"""Yaku by their text in the form's fields."""


def value_to_text(value: Value) -> str:
    """Return a value as the form sends it: "3-30", "7-", "mangan" or "yakuman-2"."""
    match value:
        case HanFu(han=han, fu=fu):
            return f"{han}-{'' if fu is None else fu}"
        case Limit():
            return value.name.lower()
        case Yakuman(count=count):
            return f"yakuman-{count}"


def yaku_to_text(winner: Seat, name: str, count: int = 1) -> str:
    """Return a yaku of one winner as the form sends it: "1:seat-wind-east"; for several dora "1:dora:3"."""
    text = f"{winner:d}:{name.replace(' ', '-')}"
    return text if count == 1 else f"{text}:{count}"


def value_in(text: str) -> Value | None:
    if text in LIMITS:
        return LIMITS[text]
    han, dash, fu = text.partition("-")
    if han == "yakuman":
        return Yakuman(int(fu)) if fu in "123456789" and len(fu) == 1 else None
    number, points = whole_number(han, digits=3), whole_number(fu, digits=3)
    if not dash or number is None or (fu and points is None):
        return None
    try:
        return HanFu(number, points)
    except Refused:
        return None


def seat_in(text: str | None) -> Seat | None:
    return Seat(int(text)) if text in ("0", "1", "2", "3") else None


def seats_in(texts: Iterable[str]) -> frozenset[Seat]:
    return frozenset(seat for text in texts if (seat := seat_in(text)) is not None)
