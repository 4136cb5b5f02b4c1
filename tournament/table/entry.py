"""The hand being entered: what was touched so far, and the outcome it amounts to.

The whole state travels in the query string, so that every touch is an ordinary GET, a reload loses nothing and
the same screen works without JavaScript. A touch is one more parameter, `touch`, that leads to the next state.
Knows no arithmetic: what a touch means for the points is asked of `scoring`.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import zip_longest
from typing import Literal, get_args

from django.http import QueryDict
from django.utils.translation import gettext as _

from scoring.game_format import MOST_YAKU
from scoring.offers import is_yakuman
from scoring.outcome import (
    AbortiveDraw,
    AbortReason,
    Chombo,
    ExhaustiveDraw,
    HanFu,
    Limit,
    NagashiMangan,
    Outcome,
    Redeal,
    Ron,
    Tsumo,
    Value,
    Win,
    Yakuman,
)
from scoring.refusal import Refused
from scoring.seats import SEATS, Seat
from scoring.tiles.words import DORA, YAKU, may_name
from tournament.core.text import whole_number
from tournament.core.words.refusals import refusal_words

Mode = Literal["win", "draw", "nagashi", "nagashi-tenpai", "abort", "chombo", "redeal"]
Step = Literal["winner", "discarder", "value", "tenpai", "nagashi", "offender", "confirm"]

MODES: dict[str, Mode] = {mode: mode for mode in get_args(Mode)}
SELF_DRAW = "self"
LIMITS = {limit.name.lower(): limit for limit in Limit}
YAKU_BY_TEXT = {name.replace(" ", "-"): name for name in YAKU.values()}
"""The names of yaku as the query string writes them."""
RIICHI = ("riichi", "double riichi")
ORDER = {name: place for place, name in enumerate(YAKU.values())}
STEPS: dict[Mode, Step] = {
    "draw": "tenpai",
    "nagashi": "nagashi",
    "nagashi-tenpai": "tenpai",
    "abort": "confirm",
    "chombo": "offender",
    "redeal": "confirm",
}
"""What each mode but a win asks for; there, one touch more or less is always a whole hand or none yet."""


@dataclass(frozen=True, kw_only=True)
class Claim:
    """One winner, and what is known of the hand's value, of who pays for having fed it, and of its yaku."""

    winner: Seat
    value: Value | None = None
    liable: Seat | None = None
    yaku: tuple[str, ...] = ()

    def valued(self, value: Value | None) -> "Claim":
        """With this value. Who fed a yakuman is still liable for another count of them; what cannot be is dropped."""
        liable = self.liable if value is not None and is_yakuman(value) else None
        return replace(self, value=value, liable=liable, yaku=_fitting(self.yaku, value))

    def picked(self, name: str) -> "Claim":
        """With this yaku, or without it; one dora more."""
        if name in self.yaku and name not in DORA:
            return replace(self, yaku=tuple(other for other in self.yaku if other != name))
        yaku = sorted(_fitting((*self.yaku, name), self.value), key=lambda other: ORDER.get(other, len(ORDER)))
        return self if len(yaku) > MOST_YAKU else replace(self, yaku=tuple(yaku))

    def taken_back(self, name: str) -> "Claim":
        """With one dora less."""
        left = list(self.yaku)
        if name in left:
            left.remove(name)
        return replace(self, yaku=tuple(left))


