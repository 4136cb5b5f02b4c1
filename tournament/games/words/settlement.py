"""Sentences that explain the payments of a hand.

`{% settlement_words settlement names %}` lists the payments. All amounts come from the settlement; nothing is computed
here.
"""

from dataclasses import dataclass
from typing import Any, assert_never

from django import template
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from scoring.hanchan import Deal, PlayedHand
from scoring.outcome import Limit, Outcome, Ron
from scoring.payments import PaidWin, Payment, Reason, Settlement
from scoring.seats import Seat
from scoring.situation import Situation
from tournament.core.words.scores import change, points
from tournament.games.words.hands import (
    Names,
    counters,
    han_fu_words,
    hand_label,
    in_clauses,
    limit_name,
    listed,
    riichi_bets,
    worth_words,
)

register = template.Library()

TERMS = {
    Reason.HAND: (
        (gettext_lazy("Base value: the points that the han and fu of the hand give, before anybody pays."), "R3.4"),
        (gettext_lazy("Factor: a discarder pays 4 times the base value, or 6 times if East wins."), "R4.2"),
        (gettext_lazy("If a player is liable, that player and the discarder pay half each."), "R7.4"),
        (
            gettext_lazy(
                "If East wins by self-draw, each of the other three players pays twice the base value. If another"
                " player wins by self-draw, East pays twice the base value and the other two players pay the base"
                " value once."
            ),
            "R4.4",
        ),
        (gettext_lazy("If a player is liable, that player pays everything."), "R7.3"),
        (gettext_lazy("Rounding: each payment is rounded up to the next hundred."), "R4.1"),
    ),
    Reason.COUNTERS: (
        (
            gettext_lazy(
                "Counter (honba): one counter is added after each draw and each win of East. The next winner"
                " gets more points for each counter."
            ),
            "R5.2",
        ),
    ),
    Reason.BETS: (
        (
            gettext_lazy(
                "Riichi bet: the stick that a player puts on the table to declare riichi. The next winner takes it."
            ),
            "R2.4",
        ),
    ),
    Reason.NOTEN: (
        (gettext_lazy("Noten payment: at a draw, players who are not tenpai pay the players who are tenpai."), "R8.1"),
    ),
}
"""For each reason of a payment: sentences that explain the payment to a beginner, each with the number of a rule."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Transfer:
    """All payments from one player to another in a hand. `payer` or `payee` is None for payments from or to the
    table."""

    payer: Seat | None
    payee: Seat | None
    parts: tuple[Payment, ...]

    @property
    def points(self) -> int:
        return sum(part.points for part in self.parts)

    @property
    def is_noten(self) -> bool:
        """Whether this is a noten payment. `noten_words` describes all noten payments in one sentence."""
        return self.parts[0].reason is Reason.NOTEN


def transfers(settlement: Settlement) -> list[Transfer]:
    """Return the payments of a hand, grouped by payer and payee, in the order of the first payment of each group."""
    parts: dict[tuple[Seat | None, Seat | None], list[Payment]] = {}
    for payment in settlement.payments:
        parts.setdefault((payment.payer, payment.payee), []).append(payment)
    return [Transfer(payer=payer, payee=payee, parts=tuple(payments)) for (payer, payee), payments in parts.items()]


def base_words(paid: PaidWin) -> str:
    """Return the base value of a hand: "3 han 30 fu: base value 960", "4 han 30 fu: base value 1,920 counts as mangan,
    2,000"."""
    worth = paid.worth
    words = {"value": worth_words(worth), "base": points(worth.base)}
    if worth.counted is not None and worth.counted != worth.base:
        words["value"] = han_fu_words(worth.han or 0, worth.fu)
        words |= {"counted": points(worth.counted), "limit": limit_name(worth.limit or Limit.MANGAN)}
        return _("%(value)s: base value %(counted)s counts as %(limit)s, %(base)s") % words
    return _("%(value)s: base value %(base)s") % words


@register.filter
def payment_words(payment: Payment) -> str:
    """Explain how a payment is calculated: "960 × 4 = 3,840, rounded to 3,900" or "2 counters 600"."""
    amount = points(payment.points)
    match payment.reason:
        case Reason.HAND:
            return _hand_payment(payment)
        case Reason.COUNTERS:
            return _("%(what)s %(points)s") % {"what": counters(payment.pieces or 0), "points": amount}
        case Reason.BETS | Reason.RIICHI:
            return _("%(what)s %(points)s") % {"what": riichi_bets(payment.pieces or 0), "points": amount}
        case Reason.NOTEN:
            return _("noten payment %(points)s") % {"points": amount}
        case Reason.NAGASHI:
            return _("nagashi mangan %(points)s") % {"points": amount}
        case Reason.CHOMBO:
            return _("chombo %(points)s") % {"points": amount}
        case _:
            assert_never(payment.reason)


