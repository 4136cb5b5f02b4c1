"""Short notation for hands and tables. The players are A, B, C and D, who start as East, South, West and North."""

import re

from scoring.hanchan import PlayedHand
from scoring.outcome import (
    AbortiveDraw,
    AbortReason,
    Chombo,
    ExhaustiveDraw,
    HanFu,
    Limit,
    NagashiMangan,
    Redeal,
    Ron,
    Tsumo,
    Value,
    Win,
    Yakuman,
)
from scoring.seats import Points, Seat, Wind
from scoring.situation import Situation
from scoring.uma import FloatingUma

A, B, C, D = ALL = tuple(Seat)
MANGAN, HANEMAN, BAIMAN, SANBAIMAN = Limit.MANGAN, Limit.HANEMAN, Limit.BAIMAN, Limit.SANBAIMAN
YAKUMAN = Yakuman(1)

STARTED = (30_000, 30_000, 30_000, 30_000)
OVER = "over"
FLOATING = FloatingUma(((0, 0, 0, 0), (12, -1, -3, -8), (8, 4, -4, -8), (8, 3, 1, -12), (0, 0, 0, 0)))
"""The floating uma of JPML's A rules, as in its table: by the number of players at or above the return points."""


def value(written: str | Value) -> Value:
    """Parse the value of a hand: `value("3/60")` is 3 han 60 fu, `value("13")` is 13 han."""
    if not isinstance(written, str):
        return written
    han, _, fu = written.partition("/")
    return HanFu(int(han), int(fu) if fu else None)


def win(winner: Seat, worth: str | Value, *, liable: Seat | None = None, yaku: tuple[str, ...] = ()) -> Win:
    return Win(winner=winner, value=value(worth), liable=liable, yaku=yaku)


def ron(winner: Seat, discarder: Seat, worth: str | Value, *, liable: Seat | None = None, yaku=(), riichi=()) -> Ron:
    """Return a ron with one winner."""
    return Ron(discarder=discarder, wins=(win(winner, worth, liable=liable, yaku=yaku),), riichi=frozenset(riichi))


def claims(discarder: Seat, *wins: Win, riichi=()) -> Ron:
    """Return a ron in which several players win by the same discard."""
    return Ron(discarder=discarder, wins=wins, riichi=frozenset(riichi))


def tsumo(winner: Seat, worth: str | Value, *, liable: Seat | None = None, yaku=(), riichi=()) -> Tsumo:
    return Tsumo(win=win(winner, worth, liable=liable, yaku=yaku), riichi=frozenset(riichi))


def draw(*tenpai: Seat, dead=(), riichi=()) -> ExhaustiveDraw:
    return ExhaustiveDraw(tenpai=frozenset(tenpai), dead_hands=frozenset(dead), riichi=frozenset(riichi))


def nagashi(*winners: Seat, tenpai=(), riichi=()) -> NagashiMangan:
    return NagashiMangan(winners=frozenset(winners), tenpai=frozenset(tenpai), riichi=frozenset(riichi))


def abort(reason: str, *, riichi=()) -> AbortiveDraw:
    return AbortiveDraw(reason=AbortReason(reason), riichi=frozenset(riichi))


def chombo(*offenders: Seat, riichi=()) -> Chombo:
    return Chombo(offenders=frozenset(offenders), riichi=frozenset(riichi))


def redeal(*, riichi=()) -> Redeal:
    return Redeal(riichi=frozenset(riichi))


def table(label: str = "E1", points: Points = STARTED) -> Situation:
    """Parse a situation: `table("S4 h1 k2")` is South 4 with one counter (honba) and two riichi bets on the table."""
    wind, number, honba, sticks = re.fullmatch(r"([ESWN])([1-4])(?: h(\d+))?(?: k(\d+))?", label).groups("0")
    return Situation(
        points=points,
        round_wind=Wind(wind),
        dealer=Seat(int(number) - 1),
        honba=int(honba),
        riichi_sticks=int(sticks),
    )


def label(situation: Situation) -> str:
    """Return the situation in the notation of `table`, always with counters and bets."""
    number = situation.dealer + 1
    return f"{situation.round_wind}{number} h{situation.honba} k{situation.riichi_sticks}"


def follows(hand: PlayedHand) -> str:
    """Return the label of the situation after a hand, or "over" if the hand ended the game."""
    return OVER if hand.ending else label(hand.after)
