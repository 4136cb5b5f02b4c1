"""What the hand that is on can do for a goal: which wins and draws reach it.

Every outcome that is looked at goes through `advance` and `place`, so that nothing is known here of payments, uma or
ties. A hand's liability is left aside.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import chain, combinations

from scoring.goals import Goal, TableState, placements
from scoring.hanchan import PlayedHand, advance
from scoring.offers import most_yakuman
from scoring.outcome import ExhaustiveDraw, HanFu, Outcome, Ron, Tsumo, Value, Win, Yakuman
from scoring.payments import Reason
from scoring.rules import Ruleset
from scoring.seats import SEATS, Points, Seat, by_seat
from scoring.value import FU, WinKind, minimum_han, worth


class Verdict(StrEnum):
    """What an outcome does for a goal."""

    REACHED = "reached"
    SO_FAR = "so_far"  # reached by the points of that moment, but more hands follow
    MISSED = "missed"


@dataclass(frozen=True, slots=True, kw_only=True)
class Way:
    """A winning hand and what it does. `paid` is what each seat pays for it, without counters and bets; `values` all
    hands that are paid so, where of each limit the fewest han stand for all.
    """

    values: tuple[Value, ...]
    paid: Points
    verdict: Verdict

    @property
    def pays(self) -> int:
        """What it brings in all."""
        return sum(self.paid)


@dataclass(frozen=True, slots=True, kw_only=True)
class WinCase:
    """All wins of one player off one discarder, or by self-draw (None), the cheapest first."""

    winner: Seat
    discarder: Seat | None
    ways: tuple[Way, ...]

    @property
    def enough(self) -> tuple[Way, ...]:
        """Those that reach the goal: for good where there are any, else for the moment."""
        for_good = tuple(way for way in self.ways if way.verdict is Verdict.REACHED)
        return for_good or tuple(way for way in self.ways if way.verdict is Verdict.SO_FAR)

    @property
    def cheapest(self) -> Way | None:
        return self.enough[0] if self.enough else None

    @property
    def dearer_that_miss(self) -> tuple[Way, ...]:
        """Dearer ones than the cheapest that do not reach it: who pays more may let somebody else go by."""
        if not self.cheapest:
            return ()
        found = self.cheapest.pays
        return tuple(way for way in self.ways if way.pays > found and way.verdict is Verdict.MISSED)


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawCase:
    """A drawn hand: who is tenpai, and what it does."""

    tenpai: frozenset[Seat]
    verdict: Verdict


@dataclass(frozen=True, slots=True, kw_only=True)
class LastHand:
    """What the hand that is on can do for a goal: one's wins, the draws, and as the points stand now."""

    now: bool
    wins: tuple[WinCase, ...]
    draws: tuple[DrawCase, ...]


def is_last_hand(table: TableState) -> bool:
    """Whether this hand ends the hanchan when East loses the deal and somebody has points enough."""
    if table.last_by_clock:
        return True
    rich = by_seat(100_000 for _ in SEATS)
    passed = Tsumo(win=Win(winner=table.situation.dealer.after(), value=Yakuman()))
    return advance(passed, replace(table.situation, points=rich), rules=table.rules).ending is not None


def last_hand(table: TableState, goal: Goal) -> LastHand:
    """Every win of the goal's player and every draw. Raises `Refused` where a bet of `riichi` cannot be."""
    return LastHand(
        now=goal.reached(placements(table, table.situation)),
        wins=wins(table, goal, goal.seat),
        draws=tuple(
            DrawCase(tenpai=tenpai, verdict=judged(table, goal, ExhaustiveDraw(tenpai=tenpai, riichi=table.riichi)))
            for tenpai in _subsets()
            if tenpai >= table.riichi
        ),
    )


def wins(table: TableState, goal: Goal, winner: Seat) -> tuple[WinCase, ...]:
    """A player's wins by ron from each seat in turn order, then by self-draw, judged by somebody's goal."""
    discarders: list[Seat | None] = [winner.after(turns) for turns in (1, 2, 3)]
    return tuple(
        WinCase(winner=winner, discarder=discarder, ways=tuple(_ways(table, goal, winner, discarder)))
        for discarder in (*discarders, None)
    )


def judged(table: TableState, goal: Goal, outcome: Outcome) -> Verdict:
    """What one outcome of this hand does for a goal."""
    return _verdict(table, goal, advance(outcome, table.situation, rules=table.rules))


def _verdict(table: TableState, goal: Goal, played: PlayedHand) -> Verdict:
    if not goal.reached(placements(table, played.after)):
        return Verdict.MISSED
    return Verdict.REACHED if played.ending or table.last_by_clock else Verdict.SO_FAR


def legal_values(kind: WinKind, rules: Ruleset) -> Iterator[Value]:
    """Every value that a win can have (section 2.3), the fewest han of each limit for all of it."""
    for han in (1, 2, 3, 4):
        for fu in FU:
            least = minimum_han(fu, kind, rules)
            if least is not None and least <= han:
                yield HanFu(han, fu)
    yield from (HanFu(han) for han in ((5, 6, 8, 11, 13) if rules.kazoe else (5, 6, 8, 11)))
    yield from (Yakuman(count) for count in range(1, most_yakuman(rules) + 1))


def _subsets() -> Iterator[frozenset[Seat]]:
    return map(frozenset, chain.from_iterable(combinations(SEATS, size) for size in range(5)))


def _ways(table: TableState, goal: Goal, winner: Seat, discarder: Seat | None) -> Iterator[Way]:
    """One for each amount; values of equal base points pay the same and are settled once."""
    kind: WinKind = "ron" if discarder is not None else "tsumo"
    by_base: dict[int, list[Value]] = {}
    for value in legal_values(kind, table.rules):
        by_base.setdefault(worth(value, kind, rules=table.rules).base, []).append(value)
    found: dict[Points, Way] = {}
    for _base, values in sorted(by_base.items()):
        played = advance(_win(winner, discarder, values[0], table.riichi), table.situation, rules=table.rules)
        hand = [payment for payment in played.settlement.payments if payment.reason is Reason.HAND]
        paid = by_seat(sum(payment.points for payment in hand if payment.payer is seat) for seat in SEATS)
        same = found[paid].values if paid in found else ()
        found[paid] = Way(values=(*same, *values), paid=paid, verdict=_verdict(table, goal, played))
    yield from found.values()


def _win(winner: Seat, discarder: Seat | None, value: Value, riichi: frozenset[Seat]) -> Ron | Tsumo:
    win = Win(winner=winner, value=value)
    if discarder is None:
        return Tsumo(win=win, riichi=riichi)
    return Ron(discarder=discarder, wins=(win,), riichi=riichi)