def _hand_payment(payment: Payment) -> str:
    base, times = payment.factors or (payment.points, 1)
    words = {
        "base": points(base),
        "times": times,
        "exact": points(payment.exact),
        "points": points(payment.points),
    }
    if payment.exact == payment.points:
        return _("%(base)s × %(times)s = %(points)s") % words
    return _("%(base)s × %(times)s = %(exact)s, rounded to %(points)s") % words


def noten_words(settlement: Settlement, names: Names) -> list[str]:
    """Return a list with one sentence about the noten payments ("Noten payment: Novák +1,500, Dupont −1,500"); empty if
    no points move."""
    moved = dict.fromkeys(Seat, 0)
    for payment in settlement.payments:
        if payment.reason is Reason.NOTEN and payment.payer is not None and payment.payee is not None:
            moved[payment.payer] -= payment.points
            moved[payment.payee] += payment.points
    changes = ", ".join(f"{names[seat]} {change(points)}" for seat, points in moved.items() if points)
    return [_("Noten payment: %(changes)s") % {"changes": changes}] if changes else []


def transfer_words(transfer: Transfer, names: Names) -> str:
    """Return one transfer in words: Dupont pays Novák 4,500 (960 × 4 = 3,840, rounded to 3,900; 2 counters 600)."""
    parts = in_clauses(payment_words(part) for part in transfer.parts)
    words = {"points": points(transfer.points), "parts": parts}
    if transfer.payee is None:
        return _("%(payer)s bets %(points)s on riichi") % (words | {"payer": names[transfer.payer or 0]})
    words["payee"] = names[transfer.payee]
    if transfer.payer is None:
        return _("%(payee)s takes from the table: %(parts)s") % words
    return _("%(payer)s pays %(payee)s %(points)s (%(parts)s)") % (words | {"payer": names[transfer.payer]})


@register.simple_tag
def change_words(settlement: Settlement, names: Names) -> str:
    """Return the change of each player's points: "Novák +4,500, Dupont −4,500", or the sentence that no points
    change."""
    changes = [f"{names[seat]} {change(settlement.deltas[seat])}" for seat in Seat if settlement.deltas[seat]]
    return ", ".join(changes) or _("Nobody pays any points.")


@register.filter
def situation_label(situation: Situation) -> str:
    """Return the name of the next hand, with the counters and bets on the table: "South 3, 2 counters, 1 riichi
    bet"."""
    if not situation.riichi_sticks:
        return hand_label(situation)
    return f"{hand_label(situation)}, {riichi_bets(situation.riichi_sticks)}"


@register.simple_tag
def returned_words(played: PlayedHand, outcome: Outcome, names: Names) -> str:
    """Return a sentence that names the players who get their riichi bets back because the hand is dealt again (R11.3);
    empty if there are none."""
    if played.deal is not Deal.REDEALT or not outcome.riichi:
        return ""
    sentence = ngettext(
        "The riichi stick goes back to %(names)s.", "The riichi sticks go back to %(names)s.", len(outcome.riichi)
    )
    return sentence % {"names": listed(outcome.riichi, names)}


def _rules_of_other_wins(settlement: Settlement) -> set[str]:
    """Return the numbers of rules in `TERMS` that do not apply to this kind of win. For a ron without liability these
    are R4.4, R7.3 and R7.4."""
    outcome = settlement.outcome
    liable = {paid.win.liable for paid in settlement.wins} - {None}
    if isinstance(outcome, Ron):
        return {"R4.4", "R7.3"} if liable - {outcome.discarder} else {"R4.4", "R7.3", "R7.4"}
    return {"R4.2", "R7.4"} if liable else {"R4.2", "R7.3", "R7.4"}


@register.inclusion_tag("components/settlement.html")
def settlement_words(settlement: Settlement, names: Names) -> dict[str, Any]:
    """Return the template context of the list of all payments of a hand, each with its reason."""
    left_out = _rules_of_other_wins(settlement)
    return {
        "terms": [
            _("%(sentence)s (%(rule)s)") % {"sentence": sentence, "rule": rule}
            for reason, terms in TERMS.items()
            if any(payment.reason is reason for payment in settlement.payments)
            for sentence, rule in terms
            if rule not in left_out
        ],
        "wins": [{"winner": names[paid.win.winner], "base": base_words(paid)} for paid in settlement.wins],
        "transfers": [
            *noten_words(settlement, names),
            *(transfer_words(transfer, names) for transfer in transfers(settlement) if not transfer.is_noten),
        ],
        "penalties": [
            {"name": names[seat], "cost": settlement.penalties[seat]} for seat in Seat if settlement.penalties[seat]
        ],
    }