@dataclass(frozen=True, kw_only=True)
class HandEntry:
    """What is known of the hand so far. `problem` is a sentence about something typed that cannot be.

    The last of the `claims` is the one being entered. `said_riichi` are the sticks that were touched. `picking` says
    that the last touch was a yaku, so that the list of them stays open.
    """

    mode: Mode = "win"
    claims: tuple[Claim, ...] = ()
    discarder: Seat | None = None
    self_draw: bool = False
    tenpai: frozenset[Seat] = frozenset()
    dead: frozenset[Seat] = frozenset()
    nagashi: frozenset[Seat] = frozenset()
    reason: AbortReason | None = None
    offenders: frozenset[Seat] = frozenset()
    said_riichi: frozenset[Seat] = frozenset()
    picking: bool = False
    problem: str = ""

    @classmethod
    def read(cls, query: QueryDict) -> "HandEntry":
        """The state that a query string (or a submitted form) describes, after its touch. Nonsense is dropped."""
        discarder = query.get("discarder", "")
        entry = cls(
            mode=MODES.get(query.get("mode", ""), "win"),
            claims=tuple(_claims(query)),
            discarder=_seat(discarder),
            self_draw=discarder == SELF_DRAW,
            tenpai=_seats(query.getlist("tenpai")),
            dead=_seats(query.getlist("dead")),
            nagashi=_seats(query.getlist("nagashi")),
            reason=_reason(query.get("reason", "")),
            offenders=_seats(query.getlist("offender")),
            said_riichi=_seats(query.getlist("riichi")),
        )
        if query.get("touch", "") == "typed":
            return entry._typed(query.get("han", ""), query.get("fu", ""))
        return entry._touched(query.get("touch", ""))._coherent()

    @property
    def claim(self) -> Claim | None:
        """The win being entered."""
        return self.claims[-1] if self.claims else None

    @property
    def winner(self) -> Seat | None:
        return self.claim.winner if self.claim else None

    @property
    def value(self) -> Value | None:
        return self.claim.value if self.claim else None

    @property
    def riichi(self) -> frozenset[Seat]:
        """Who is in riichi: four riichi are four."""
        return frozenset(SEATS) if self.reason is AbortReason.FOUR_RIICHI else self.said_riichi

    @property
    def step(self) -> Step:
        """What the screen asks for next."""
        if self.mode != "win":
            return STEPS[self.mode]
        if self.claim is None:
            return "winner"
        if self.discarder is None and not self.self_draw:
            return "discarder"
        return "value" if self.claim.value is None else "confirm"

    def counted(self, value: Value, yaku: tuple[str, ...]) -> "HandEntry":
        """With this value and no yaku but these for the win being entered."""
        if self.claim is None:
            return self
        claim = replace(self.claim, yaku=yaku[:MOST_YAKU]).valued(value)
        return replace(self, claims=(*self.claims[:-1], claim))

    def in_riichi(self, riichi: bool) -> "HandEntry":
        """With the winner that is being entered in riichi, or not."""
        if self.winner is None:
            return self
        others = self.said_riichi - {self.winner}
        return replace(self, said_riichi=others | {self.winner} if riichi else others)

    def outcome(self) -> Outcome | None:
        """What was said, once it is complete. Raises `Refused` for what cannot be."""
        match self.mode:
            case "win":
                return self._win()
            case "draw":
                return ExhaustiveDraw(tenpai=self.tenpai, dead_hands=self.dead, riichi=self.riichi)
            case "nagashi":
                return None
            case "nagashi-tenpai":
                return NagashiMangan(winners=self.nagashi, tenpai=self.tenpai, riichi=self.riichi)
            case "abort":
                return AbortiveDraw(reason=self.reason, riichi=self.riichi) if self.reason else None
            case "chombo":
                return Chombo(offenders=self.offenders, riichi=self.riichi) if self.offenders else None
            case "redeal":
                return Redeal(riichi=self.riichi)

    def pairs(self) -> list[tuple[str, str]]:
        """The state as names and values, for hidden fields and the address bar."""
        pairs: list[tuple[str, str]] = [("mode", self.mode)] if self.mode != "win" else []
        pairs += [("winner", str(int(claim.winner))) for claim in self.claims]
        if self.self_draw:
            pairs.append(("discarder", SELF_DRAW))
        elif self.discarder is not None:
            pairs.append(("discarder", str(int(self.discarder))))
        pairs += [("value", value_to_text(claim.value)) for claim in self.claims if claim.value is not None]
        pairs += [("liable", f"{claim.winner:d}:{claim.liable:d}") for claim in self.claims if claim.liable is not None]
        pairs += [("yaku", yaku_to_text(claim.winner, name)) for claim in self.claims for name in claim.yaku]
        if self.reason:
            pairs.append(("reason", self.reason.value))
        for name, seats in (
            ("offender", self.offenders),
            ("nagashi", self.nagashi),
            ("tenpai", self.tenpai),
            ("dead", self.dead),
            ("riichi", self.said_riichi),
        ):
            pairs += [(name, str(int(seat))) for seat in sorted(seats)]
        return pairs

    def _win(self) -> Outcome | None:
        wins = tuple(
            Win(winner=claim.winner, value=claim.value, liable=claim.liable, yaku=claim.yaku)
            for claim in self.claims
            if claim.value is not None
        )
        if not wins or len(wins) < len(self.claims):
            return None
        if self.self_draw:
            if len(wins) > 1:
                raise Refused("one_winner")
            return Tsumo(win=wins[0], riichi=self.riichi)
        return Ron(discarder=self.discarder, wins=wins, riichi=self.riichi) if self.discarder is not None else None

    def _touched(self, touch: str) -> "HandEntry":
        name, _colon, argument = touch.partition(":")
        seat = _seat(argument)
        match name:
            case "winner" if seat is not None:
                again = self.winner is seat
                return replace(self._cleared(), claims=() if again else (Claim(winner=seat),))
            case "also" if seat is not None:
                return self._also(seat)
            case "discarder" if seat is not None:
                return replace(self._valued(None), discarder=seat, self_draw=False)
            case "self-draw":
                return replace(self._valued(None), discarder=None, self_draw=True)
            case "value":
                return self._valued(_value(argument))
            case "revalue" if seat is not None:
                return self._revalued(seat)
            case "liable":
                winner, _colon, liable = argument.partition(":")
                return self._made_liable(_seat(winner), _seat(liable))
            case "yaku" | "no-yaku":
                winner, _colon, text = argument.partition(":")
                return self._picked(_seat(winner), YAKU_BY_TEXT.get(text, ""), more=name == "yaku")
            case "draw" | "nagashi" | "chombo" | "redeal" if seat is None:
                return replace(self._cleared(), mode=name)
            case "abort":
                reason = _reason(argument)
                return replace(self._cleared(), mode="abort", reason=reason) if reason else self
            case "nagashi-tenpai":
                return replace(self, mode="nagashi-tenpai") if self.nagashi else self
            case "nagashi" if seat is not None:
                return replace(self, nagashi=self.nagashi ^ {seat})
            case "tenpai" if seat is not None:
                return replace(self, tenpai=self.tenpai ^ {seat})
            case "dead" if seat is not None:
                return replace(self, dead=self.dead ^ {seat}, tenpai=self.tenpai - {seat})
            case "noten" if seat is not None:  # after riichi: a chombo (R14.3)
                return replace(self._cleared(), mode="chombo", offenders=frozenset({seat}))
            case "offender" if seat is not None:
                return replace(self, offenders=self.offenders ^ {seat})
            case "riichi" if seat is not None:
                return replace(self, said_riichi=self.said_riichi ^ {seat})
            case "win":
                return self._cleared()
            case _:
                return self

    def _typed(self, han: str, fu: str) -> "HandEntry":
        """Han and fu from the keyboard; fu may be missing from five han on."""
        try:
            numbers = (int(han), int(fu) if fu.strip() else None)
        except ValueError:
            return replace(self._valued(None), problem=_("Han and fu are whole numbers, for example 3 and 30."))
        if numbers[0] > 99 or (numbers[1] or 0) > 999:
            return replace(self._valued(None), problem=_("No hand has that many han or fu."))
        try:
            return self._valued(HanFu(*numbers))
        except Refused as refused:
            return replace(self._valued(None), problem=refusal_words(refused))

    def _cleared(self) -> "HandEntry":
        """As nothing but riichi had been touched: a declared riichi outlives every change of mind."""
        return HandEntry(said_riichi=self.said_riichi)

    def _valued(self, value: Value | None) -> "HandEntry":
        """With this value for the win being entered."""
        return replace(self, claims=(*self.claims[:-1], self.claim.valued(value))) if self.claim else self

    def _revalued(self, seat: Seat) -> "HandEntry":
        """Once more without the value of this winner, who is entered as the last one now."""
        others = tuple(claim for claim in self.claims if claim.winner is not seat)
        asked = tuple(claim.valued(None) for claim in self.claims if claim.winner is seat)
        known = all(claim.value is not None for claim in others)
        return replace(self, claims=(*others, *asked)) if known else self

    def _also(self, seat: Seat) -> "HandEntry":
        """One more winner of the same discard; touched again before its value is known, not."""
        known = tuple(claim for claim in self.claims if claim.value is not None)
        if seat in {claim.winner for claim in known} or seat is self.discarder:
            return self
        return replace(self, claims=known if seat is self.winner else (*known, Claim(winner=seat)))

    def _made_liable(self, winner: Seat | None, liable: Seat | None) -> "HandEntry":
        claims = (
            replace(claim, liable=None if claim.liable is liable else liable) if claim.winner is winner else claim
            for claim in self.claims
        )
        return replace(self, claims=tuple(claims))

    def _picked(self, winner: Seat | None, name: str, *, more: bool) -> "HandEntry":
        claims = (
            (claim.picked(name) if more else claim.taken_back(name)) if name and claim.winner is winner else claim
            for claim in self.claims
        )
        bet = {winner} if more and winner is not None and name in RIICHI else set()  # it cannot have been won without
        return replace(self, claims=tuple(claims), picking=True, said_riichi=self.said_riichi | bet)

    def _coherent(self) -> "HandEntry":
        """Without what contradicts itself: a winner off their own discard, a riichi player who is noten."""
        if len(self.claims) == 1 and self.winner is self.discarder:
            return replace(self._valued(None), discarder=None)
        if self.mode != "abort" and self.reason:
            return replace(self, reason=None)._coherent()
        if self.mode == "abort" and not self.reason:
            return self._cleared()
        if self.mode == "draw":
            dead = self.dead & self.riichi
            return replace(self, dead=dead, tenpai=(self.tenpai | self.riichi) - dead)
        if self.mode == "nagashi-tenpai":
            return replace(self, tenpai=self.tenpai | self.riichi)
        return self


