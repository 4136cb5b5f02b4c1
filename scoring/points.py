"""Who pays whom for one hand, and why. Knows one hand at a time; the course of the game is `hanchan`'s."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import assert_never

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
from scoring.refusal import Refused
from scoring.rules import Ruleset
from scoring.seats import SEATS, Points, Seat, by_seat
from scoring.situation import Situation
from scoring.value import WinKind, Worth, worth


class Reason(StrEnum):
    """What a payment is for."""

    RIICHI = "riichi"  # a bet laid on the table in this hand
    HAND = "hand"
    COUNTERS = "counters"
    BETS = "bets"  # riichi bets taken from the table
    NOTEN = "noten"
    NAGASHI = "nagashi"
    CHOMBO = "chombo"


@dataclass(frozen=True, slots=True, kw_only=True)
class Payment:
    """One amount that moves. `payer` or `payee` is None where it comes from or goes to the table.

    Where the amount was rounded, `base` × `times` is what it was before (R4.1). `count` is the number of
    counters or bets it stands for.
    """

    reason: Reason
    points: int
    payer: Seat | None
    payee: Seat | None
    base: int | None = None
    times: int | None = None
    count: int | None = None

    @property
    def exact(self) -> int:
        """The amount before it was rounded up to the next hundred."""
        return self.points if self.base is None or self.times is None else self.base * self.times


@dataclass(frozen=True, slots=True, kw_only=True)
class PaidWin:
    """A win that counts, and what it is worth."""

    win: Win
    worth: Worth


@dataclass(frozen=True, slots=True, kw_only=True)
class Settlement:
    """What one hand does. The payments are the whole of it: every change of points is their sum.

    `outcome` is what counts, which may differ from what was said: bumped claims are gone, a triple ron may
    be an abortive draw. `penalties` are score points by seat, in thousands, outside the table (R11.1).
    """

    outcome: Outcome
    payments: tuple[Payment, ...]
    wins: tuple[PaidWin, ...] = ()
    penalties: Points = (0, 0, 0, 0)

    @property
    def deltas(self) -> Points:
        """The whole change of each seat, riichi bets included."""
        return by_seat(
            sum(p.points for p in self.payments if p.payee is seat)
            - sum(p.points for p in self.payments if p.payer is seat)
            for seat in SEATS
        )

    @property
    def to_table(self) -> int:
        """Points that went to the table; negative when a winner took bets away."""
        return -sum(self.deltas)


def settle(outcome: Outcome, situation: Situation, *, rules: Ruleset) -> Settlement:
    """Move points for one hand. Nothing is created or lost: see `test_points_are_conserved`.

    Raises `Refused` where the ruleset does not know the outcome, a value is illegal or a bet cannot be.
    """
    counting = _counting(outcome, rules)
    _check_riichi(outcome, situation, rules)
    bets = tuple(_bet(seat, rules) for seat in sorted(outcome.riichi))
    match counting:
        case Ron():
            return _settle_ron(counting, bets, situation, rules)
        case Tsumo(win=win):
            paid = _paid(win, "tsumo", rules)
            hand = _tsumo_payments(paid, situation, rules)
            taken = _taken(win.winner, situation.riichi_sticks + len(bets), rules)
            return Settlement(outcome=counting, payments=(*bets, *hand, *taken), wins=(paid,))
        case ExhaustiveDraw(tenpai=tenpai):
            return Settlement(outcome=counting, payments=(*bets, *_noten_payments(tenpai, rules)))
        case NagashiMangan():
            return Settlement(outcome=counting, payments=(*bets, *_nagashi(counting, situation, rules)))
        case AbortiveDraw():
            return Settlement(outcome=counting, payments=bets)
        case Chombo(offenders=offenders):
            return _settle_chombo(counting, offenders, situation, rules)
        case Redeal():
            return Settlement(outcome=counting, payments=())
        case _:
            assert_never(counting)


def too_poor(riichi: Iterable[Seat], situation: Situation, *, rules: Ruleset) -> list[Seat]:
    """Who of these has fewer points than a bet needs (R14.7)."""
    minimum = rules.riichi_min_points
    return [seat for seat in sorted(riichi) if minimum is not None and situation.points[seat] < minimum]


def claims_in_order(ron: Ron) -> list[Win]:
    """The claims on a discard, closest to the discarder in turn order first (R6.1)."""
    return sorted(ron.wins, key=lambda win: (win.winner - ron.discarder) % 4)


def _counting(outcome: Outcome, rules: Ruleset) -> Outcome:
    """What of an outcome counts under the ruleset. Raises `Refused` for what the ruleset lacks (R14.4)."""
    match outcome:
        case Ron(riichi=riichi):
            for win in outcome.wins:  # also those that are bumped: a wrong entry is a wrong entry
                _paid(win, "ron", rules)
            if len(outcome.wins) == 3 and rules.abort_three_winners:
                return AbortiveDraw(reason=AbortReason.THREE_WINNERS, riichi=riichi)
            paid = {"head_bump": 1, "double": 2, "triple": 3}[rules.multi_ron]
            return Ron(discarder=outcome.discarder, wins=tuple(claims_in_order(outcome)[:paid]), riichi=riichi)
        case AbortiveDraw(reason=reason) if not getattr(rules, f"abort_{reason}"):
            raise Refused("no_abortive_draw")
        case NagashiMangan() if rules.nagashi == "off":
            raise Refused("no_nagashi")
    return outcome


def _check_riichi(outcome: Outcome, situation: Situation, rules: Ruleset) -> None:
    if too_poor(outcome.riichi, situation, rules=rules):
        raise Refused("riichi_too_poor", minimum=rules.riichi_min_points)


def _check_liability(win: Win, rules: Ruleset) -> None:
    """A liable player is believed where no yaku is named (R14.9), if the ruleset knows liability at all."""
    if win.liable is not None and not rules.pao_yaku:
        raise Refused("no_liability")
    if win.liable is not None and win.yaku and not rules.pao_yaku & set(win.yaku):
        raise Refused("liable_yaku")


def _paid(win: Win, kind: WinKind, rules: Ruleset) -> PaidWin:
    _check_liability(win, rules)
    return PaidWin(win=win, worth=worth(win.value, kind, rules=rules))


def _bet(seat: Seat, rules: Ruleset) -> Payment:
    return Payment(reason=Reason.RIICHI, points=rules.riichi_bet, payer=seat, payee=None, count=1)


def up_to_hundred(points: int) -> int:
    """Points rounded up to the next hundred (R4.1)."""
    return -(-points // 100) * 100


def _hand(payer: Seat, payee: Seat, base: int, times: int) -> Payment:
    points = up_to_hundred(base * times)
    return Payment(reason=Reason.HAND, points=points, payer=payer, payee=payee, base=base, times=times)


def _counters(payer: Seat, payee: Seat, each: int, situation: Situation) -> Iterator[Payment]:
    if situation.honba and each:
        points = each * situation.honba
        yield Payment(reason=Reason.COUNTERS, points=points, payer=payer, payee=payee, count=situation.honba)


def _taken(winner: Seat, count: int, rules: Ruleset) -> Iterator[Payment]:
    """Bets from the table, those of earlier hands and of this one, the winner's own included (R2.4)."""
    if count:
        points = count * rules.riichi_bet
        yield Payment(reason=Reason.BETS, points=points, payer=None, payee=winner, count=count)


