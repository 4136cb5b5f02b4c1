"""The hand being entered: what was touched so far, and the outcome it amounts to.

The whole state travels in the query string, so that every touch is an ordinary GET, a reload loses nothing and
the same screen works without JavaScript. A touch is one more parameter, `touch`, that leads to the next state.
Knows no arithmetic: what a touch means for the points is asked of `scoring`.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Literal

from django.http import QueryDict
from django.utils.translation import gettext as _

from scoring.outcome import Chombo, ExhaustiveDraw, HanFu, Limit, Outcome, Ron, Tsumo, Value, Win
from scoring.refusal import Refused
from scoring.seats import Seat

Mode = Literal["win", "draw", "chombo"]
Step = Literal["winner", "discarder", "value", "tenpai", "offender", "confirm"]

SELF_DRAW = "self"
LIMITS = {limit.name.lower(): limit for limit in Limit}


@dataclass(frozen=True, kw_only=True)
class HandEntry:
    """What is known of the hand so far. `problem` is a sentence about something typed that cannot be."""

    mode: Mode = "win"
    winner: Seat | None = None
    discarder: Seat | None = None
    self_draw: bool = False
    value: Value | None = None
    tenpai: frozenset[Seat] = frozenset()
    offender: Seat | None = None
    riichi: frozenset[Seat] = frozenset()
    problem: str = ""

    @classmethod
    def read(cls, query: QueryDict) -> "HandEntry":
        """The state that a query string (or a submitted form) describes, after its touch. Nonsense is dropped."""
        discarder = query.get("discarder", "")
        mode = query.get("mode", "win")
        entry = cls(
            mode="draw" if mode == "draw" else "chombo" if mode == "chombo" else "win",
            winner=_seat(query.get("winner", "")),
            discarder=_seat(discarder),
            self_draw=discarder == SELF_DRAW,
            value=_value(query.get("value", "")),
            tenpai=_seats(query.getlist("tenpai")),
            offender=_seat(query.get("offender", "")),
            riichi=_seats(query.getlist("riichi")),
        )
        if query.get("touch", "") == "typed":
            return entry._typed(query.get("han", ""), query.get("fu", ""))
        return entry._touched(query.get("touch", ""))._coherent()

    @property
    def step(self) -> Step:
        """What the screen asks for next."""
        if self.mode == "draw":
            return "tenpai"
        if self.mode == "chombo":
            return "offender" if self.offender is None else "confirm"
        if self.winner is None:
            return "winner"
        if self.discarder is None and not self.self_draw:
            return "discarder"
        return "value" if self.value is None else "confirm"

    def outcome(self) -> Outcome | None:
        """What was said, once it is complete. Raises `Refused` for what cannot be."""
        if self.mode == "draw":
            return ExhaustiveDraw(tenpai=self.tenpai, riichi=self.riichi)
        if self.mode == "chombo":
            return (
                Chombo(offenders=frozenset({self.offender}), riichi=self.riichi) if self.offender is not None else None
            )
        if self.winner is None or self.value is None:
            return None
        win = Win(winner=self.winner, value=self.value)
        if self.self_draw:
            return Tsumo(win=win, riichi=self.riichi)
        return Ron(discarder=self.discarder, wins=(win,), riichi=self.riichi) if self.discarder is not None else None

    def pairs(self) -> list[tuple[str, str]]:
        """The state as names and values, for hidden fields and the address bar."""
        pairs: list[tuple[str, str]] = [("mode", self.mode)] if self.mode != "win" else []
        if self.winner is not None:
            pairs.append(("winner", str(int(self.winner))))
        if self.self_draw:
            pairs.append(("discarder", SELF_DRAW))
        elif self.discarder is not None:
            pairs.append(("discarder", str(int(self.discarder))))
        if self.value is not None:
            pairs.append(("value", value_to_text(self.value)))
        if self.offender is not None:
            pairs.append(("offender", str(int(self.offender))))
        pairs += [("tenpai", str(int(seat))) for seat in sorted(self.tenpai)]
        pairs += [("riichi", str(int(seat))) for seat in sorted(self.riichi)]
        return pairs

    def _touched(self, touch: str) -> "HandEntry":
        name, _colon, argument = touch.partition(":")
        seat = _seat(argument)
        match name:
            case "winner" if seat is not None:
                again = self.winner is seat
                return replace(self._cleared(), winner=None if again else seat)
            case "discarder" if seat is not None:
                return replace(self, discarder=seat, self_draw=False, value=None)
            case "self-draw":
                return replace(self, discarder=None, self_draw=True, value=None)
            case "value":
                return replace(self, value=_value(argument))
            case "draw":
                return replace(self._cleared(), mode="draw")
            case "tenpai" if seat is not None:
                return replace(self, tenpai=self.tenpai ^ {seat})
            case "chombo":
                return replace(self._cleared(), mode="chombo")
            case "offender" if seat is not None:
                return replace(self, offender=seat)
            case "riichi" if seat is not None:
                return replace(self, riichi=self.riichi ^ {seat})
            case "win":
                return self._cleared()
            case _:
                return self

    def _typed(self, han: str, fu: str) -> "HandEntry":
        """Han and fu from the keyboard; fu may be missing from five han on."""
        try:
            numbers = (int(han), int(fu) if fu.strip() else None)
        except ValueError:
            return replace(self, value=None, problem=_("Han and fu are whole numbers, for example 3 and 30."))
        if numbers[0] > 99 or (numbers[1] or 0) > 999:
            return replace(self, value=None, problem=_("No hand has that many han or fu."))
        try:
            return replace(self, value=HanFu(*numbers))
        except Refused as refused:
            return replace(self, value=None, problem=refused.message)

    def _cleared(self) -> "HandEntry":
        """As nothing but riichi had been touched: a declared riichi outlives every change of mind."""
        return HandEntry(riichi=self.riichi)

    def _coherent(self) -> "HandEntry":
        """Without what contradicts itself: a winner off their own discard, a riichi player who is noten."""
        if self.winner is not None and self.winner is self.discarder:
            return replace(self, discarder=None, value=None)
        if self.mode == "draw":
            return replace(self, tenpai=self.tenpai | self.riichi)
        return self


def value_to_text(value: Value) -> str:
    """A value as the query string writes it: "3-30", "7-" or "mangan"."""
    match value:
        case HanFu(han=han, fu=fu):
            return f"{han}-{'' if fu is None else fu}"
        case Limit():
            return value.name.lower()
        case _:
            raise ValueError("several yakuman cannot be entered here")


def _value(text: str) -> Value | None:
    if text in LIMITS:
        return LIMITS[text]
    han, dash, fu = text.partition("-")
    if not dash or not _small(han) or (fu and not _small(fu)):
        return None
    try:
        return HanFu(int(han), int(fu) if fu else None)
    except Refused:
        return None


def _small(text: str) -> bool:
    return text.isascii() and text.isdecimal() and len(text) <= 3


def _seat(text: str | None) -> Seat | None:
    return Seat(int(text)) if text in ("0", "1", "2", "3") else None


def _seats(texts: Iterable[str]) -> frozenset[Seat]:
    return frozenset(seat for text in texts if (seat := _seat(text)) is not None)
