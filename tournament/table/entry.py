"""The hand being entered: the fields of the form that are filled in so far, and the outcome they make.

The form is plain HTML. Nothing is stored on the server until the hand is complete: the whole state is in the query
string, so that a reload loses nothing and links to other pages can contain it. `scoring` computes the points.
"""

from dataclasses import dataclass, replace
from typing import Literal, get_args

from django.http import QueryDict

from scoring.outcome import (
    AbortiveDraw,
    AbortReason,
    Chombo,
    ExhaustiveDraw,
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
from tournament.table.claim import SUFFIXES, Claim, claims_in
from tournament.table.entry_text import SELF_DRAW, seat_in, seats_in

Mode = Literal["win", "draw", "nagashi", "nagashi-tenpai", "abort", "chombo", "redeal"]
MODES: dict[str, Mode] = {mode: mode for mode in get_args(Mode) if mode != "abort"}


@dataclass(frozen=True, kw_only=True)
class HandEntry:
    """The fields of a hand that are filled in so far. `declared` are the seats whose riichi was entered.

    `mode` is the kind of outcome, and `reason` the kind of abortive draw. `claims` are the winners. `dead` are the
    seats in riichi that cannot be entered as tenpai, because their hands are dead (R11.8). In mode "nagashi" the form
    asks who has nagashi mangan; in mode "nagashi-tenpai" it asks who is tenpai. `problem` is a sentence about
    impossible typed input.
    """

    mode: Mode = "win"
    reason: AbortReason | None = None
    claims: tuple[Claim, ...] = ()
    discarder: Seat | None = None
    self_draw: bool = False
    tenpai: frozenset[Seat] = frozenset()
    dead: frozenset[Seat] = frozenset()
    nagashi: frozenset[Seat] = frozenset()
    offenders: frozenset[Seat] = frozenset()
    declared: frozenset[Seat] = frozenset()
    problem: str = ""

    @classmethod
    def read(cls, query: QueryDict) -> "HandEntry":
        """Return the entry that a submitted form or its query string describes.

        Unreadable fields are ignored, and so are fields of another mode, which the form hides but still sends. If the
        query has `again`, a new entry begins, with only the declared riichi.
        """
        declared = seats_in(query.getlist("riichi"))
        if "again" in query:
            return cls(declared=declared)
        mode, reason = _mode(query.get("mode", "win"))
        entry = cls(mode=mode, reason=reason, declared=declared)
        match mode:
            case "win":
                return entry._with_win(query)
            case "draw":
                dead = seats_in(query.getlist("dead")) & entry.declared
                tenpai = seats_in(query.getlist("tenpai")) | entry.declared
                return replace(entry, tenpai=tenpai - dead, dead=dead)
            case "nagashi" | "nagashi-tenpai":
                tenpai = seats_in(query.getlist("tenpai")) | entry.declared if mode == "nagashi-tenpai" else frozenset()
                return replace(entry, nagashi=seats_in(query.getlist("nagashi")), tenpai=tenpai)
            case "chombo":
                return replace(entry, offenders=seats_in(query.getlist("offender")))
            case _:
                return entry

    @property
    def riichi(self) -> frozenset[Seat]:
        """The seats in riichi; all four after an abortive draw by four riichi."""
        return frozenset(SEATS) if self.reason is AbortReason.FOUR_RIICHI else self.declared

    @property
    def is_value_missing(self) -> bool:
        """Whether the win is complete except for the value of its last winner."""
        return bool(self.claims) and self.claims[-1].value is None and (self.self_draw or self.discarder is not None)

    def counted(self, value: Value, yaku: tuple[str, ...]) -> "HandEntry":
        """Return a copy in which the last winner has this value and exactly these yaku."""
        return replace(self, claims=(*self.claims[:-1], self.claims[-1].with_value(value, yaku)))

    def in_riichi(self, riichi: bool) -> "HandEntry":
        """Return a copy in which the last winner is in riichi or, if `riichi` is false, is not."""
        winner = {claim.winner for claim in self.claims[-1:]}
        return replace(self, declared=self.declared | winner if riichi else self.declared - winner)

    def outcome(self) -> Outcome | None:
        """Return the outcome of the entry; None while the entry is incomplete. Raises `Refused` for an impossible
        outcome."""
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
        """Return the entry as names and values of the form's fields; empty for an empty entry."""
        mode = f"abort-{self.reason}" if self.reason else self.mode
        pairs = [("mode", mode)] if mode != "win" else []
        for suffix, claim in zip(SUFFIXES, self.claims, strict=False):
            pairs += claim.pairs(suffix)
        if self.self_draw:
            pairs.append(("discarder", SELF_DRAW))
        elif self.discarder is not None:
            pairs.append(("discarder", f"{self.discarder:d}"))
        for name, seats in (
            ("offender", self.offenders),
            ("nagashi", self.nagashi),
            ("tenpai", self.tenpai),
            ("dead", self.dead),
            ("riichi", self.declared),
        ):
            pairs += [(name, f"{seat:d}") for seat in sorted(seats)]
        return pairs

    def _with_win(self, query: QueryDict) -> "HandEntry":
        discarder = query.get("discarder", "")
        claims, problem = claims_in(query)
        thrown = seat_in(discarder)
        if len(claims) == 1 and claims[0].winner is thrown:
            thrown = None
        return replace(self, claims=claims, discarder=thrown, self_draw=discarder == SELF_DRAW, problem=problem)

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


def _mode(text: str) -> tuple[Mode, AbortReason | None]:
    kind, _dash, reason = text.partition("-")
    if kind == "abort" and reason in list(AbortReason):
        return "abort", AbortReason(reason)
    return MODES.get(text, "win"), None
