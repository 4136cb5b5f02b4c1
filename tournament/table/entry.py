"""The hand being entered: the touches so far, and the outcome they make.

The whole state travels in the query string, so that every touch is an ordinary GET, a reload loses nothing and
the same screen works without JavaScript. A touch is one more parameter, `touch`, that leads to the next state.
`scoring` works out the points.
"""

from dataclasses import dataclass, replace

from django.http import QueryDict
from django.utils.translation import gettext as _

from scoring.game_format import MOST_YAKU
from scoring.outcome import (
    AbortiveDraw,
    AbortReason,
    Chombo,
    ExhaustiveDraw,
    HanFu,
    NagashiMangan,
    Outcome,
    Redeal,
    Ron,
    Tsumo,
    Value,
    Win,
)
from scoring.refusal import Refused
from scoring.seats import SEATS, Seat
from tournament.core.words.refusals import refusal_words
from tournament.table.claim import Claim, claims_in
from tournament.table.entry_steps import MODES, STEPS, Mode, Step
from tournament.table.entry_text import (
    SELF_DRAW,
    YAKU_BY_TEXT,
    reason_in,
    seat_in,
    seats_in,
    value_in,
    value_to_text,
    yaku_to_text,
)

RIICHI = ("riichi", "double riichi")


@dataclass(frozen=True, kw_only=True)
class HandEntry:
    """The hand as far as it is entered. `problem` is a sentence about impossible typed input.

    The last of the `claims` is being entered. `touched_riichi` are the sticks that were touched. `picking`: the last
    touch was a yaku, so that the list of yaku stays open.
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
    touched_riichi: frozenset[Seat] = frozenset()
    picking: bool = False
    problem: str = ""

    @classmethod
    def read(cls, query: QueryDict) -> "HandEntry":
        """The state that a query string (or a submitted form) describes, after its touch. Nonsense is dropped."""
        discarder = query.get("discarder", "")
        entry = cls(
            mode=MODES.get(query.get("mode", ""), "win"),
            claims=tuple(claims_in(query)),
            discarder=seat_in(discarder),
            self_draw=discarder == SELF_DRAW,
            tenpai=seats_in(query.getlist("tenpai")),
            dead=seats_in(query.getlist("dead")),
            nagashi=seats_in(query.getlist("nagashi")),
            reason=reason_in(query.get("reason", "")),
            offenders=seats_in(query.getlist("offender")),
            touched_riichi=seats_in(query.getlist("riichi")),
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
        """The seats in riichi; all four after an abortive draw by four riichi."""
        return frozenset(SEATS) if self.reason is AbortReason.FOUR_RIICHI else self.touched_riichi

    @property
    def step(self) -> Step:
        """The next question of the screen."""
        if self.mode != "win":
            return STEPS[self.mode]
        if self.claim is None:
            return "winner"
        if self.discarder is None and not self.self_draw:
            return "discarder"
        return "value" if self.claim.value is None else "confirm"

    def counted(self, value: Value, yaku: tuple[str, ...]) -> "HandEntry":
        """A copy with this value and exactly these yaku for the win being entered."""
        if self.claim is None:
            return self
        claim = replace(self.claim, yaku=yaku[:MOST_YAKU]).valued(value)
        return replace(self, claims=(*self.claims[:-1], claim))

    def in_riichi(self, riichi: bool) -> "HandEntry":
        """A copy with the winner being entered in riichi, or not."""
        if self.winner is None:
            return self
        others = self.touched_riichi - {self.winner}
        return replace(self, touched_riichi=others | {self.winner} if riichi else others)

    def outcome(self) -> Outcome | None:
        """The outcome, once it is complete. Raises `Refused` for an impossible one."""
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
            ("riichi", self.touched_riichi),
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
        seat = seat_in(argument)
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
                return self._valued(value_in(argument))
            case "revalue" if seat is not None:
                return self._revalued(seat)
            case "liable":
                winner, _colon, liable = argument.partition(":")
                return self._made_liable(seat_in(winner), seat_in(liable))
            case "yaku" | "no-yaku":
                winner, _colon, text = argument.partition(":")
                return self._picked(seat_in(winner), YAKU_BY_TEXT.get(text, ""), more=name == "yaku")
            case "draw" | "nagashi" | "chombo" | "redeal" if seat is None:
                return replace(self._cleared(), mode=name)
            case "abort":
                reason = reason_in(argument)
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
                return replace(self, touched_riichi=self.touched_riichi ^ {seat})
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
            return replace(self._valued(None), problem=_("No hand is worth that many han or fu."))
        try:
            return self._valued(HanFu(*numbers))
        except Refused as refused:
            return replace(self._valued(None), problem=refusal_words(refused))

    def _cleared(self) -> "HandEntry":
        """A new entry that keeps only the riichi: a declared riichi stays through every change of mind."""
        return HandEntry(touched_riichi=self.touched_riichi)

    def _valued(self, value: Value | None) -> "HandEntry":
        """A copy with this value for the win being entered."""
        return replace(self, claims=(*self.claims[:-1], self.claim.valued(value))) if self.claim else self

    def _revalued(self, seat: Seat) -> "HandEntry":
        """A copy without this winner's value, which is asked for next."""
        others = tuple(claim for claim in self.claims if claim.winner is not seat)
        cleared = tuple(claim.valued(None) for claim in self.claims if claim.winner is seat)
        known = all(claim.value is not None for claim in others)
        return replace(self, claims=(*others, *cleared)) if known else self

    def _also(self, seat: Seat) -> "HandEntry":
        """A copy with one more winner of the same discard; a second touch before the value removes it."""
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
        return replace(self, claims=tuple(claims), picking=True, touched_riichi=self.touched_riichi | bet)

    def _coherent(self) -> "HandEntry":
        """A copy without contradictions: a winner off their own discard, a riichi player who is noten."""
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
