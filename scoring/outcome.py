"""Outcomes of a hand, as a referee records them. Building an impossible outcome raises `Refused`.

`settle` checks whether the ruleset and the state of the game allow an outcome.
"""

from dataclasses import dataclass, replace
from enum import IntEnum, StrEnum

from scoring.refusal import Refused
from scoring.seats import Seat


class Limit(IntEnum):
    """Limit hands; the value of each is its base points (R3.6, R3.7)."""

    MANGAN = 2_000
    HANEMAN = 3_000
    BAIMAN = 4_000
    SANBAIMAN = 6_000
    YAKUMAN = 8_000


@dataclass(frozen=True, slots=True)
class HanFu:
    """A hand value in han and fu. Fu may be rounded up; 25 fu are seven pairs. From 5 han on fu may be None."""

    han: int
    fu: int | None = None

    def __post_init__(self) -> None:
        if self.han < 1:
            raise Refused("illegal_han", han=self.han)
        if self.han < 5 and self.fu is None:
            raise Refused("missing_fu", han=self.han)


@dataclass(frozen=True, slots=True)
class Yakuman:
    """A hand that has one or more yakuman. The ruleset decides how many of them count (R3.8)."""

    count: int = 1

    def __post_init__(self) -> None:
        if self.count < 1:
            raise Refused("illegal_yakuman", count=self.count)


Value = HanFu | Limit | Yakuman


@dataclass(frozen=True, slots=True, kw_only=True)
class Win:
    """One player's winning hand; `liable` is the player who pays for having fed a yakuman.

    `yaku` are names for the record, from `scoring.tiles.words`. A dora is named once for each han: three dora are
    "dora", "dora", "dora". The names are optional, may be incomplete, and are not compared with the value. They decide
    only whether somebody can be liable (R14.9), and for which yakuman (`Ruleset.pao_composite`).
    """

    winner: Seat
    value: Value
    liable: Seat | None = None
    yaku: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if self.liable is None:
            return
        if self.liable is self.winner:
            raise Refused("liable_is_winner")
        if not (isinstance(self.value, Yakuman) or self.value is Limit.YAKUMAN):
            raise Refused("liable_without_yakuman")


@dataclass(frozen=True, slots=True, kw_only=True)
class Ron:
    """A win on a discard. `wins` has the win of every player who claimed the discard; the ruleset decides which wins
    are paid (R6.1)."""

    discarder: Seat
    wins: tuple[Win, ...]
    riichi: frozenset[Seat] = frozenset()

    def __post_init__(self) -> None:
        winners = [win.winner for win in self.wins]
        if not winners:
            raise Refused("no_winner")
        if self.discarder in winners:
            raise Refused("winner_is_discarder")
        if len(set(winners)) < len(winners):
            raise Refused("duplicate_winner")


@dataclass(frozen=True, slots=True, kw_only=True)
class Tsumo:
    """A win by self-draw."""

    win: Win
    riichi: frozenset[Seat] = frozenset()


@dataclass(frozen=True, slots=True, kw_only=True)
class ExhaustiveDraw:
    """The wall ran out. `tenpai` are the seats that declared tenpai, `dead_hands` the seats that were not allowed to
    declare it (R8)."""

    tenpai: frozenset[Seat] = frozenset()
    dead_hands: frozenset[Seat] = frozenset()
    riichi: frozenset[Seat] = frozenset()

    def __post_init__(self) -> None:
        if self.tenpai & self.dead_hands:
            raise Refused("tenpai_and_dead")
        if self.riichi - self.tenpai - self.dead_hands:
            raise Refused("riichi_not_tenpai")


@dataclass(frozen=True, slots=True, kw_only=True)
class NagashiMangan:
    """The wall ran out, and somebody discarded only terminals and honours, none of which was called."""

    winners: frozenset[Seat]
    tenpai: frozenset[Seat] = frozenset()
    riichi: frozenset[Seat] = frozenset()

    def __post_init__(self) -> None:
        if not self.winners:
            raise Refused("no_winner")
        if self.riichi - self.tenpai:
            raise Refused("riichi_not_tenpai")


class AbortReason(StrEnum):
    """The reason why a hand was broken off; the ruleset has a switch for each reason (R9.2)."""

    FOUR_WINDS = "four_winds"
    NINE_TERMINALS = "nine_terminals"
    FOUR_KONGS = "four_kongs"
    FOUR_RIICHI = "four_riichi"
    THREE_WINNERS = "three_winners"


@dataclass(frozen=True, slots=True, kw_only=True)
class AbortiveDraw:
    """The hand was broken off; only riichi bets move."""

    reason: AbortReason
    riichi: frozenset[Seat] = frozenset()

    def __post_init__(self) -> None:
        if self.reason is AbortReason.FOUR_RIICHI and len(self.riichi) < 4:
            raise Refused("four_riichi_needed")


@dataclass(frozen=True, slots=True, kw_only=True)
class Chombo:
    """One or more players broke the rules. The hand is dealt again, and the riichi bets of this hand go back to the
    players (R11)."""

    offenders: frozenset[Seat]
    riichi: frozenset[Seat] = frozenset()

    def __post_init__(self) -> None:
        if not self.offenders:
            raise Refused("no_offender")


@dataclass(frozen=True, slots=True, kw_only=True)
class Redeal:
    """The hand is dealt again and nobody is at fault: like a chombo without a penalty (R5)."""

    riichi: frozenset[Seat] = frozenset()


Outcome = Ron | Tsumo | ExhaustiveDraw | NagashiMangan | AbortiveDraw | Chombo | Redeal


def same_hand(first: Outcome, second: Outcome) -> bool:
    """Whether two outcomes are equal, ignoring named yaku and the order of winners."""
    return _bare(first) == _bare(second)


def _bare(outcome: Outcome) -> Outcome:
    match outcome:
        case Ron(wins=wins):
            bare = sorted((replace(win, yaku=()) for win in wins), key=lambda win: win.winner)
            return replace(outcome, wins=tuple(bare))
        case Tsumo(win=win):
            return replace(outcome, win=replace(win, yaku=()))
        case _:
            return outcome
