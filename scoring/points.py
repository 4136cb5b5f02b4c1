"""Computes the payments of one hand: who pays whom, and why. `hanchan` plays a whole game."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import lru_cache
from typing import assert_never

from scoring.draws import nagashi_payments, noten_payments, settle_chombo
from scoring.outcome import (
    AbortiveDraw,
    AbortReason,
    Chombo,
    ExhaustiveDraw,
    Limit,
    NagashiMangan,
    Outcome,
    Redeal,
    Ron,
    Tsumo,
    Win,
)
from scoring.payments import (
    PaidWin,
    Payment,
    Reason,
    Settlement,
    all_bets_taken,
    bets_taken,
    counters_from_each,
    counters_paid,
    settlement,
    share,
    up_to_hundred,
)
from scoring.refusal import Refused
from scoring.rules import Ruleset
from scoring.seats import SEATS, Seat
from scoring.situation import Situation
from scoring.value import WinKind, worth

CLAIMS_PAID = {"head_bump": 1, "double": 2}
"""How many of the players who claim a discard are paid, by `multi_ron`; with "triple" all are paid."""


def settle(outcome: Outcome, situation: Situation, *, rules: Ruleset) -> Settlement:
    """Return the payments of one hand (its settlement). No points are created or lost: see `test_points_are_conserved`.

    Raises `Refused` if the ruleset does not have the outcome, a value is illegal or a player cannot pay a bet.
    """
    if outcome.riichi and too_poor(outcome.riichi, situation, rules=rules):
        raise Refused("riichi_too_poor", minimum=rules.riichi_min_points)
    bets = tuple([_bet(seat, rules) for seat in sorted(outcome.riichi)]) if outcome.riichi else ()
    match outcome:
        case Ron():
            return _settle_ron(outcome, bets, situation, rules)
        case Tsumo(win=win):
            paid = _paid(win, "tsumo", rules)
            hand = _tsumo_payments(paid, situation, rules)
            taken = bets_taken(win.winner, situation.riichi_sticks + len(bets), rules)
            return settlement(outcome, (*bets, *hand, *taken), wins=(paid,))
        case ExhaustiveDraw(tenpai=tenpai):
            return settlement(outcome, (*bets, *noten_payments(tenpai, rules)))
        case NagashiMangan():
            if rules.nagashi == "off":
                raise Refused("no_nagashi")
            return settlement(outcome, (*bets, *nagashi_payments(outcome, situation, rules)))
        case AbortiveDraw(reason=reason):
            if not getattr(rules, f"abort_{reason}"):
                raise Refused("no_abortive_draw")
            return settlement(outcome, bets)
        case Chombo(offenders=offenders):
            return settle_chombo(outcome, offenders, situation, rules)
        case Redeal():
            return settlement(outcome, ())
        case _:
            assert_never(outcome)


def too_poor(riichi: Iterable[Seat], situation: Situation, *, rules: Ruleset) -> list[Seat]:
    """Return the seats in `riichi` with fewer points than a bet needs (R14.7)."""
    minimum = rules.riichi_min_points
    return [] if minimum is None else [seat for seat in sorted(riichi) if situation.points[seat] < minimum]


def claims_in_order(ron: Ron) -> list[Win]:
    """Return the claims on a discard in turn order, beginning with the player next to the discarder (R6.1)."""
    if len(ron.wins) == 1:
        return [*ron.wins]
    return sorted(ron.wins, key=lambda win: (win.winner - ron.discarder) % 4)


def _check_liability(win: Win, rules: Ruleset) -> None:
    """Raise `Refused` if a player is recorded as liable, but the ruleset has no liability or none of the named yaku
    causes it (R14.9)."""
    if not rules.pao_yaku:
        raise Refused("no_liability")
    if win.yaku and not rules.pao_yaku & set(win.yaku):
        raise Refused("liable_yaku")


def _paid(win: Win, kind: WinKind, rules: Ruleset) -> PaidWin:
    if win.liable is not None:
        _check_liability(win, rules)
    return PaidWin(win, worth(win.value, kind, rules=rules))


def _bet(seat: Seat, rules: Ruleset) -> Payment:
    return Payment(Reason.RIICHI, rules.riichi_bet, seat, None, pieces=1)


@lru_cache(maxsize=10_000)
def _hand(payer: Seat, payee: Seat, base: int, times: int) -> Payment:
    """Return one payment for the hand itself. The result is cached, because only a few hundred different payments
    occur."""
    return Payment(Reason.HAND, up_to_hundred(base * times), payer, payee, (base, times))


def _settle_ron(claimed: Ron, bets: tuple[Payment, ...], situation: Situation, rules: Ruleset) -> Settlement:
    """Return the payments of a win on a discard, for the claims that the ruleset pays (R6.1)."""
    # Claims that are not paid are valued too, so that a wrong entry is refused.
    claims = [_paid(win, "ron", rules) for win in claims_in_order(claimed)]
    if len(claims) == 3 and rules.abort_three_winners:
        draw = AbortiveDraw(reason=AbortReason.THREE_WINNERS, riichi=claimed.riichi)
        return settlement(draw, bets)
    wins = tuple(claims[: CLAIMS_PAID.get(rules.multi_ron)])
    counting = tuple([paid.win for paid in wins])
    ron = claimed if counting == claimed.wins else replace(claimed, wins=counting)
    payments = list(bets)
    for place, paid in enumerate(wins):
        counters = place == 0 or rules.honba_multi == "each"
        payments += _ron_payments(paid, ron.discarder, situation, rules, counters=counters)
    payments += all_bets_taken([win.winner for win in ron.wins], ron.riichi, situation, rules)
    return settlement(ron, tuple(payments), wins=wins)


def _ron_payments(
    paid: PaidWin, discarder: Seat, situation: Situation, rules: Ruleset, *, counters: bool
) -> Iterator[Payment]:
    """Yield the payments of a ron: the discarder pays everything (R4.2), unless a third player is liable and pays half
    of the hand (R7.4, R7.5)."""
    winner, base = paid.win.winner, paid.worth.base
    times = 6 if winner is situation.dealer else 4
    pays_counters = discarder
    liable = paid.win.liable
    if liable is None or liable is discarder:
        yield _hand(discarder, winner, base, times)
    else:
        answered = _answered_for(paid, rules)
        yield _hand(discarder, winner, answered, times // 2)
        yield _hand(liable, winner, answered, times // 2)
        if answered < base:
            yield _hand(discarder, winner, base - answered, times)
        if rules.pao_honba_on_ron == "liable":
            pays_counters = liable
    if counters:
        yield from counters_paid(pays_counters, winner, rules.honba_value, situation)


def _tsumo_payments(paid: PaidWin, situation: Situation, rules: Ruleset) -> Iterator[Payment]:
    """Yield the payments of a tsumo: all opponents pay, and East pays double (R4.3, R4.4). For a yakuman with a liable
    player, this player alone pays the yakuman and the counters (R7.3)."""
    winner, base, liable = paid.win.winner, paid.worth.base, paid.win.liable
    if liable is None:
        yield from _from_each(winner, base, situation.dealer)
        yield from counters_from_each(winner, situation, rules)
        return
    answered = _answered_for(paid, rules)
    yield _hand(liable, winner, answered, 6 if winner is situation.dealer else 4)
    if answered < base:
        yield from _from_each(winner, base - answered, situation.dealer)
    yield from counters_paid(liable, winner, rules.honba_value, situation)


def _answered_for(paid: PaidWin, rules: Ruleset) -> int:
    """Return the base points for which the liable player pays: those of the whole hand, or only of the yakuman that the
    player fed.

    If no yaku is named, one yakuman counts as fed.
    """
    if rules.pao_composite == "all":
        return paid.worth.base
    fed = rules.pao_yaku & set(paid.win.yaku)
    count = len(fed) + len(fed & rules.double_yakuman) or 1
    return Limit.YAKUMAN * min(count, paid.worth.yakuman)


@lru_cache(maxsize=1_000)
def _from_each(winner: Seat, base: int, dealer: Seat) -> tuple[Payment, ...]:
    """Return the payment of each opponent for a self-draw; East pays double. The result is cached like that of
    `_hand`."""
    return tuple(_hand(seat, winner, base, share(seat, winner, dealer)) for seat in SEATS if seat is not winner)