def _settle_ron(ron: Ron, bets: tuple[Payment, ...], situation: Situation, rules: Ruleset) -> Settlement:
    wins = tuple(_paid(win, "ron", rules) for win in ron.wins)
    payments = list(bets)
    for place, paid in enumerate(wins):
        counters = place == 0 or rules.honba_multi == "each"
        payments += _ron_payments(paid, ron.discarder, situation, rules, counters=counters)
    payments += _all_taken([win.winner for win in ron.wins], ron.riichi, situation, rules)
    return Settlement(outcome=ron, payments=tuple(payments), wins=wins)


def _all_taken(winners: list[Seat], riichi: frozenset[Seat], situation: Situation, rules: Ruleset) -> Iterator[Payment]:
    """All bets on the table, among winners in turn order (matrix)."""
    first, *others = winners
    own = [seat for seat in others if seat in riichi and rules.sticks_multi == "own_then_first"]
    yield from _taken(first, situation.riichi_sticks + len(riichi) - len(own), rules)
    for seat in own:
        yield from _taken(seat, 1, rules)


def _ron_payments(
    paid: PaidWin, discarder: Seat, situation: Situation, rules: Ruleset, *, counters: bool
) -> Iterator[Payment]:
    """The discarder pays for all (R4.2); a liable third player takes half of the hand (R7.4, R7.5)."""
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
        yield from _counters(pays_counters, winner, rules.honba_value, situation)