def value_to_text(value: Value) -> str:
    """A value as the query string writes it: "3-30", "7-", "mangan" or "yakuman-2"."""
    match value:
        case HanFu(han=han, fu=fu):
            return f"{han}-{'' if fu is None else fu}"
        case Limit():
            return value.name.lower()
        case Yakuman(count=count):
            return f"yakuman-{count}"


def yaku_to_text(winner: Seat, name: str) -> str:
    """A yaku of one winner as the query string writes it: "1:seat-wind-east"."""
    return f"{winner:d}:{name.replace(' ', '-')}"


def _claims(query: QueryDict) -> Iterator[Claim]:
    """The winners with their values, both in the order in which they were touched; the last may lack its value."""
    liable = dict(text.split(":", 1) for text in query.getlist("liable") if ":" in text)
    named = [text.split(":", 1) for text in query.getlist("yaku") if ":" in text]
    for winner, text in zip_longest(query.getlist("winner")[:3], query.getlist("value")[:3], fillvalue=""):
        seat, value = _seat(winner), _value(text)
        if seat is not None:
            yaku = _fitting((YAKU_BY_TEXT[name] for of, name in named if of == winner and name in YAKU_BY_TEXT), value)
            yield Claim(winner=seat, value=value, liable=_seat(liable.get(winner)), yaku=yaku[:MOST_YAKU])


def _fitting(names: Iterable[str], value: Value | None) -> tuple[str, ...]:
    """The names that such a hand can have, each once but dora."""
    fitting: list[str] = []
    for name in names:
        fits = value is None or may_name(name, yakuman=is_yakuman(value))
        if fits and (name in DORA or name not in fitting):
            fitting.append(name)
    return tuple(fitting)


def _value(text: str) -> Value | None:
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


def _reason(text: str) -> AbortReason | None:
    return AbortReason(text) if text in list(AbortReason) else None


def _seat(text: str | None) -> Seat | None:
    return Seat(int(text)) if text in ("0", "1", "2", "3") else None


def _seats(texts: Iterable[str]) -> frozenset[Seat]:
    return frozenset(seat for text in texts if (seat := _seat(text)) is not None)
