"""Payments: one amount that moves with its reason, and all payments of one hand."""

from collections.abc import Iterator
from enum import StrEnum
from functools import lru_cache
from math import prod
from typing import NamedTuple

from scoring.outcome import Outcome, Win
from scoring.rules import Ruleset
from scoring.seats import SEATS, Points, Seat
from scoring.situation import Situation
from scoring.uma import Tenths
from scoring.value import Worth

TABLE = len(SEATS)
"""Index of the table in a row of amounts, after the four seats."""


class Reason(StrEnum):
    """The reason of a payment."""

    RIICHI = "riichi"  # a bet laid on the table in this hand
    HAND = "hand"
    COUNTERS = "counters"
    BETS = "bets"  # riichi bets taken from the table
    NOTEN = "noten"
    NAGASHI = "nagashi"
    CHOMBO = "chombo"


class Payment(NamedTuple):  # not a frozen dataclass, which takes four times as long to make: there are five in a hand
    """One amount that moves. `payer` or `payee` is None if the points come from the table or go to it.

    `factors` are the base points and how many times they are paid; their product, rounded up, is `points` (R4.1).
    `pieces` is the number of counters or bets that are paid. Both fields are None for other kinds of payments.
    """

    reason: Reason
    points: int
    payer: Seat | None
    payee: Seat | None
    factors: tuple[int, int] | None = None
    pieces: int | None = None

    @property
    def exact(self) -> int:
        """Return the amount before it is rounded up to the next hundred."""
        return prod(self.factors) if self.factors else self.points


class PaidWin(NamedTuple):
    """A win that the ruleset pays, and its value."""

    win: Win
    worth: Worth


class Settlement(NamedTuple):
    """All payments of one hand, as `settlement` returns them.

    `outcome` is the outcome that counts. It may differ from the recorded outcome: claims that the ruleset does not pay
    are left out, and three claims at once may make an abortive draw. `penalties` are subtracted from the scores by
    seat, in thousands, and move no points on the table (R11.1). `deltas` is the change of points by seat, including
    riichi bets. `to_table` are the points that went to the table, negative if a winner took bets from it.
    """

    outcome: Outcome
    payments: tuple[Payment, ...]
    wins: tuple[PaidWin, ...]
    penalties: tuple[Tenths, Tenths, Tenths, Tenths]
    deltas: Points
    to_table: int


def settlement(
    outcome: Outcome,
    payments: tuple[Payment, ...],
    *,
    wins: tuple[PaidWin, ...] = (),
    penalties: tuple[Tenths, Tenths, Tenths, Tenths] = (0, 0, 0, 0),
) -> Settlement:
    """Build the settlement of a hand: each seat's change of points is the sum of its payments."""
    amounts = [0, 0, 0, 0, 0]
    for payment in payments:
        payer, payee = payment.payer, payment.payee
        amounts[TABLE if payer is None else payer] -= payment.points
        amounts[TABLE if payee is None else payee] += payment.points
    east, south, west, north, to_table = amounts
    return Settlement(outcome, payments, wins, penalties, (east, south, west, north), to_table)


def up_to_hundred(points: int) -> int:
    """Return points rounded up to the next hundred (R4.1)."""
    return -(-points // 100) * 100


def counters_paid(payer: Seat, payee: Seat, each: int, situation: Situation) -> Iterator[Payment]:
    """Yield the payment for the counters on the table, at `each` points per counter; nothing if there are no
    counters."""
    return _counters(payer, payee, each, situation.honba)


def _counters(payer: Seat, payee: Seat, each: int, counters: int) -> Iterator[Payment]:
    if counters and each:
        yield Payment(Reason.COUNTERS, each * counters, payer, payee, pieces=counters)


def counters_from_each(winner: Seat, situation: Situation, rules: Ruleset) -> tuple[Payment, ...]:
    """Return the payment of each opponent for the counters after a self-draw: a third of the counters' value, in whole
    hundreds (R5.1)."""
    return _thirds_of_counters(winner, up_to_hundred(-(-rules.honba_value // 3)), situation.honba)


@lru_cache(maxsize=1_000)
def _thirds_of_counters(winner: Seat, each: int, counters: int) -> tuple[Payment, ...]:
    """Compute `counters_from_each`. The result is cached, because there are few counters, and few rulesets."""
    return tuple(payment for seat in SEATS if seat is not winner for payment in _counters(seat, winner, each, counters))


def bets_taken(winner: Seat, count: int, rules: Ruleset) -> Iterator[Payment]:
    """Yield the payment of `count` riichi bets from the table to a winner; nothing if `count` is 0. The bets are from
    this hand or from earlier hands, and one may be the winner's own (R2.4)."""
    if count:
        yield Payment(Reason.BETS, count * rules.riichi_bet, None, winner, pieces=count)


def all_bets_taken(
    winners: list[Seat], riichi: frozenset[Seat], situation: Situation, rules: Ruleset
) -> Iterator[Payment]:
    """Yield the payments that share all bets on the table among winners, given in turn order (R6.1)."""
    first, *others = winners
    own = [seat for seat in others if seat in riichi and rules.sticks_multi == "own_then_first"]
    yield from bets_taken(first, situation.riichi_sticks + len(riichi) - len(own), rules)
    for seat in own:
        yield from bets_taken(seat, 1, rules)


def share(payer: Seat, winner: Seat, dealer: Seat) -> int:
    """Return how many times the base points one opponent pays for a self-draw: twice if East is winner or payer,
    otherwise once."""
    return 2 if dealer in (payer, winner) else 1
