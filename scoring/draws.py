"""Payments of draws, nagashi mangan and chombo."""

from collections.abc import Iterator
from functools import lru_cache

from scoring.outcome import Limit, NagashiMangan, Outcome
from scoring.payments import Payment, Reason, Settlement, all_bets_taken, counters_from_each, settlement, share
from scoring.rules import Ruleset
from scoring.seats import SEATS, Seat, by_seat
from scoring.situation import Situation
from scoring.uma import Tenths


def noten_payments(tenpai: frozenset[Seat], rules: Ruleset) -> tuple[Payment, ...]:
    """Return the payments after an exhaustive draw: the noten players together pay `noten_total` points to the tenpai
    players (R8.1)."""
    return _noten_payments(tenpai, rules.noten_total)


@lru_cache(maxsize=1_000)
def _noten_payments(tenpai: frozenset[Seat], total: int) -> tuple[Payment, ...]:
    """Compute `noten_payments`. The result is cached, because there are only sixteen groups of seats, and few
    rulesets."""
    noten = [seat for seat in SEATS if seat not in tenpai]
    if not total or len(noten) in (0, 4):
        return ()
    each = total // (len(noten) * len(tenpai))
    return tuple(Payment(Reason.NOTEN, each, payer, payee) for payer in noten for payee in sorted(tenpai))


def nagashi_payments(draw: NagashiMangan, situation: Situation, rules: Ruleset) -> Iterator[Payment]:
    """Yield the payments of the opponents to each winner of nagashi mangan: the same as for a mangan by self-draw
    (R3.10).

    If the ruleset treats nagashi as a win, the winners also get the counters and the bets on the table. Several winners
    share the counters and bets as after a ron, in turn order from East.
    """
    winners = sorted(draw.winners, key=lambda seat: (seat - situation.dealer) % 4)
    for place, winner in enumerate(winners):
        yield from (_mangan(Reason.NAGASHI, payer, winner, situation) for payer in SEATS if payer is not winner)
        if rules.nagashi == "as_win" and (place == 0 or rules.honba_multi == "each"):
            yield from counters_from_each(winner, situation, rules)
    if rules.nagashi == "as_win":
        yield from all_bets_taken(winners, draw.riichi, situation, rules)


def settle_chombo(outcome: Outcome, offenders: frozenset[Seat], situation: Situation, rules: Ruleset) -> Settlement:
    """Return the settlement of a chombo: only its penalties are paid, no riichi bets and no noten payment (R11.1 to
    R11.6)."""
    nothing: Tenths = 0
    cost = by_seat(rules.chombo_value if seat in offenders else nothing for seat in SEATS)
    if rules.chombo_mode == "score_after_uma":
        return settlement(outcome, (), penalties=cost)
    payments = tuple(
        _mangan(Reason.CHOMBO, offender, seat, situation)
        for offender in sorted(offenders)
        for seat in SEATS
        if seat is not offender
    )
    if rules.chombo_mode == "mangan_and_score":
        return settlement(outcome, payments, penalties=cost)
    return settlement(outcome, payments)


def _mangan(reason: Reason, payer: Seat, payee: Seat, situation: Situation) -> Payment:
    """Return the payment of one player to another for a mangan by self-draw: twice as much if one of them is East."""
    return Payment(reason, Limit.MANGAN * share(payer, payee, situation.dealer), payer, payee)
