"""Finds the wins and draws of the current hand that reach a goal.

Each possible outcome is computed by `advance` and `place`, so this module knows no payments, uma or ties. Liability is
ignored.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from scoring.goals import Goal, TableState, placements
from scoring.hanchan import PlayedHand, advance, winless
from scoring.offers import most_yakuman
from scoring.outcome import ExhaustiveDraw, HanFu, Outcome, Ron, Tsumo, Value, Win, Yakuman
from scoring.payments import Reason
from scoring.rules import Ruleset
from scoring.seats import SEATS, SUBSETS, Points, Seat, by_seat
from scoring.value import FU, WinKind, minimum_han, worth

_RICH = 1_000_000
"""Points above every limit at which a ruleset ends the game."""


class Verdict(StrEnum):
    """Whether an outcome of the current hand reaches a goal. With `REACHED` the hanchan is also over."""

    REACHED = "reached"
    SO_FAR = "so_far"  # reached with the points after this hand, but more hands follow
    MISSED = "missed"


@dataclass(frozen=True, slots=True, kw_only=True)
class WinGroup:
    """All hand values with the same payments, and whether a win with them reaches the goal.

    `paid` is each seat's payment for the hand, in points, without counters and bets. A limit is listed only once in
    `values`, with its fewest han.
    """

    values: tuple[Value, ...]
    paid: Points
    verdict: Verdict

    @property
    def pays(self) -> int:
        """Points that the winner receives from all payers."""
        return sum(self.paid)


@dataclass(frozen=True, slots=True, kw_only=True)
class WinCase:
    """All wins of one player off one discarder, or by self-draw (`discarder` is None), the cheapest first."""

    winner: Seat
    discarder: Seat | None
    groups: tuple[WinGroup, ...]

    @property
    def enough(self) -> tuple[WinGroup, ...]:
        """Return the wins with the verdict `REACHED`; if there are none, the wins with the verdict `SO_FAR`."""
        for_good = tuple(group for group in self.groups if group.verdict is Verdict.REACHED)
        return for_good or tuple(group for group in self.groups if group.verdict is Verdict.SO_FAR)

    @property
    def cheapest(self) -> WinGroup | None:
        return self.enough[0] if self.enough else None

    @property
    def more_expensive_misses(self) -> tuple[WinGroup, ...]:
        """Return the wins that miss the goal although a cheaper win reaches it: the more the payer loses, the higher
        another player may be placed."""
        if not self.cheapest:
            return ()
        more_expensive = self.groups[self.groups.index(self.cheapest) :]
        return tuple(group for group in more_expensive if group.verdict is Verdict.MISSED)


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawCase:
    """A drawn hand: the tenpai seats, and whether this draw reaches the goal."""

    tenpai: frozenset[Seat]
    verdict: Verdict


@dataclass(frozen=True, slots=True, kw_only=True)
class LastHand:
    """The wins and draws of the current hand, each with its verdict on a goal. `now` says whether the points before the
    hand already reach the goal."""

    now: bool
    wins: tuple[WinCase, ...]
    draws: tuple[DrawCase, ...]


def is_last_hand(table: TableState) -> bool:
    """Whether the hanchan ends with this hand if East loses the deal and somebody has enough points."""
    if table.last_by_clock:
        return True
    rich = by_seat(_RICH for _ in SEATS)
    passed = Tsumo(win=Win(winner=table.situation.dealer.after(), value=Yakuman()))
    return advance(passed, table.situation._replace(points=rich), rules=table.rules).ending is not None


def last_hand(table: TableState, goal: Goal) -> LastHand:
    """Judge every win of the player who has this goal, and every draw. Raises `Refused` if a player in riichi cannot
    pay the bet."""
    return LastHand(
        now=goal.reached(placements(table, table.situation, table.winless)),
        wins=wins(table, goal, goal.seat),
        draws=tuple(
            DrawCase(tenpai=tenpai, verdict=judged(table, goal, ExhaustiveDraw(tenpai=tenpai, riichi=table.riichi)))
            for tenpai in SUBSETS
            if tenpai >= table.riichi
        ),
    )


def wins(table: TableState, goal: Goal, winner: Seat) -> tuple[WinCase, ...]:
    """Return a player's wins by ron from each seat in turn order, then by self-draw, judged by a goal."""
    discarders: list[Seat | None] = [winner.after(turns) for turns in (1, 2, 3)]
    return tuple(
        WinCase(winner=winner, discarder=discarder, groups=tuple(_groups(table, goal, winner, discarder)))
        for discarder in (*discarders, None)
    )


def judged(table: TableState, goal: Goal, outcome: Outcome) -> Verdict:
    """Return the verdict on one outcome of the current hand: whether it reaches the goal."""
    return _verdict(table, goal, advance(outcome, table.situation, rules=table.rules))


def _verdict(table: TableState, goal: Goal, played: PlayedHand) -> Verdict:
    still_winless = table.winless & winless([played], rules=table.rules)
    if not goal.reached(placements(table, played.after, still_winless)):
        return Verdict.MISSED
    return Verdict.REACHED if played.ending or table.last_by_clock else Verdict.SO_FAR


def legal_values(kind: WinKind, rules: Ruleset) -> Iterator[Value]:
    """Yield every value that a win can have (R14.1); each limit is given once, with its fewest han."""
    for han in (1, 2, 3, 4):
        for fu in FU:
            least = minimum_han(fu, kind, rules)
            if least is not None and least <= han:
                yield HanFu(han, fu)
    yield from (HanFu(han) for han in ((5, 6, 8, 11, 13) if rules.kazoe else (5, 6, 8, 11)))
    yield from (Yakuman(count) for count in range(1, most_yakuman(rules) + 1))


def _groups(table: TableState, goal: Goal, winner: Seat, discarder: Seat | None) -> Iterator[WinGroup]:
    """Yield a `WinGroup` for all values that lead to the same payments. Values with equal base points have the same
    payments, so only one of them is computed."""
    kind: WinKind = "ron" if discarder is not None else "tsumo"
    by_base: dict[int, list[Value]] = {}
    for value in legal_values(kind, table.rules):
        by_base.setdefault(worth(value, kind, rules=table.rules).base, []).append(value)
    by_payment: dict[Points, WinGroup] = {}
    for _base, values in sorted(by_base.items()):
        played = advance(_win(winner, discarder, values[0], table.riichi), table.situation, rules=table.rules)
        hand = [payment for payment in played.settlement.payments if payment.reason is Reason.HAND]
        paid = by_seat(sum(payment.points for payment in hand if payment.payer is seat) for seat in SEATS)
        same = by_payment[paid].values if paid in by_payment else ()
        by_payment[paid] = WinGroup(values=(*same, *values), paid=paid, verdict=_verdict(table, goal, played))
    yield from by_payment.values()


def _win(winner: Seat, discarder: Seat | None, value: Value, riichi: frozenset[Seat]) -> Ron | Tsumo:
    win = Win(winner=winner, value=value)
    if discarder is None:
        return Tsumo(win=win, riichi=riichi)
    return Ron(discarder=discarder, wins=(win,), riichi=riichi)