def _tsumo_payments(paid: PaidWin, situation: Situation, rules: Ruleset) -> Iterator[Payment]:
    """Everybody pays, East double (R4.3, R4.4); a liable player pays alone what they answer for, and the
    counters (R7.3).
    """
    winner, base, liable = paid.win.winner, paid.worth.base, paid.win.liable
    if liable is None:
        yield from _from_each(winner, base, situation)
        yield from _counters_from_each(winner, situation, rules)
        return
    answered = _answered_for(paid, rules)
    yield _hand(liable, winner, answered, 6 if winner is situation.dealer else 4)
    if answered < base:
        yield from _from_each(winner, base - answered, situation)
    yield from _counters(liable, winner, rules.honba_value, situation)


def _answered_for(paid: PaidWin, rules: Ruleset) -> int:
    """The base points of a hand that its liable player answers for: all, or those of the yakuman that they
    fed (matrix). One yakuman where none is named.
    """
    if rules.pao_composite == "all":
        return paid.worth.base
    fed = rules.pao_yaku & set(paid.win.yaku)
    # Of the yakuman that can make liable only the big four winds may count twice (R3.8).
    count = len(fed) + (rules.double_yakuman and "daisuushii" in fed) or 1
    return Limit.YAKUMAN * min(count, paid.worth.yakuman)


def _from_each(winner: Seat, base: int, situation: Situation) -> Iterator[Payment]:
    """What each opponent pays for a self-draw, East double."""
    for seat in SEATS:
        if seat is not winner:
            yield _hand(seat, winner, base, _share(seat, winner, situation))


def _counters_from_each(winner: Seat, situation: Situation, rules: Ruleset) -> Iterator[Payment]:
    for seat in SEATS:
        if seat is not winner:
            yield from _counters(seat, winner, rules.honba_value // 3, situation)


def _share(payer: Seat, winner: Seat, situation: Situation) -> int:
    """How many times the base value one opponent pays for a self-draw."""
    return 2 if situation.dealer in (payer, winner) else 1


def _noten_payments(tenpai: frozenset[Seat], rules: Ruleset) -> Iterator[Payment]:
    """Those who are noten pay `noten_total` together to those who are tenpai (R8.1)."""
    noten = [seat for seat in SEATS if seat not in tenpai]
    if not rules.noten_total or len(noten) in (0, 4):
        return
    each = rules.noten_total // (len(noten) * len(tenpai))
    for payer in noten:
        for payee in sorted(tenpai):
            yield Payment(reason=Reason.NOTEN, points=each, payer=payer, payee=payee)


def _nagashi(draw: NagashiMangan, situation: Situation, rules: Ruleset) -> Iterator[Payment]:
    """A mangan by self-draw for each winner. As a draw that is all (section 3.1); as a win, counters and bets
    come on top, with several winners as when several win on a discard, from East in turn order.
    """
    winners = sorted(draw.winners, key=lambda seat: (seat - situation.dealer) % 4)
    for place, winner in enumerate(winners):
        yield from _nagashi_payments(winner, situation)
        if rules.nagashi == "as_win" and (place == 0 or rules.honba_multi == "each"):
            yield from _counters_from_each(winner, situation, rules)
    if rules.nagashi == "as_win":
        yield from _all_taken(winners, draw.riichi, situation, rules)


def _nagashi_payments(winner: Seat, situation: Situation) -> Iterator[Payment]:
    for seat in SEATS:
        if seat is not winner:
            points = Limit.MANGAN * _share(seat, winner, situation)
            yield Payment(reason=Reason.NAGASHI, points=points, payer=seat, payee=winner)


def _settle_chombo(outcome: Outcome, offenders: frozenset[Seat], situation: Situation, rules: Ruleset) -> Settlement:
    """No bets, no noten payment: the hand did not happen but for its price (R11.1 to R11.6)."""
    if rules.chombo_mode == "score_after_uma":
        cost = by_seat(rules.chombo_value if seat in offenders else 0 for seat in SEATS)
        return Settlement(outcome=outcome, payments=(), penalties=cost)
    payments = tuple(
        Payment(
            reason=Reason.CHOMBO,
            points=Limit.MANGAN * _share(seat, offender, situation),
            payer=offender,
            payee=seat,
        )
        for offender in sorted(offenders)
        for seat in SEATS
        if seat is not offender
    )
    return Settlement(outcome=outcome, payments=payments)
