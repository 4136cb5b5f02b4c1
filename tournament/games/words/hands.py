"""Sentences about hands, shared by the screen, the log, the history and the preview.

These sentences are not in a template, because messages and the log need them as plain text. `names` are always the four
names by seat. `scoring` computes points, dealer and limits; this module does not.
"""

from collections.abc import Iterable, Sequence
from functools import reduce
from typing import Any, Literal, Protocol, assert_never

from django import template
from django.utils.text import get_text_list
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.discrepancy import Mistake
from scoring.game_format import outcome_from_json
from scoring.hanchan import Ending, PlayedHand
from scoring.outcome import (
    AbortiveDraw,
    AbortReason,
    Chombo,
    ExhaustiveDraw,
    HanFu,
    Limit,
    NagashiMangan,
    Outcome,
    Redeal,
    Ron,
    Tsumo,
    Value,
    Win,
    Yakuman,
)
from scoring.payments import Settlement
from scoring.points import claims_in_order
from scoring.seats import STARTING_WINDS, Seat, Wind
from scoring.value import Worth
from tournament.core.words.yaku import yaku_words
from tournament.games.queries.results import HanchanState
from tournament.games.words.terms import ABORT_REASONS, DEALS, ENDINGS, LIMITS, MISTAKES, STATES, WINDS

register = template.Library()

Names = Sequence[str]


class OfARound(Protocol):
    """The common attributes of `Situation` and `Hand`: a round wind, a dealer and counters."""

    @property
    def round_wind(self) -> Any: ...
    @property
    def dealer(self) -> Any: ...
    @property
    def honba(self) -> Any: ...


# --- Round and dealer ---


@register.filter
def wind(value: Wind | str) -> str:
    """Return the name of a wind: East, South, West, North."""
    return str(WINDS[Wind(value)])


def wind_letters() -> list[str]:
    """Return the capital letters of the four winds by starting seat, in the reader's language: E, S, W, N."""
    return [wind(starting)[0].upper() for starting in STARTING_WINDS]


@register.filter
def seat_wind(seat: int, dealer: int) -> str:
    """Return the wind of a seat while the seat `dealer` deals: `{{ seat|seat_wind:situation.dealer }}`."""
    return wind(Seat(seat).wind(Seat(dealer)))


@register.filter
def round_label(of: OfARound) -> str:
    """Return the round wind and the number of the deal in it: "South 3"."""
    return _("%(wind)s %(number)s") % {"wind": wind(of.round_wind), "number": int(of.dealer) + 1}


@register.filter
def counters(honba: int) -> str:
    """Return the number of counters in words: "2 counters"."""
    return ngettext("%(count)s counter", "%(count)s counters", honba) % {"count": honba}


@register.filter
def riichi_bets(count: int) -> str:
    """Return the number of riichi bets in words: "1 riichi bet"."""
    return ngettext("%(count)s riichi bet", "%(count)s riichi bets", count) % {"count": count}


@register.filter
def hand_label(of: OfARound) -> str:
    """Return the name of a hand: "South 3, 2 counters", or only "South 3" without counters."""
    if not of.honba:
        return round_label(of)
    return _("%(round)s, %(counters)s") % {"round": round_label(of), "counters": counters(of.honba)}


# --- Names ---


@register.filter
def name(seat: int, names: Names) -> str:
    """Return the name at a seat: `{{ seat|name:names }}`."""
    return names[seat]


def listed(seats: Iterable[int], names: Names) -> str:
    """Return the names of these seats in the order of seats: "Novák, Dupont and Kovács"."""
    return get_text_list([names[seat] for seat in sorted(seats)], _("and"))


def in_clauses(sentences: Iterable[str]) -> str:
    """Join sentences by semicolons: "Novák wins 3 han 30 fu; Dupont wins mangan"; "" for none."""
    clauses = list(sentences) or [""]
    return reduce(lambda first, more: _("%(first)s; %(more)s") % {"first": first, "more": more}, clauses)


# --- Outcomes ---


@register.filter
def limit_name(limit: Limit | int) -> str:
    """Return the name of a limit: mangan, haneman, …"""
    return str(LIMITS[Limit(limit)])


@register.filter
def abort_reason_name(reason: AbortReason | str) -> str:
    """Return the reason of an abortive draw: nine terminals and honours, four kongs, …"""
    return str(ABORT_REASONS[AbortReason(reason)])


@register.filter
def value_words(value: Value) -> str:
    """Return the value of a hand as it was entered: "3 han 30 fu", "mangan" or "2 yakuman"."""
    match value:
        case HanFu(han=han, fu=fu):
            return han_fu_words(han, fu)
        case Limit():
            return limit_name(value)
        case Yakuman(count=count):
            return _yakuman(count)
        case _:
            assert_never(value)


@register.filter
def worth_words(worth: Worth) -> str:
    """Return the value that the rules give a hand: "3 han 30 fu", "5 han, mangan" or "2 yakuman"."""
    if worth.yakuman:
        return _yakuman(worth.yakuman)
    if worth.han is None:
        return limit_name(worth.limit or Limit.MANGAN)
    counted = han_fu_words(worth.han, worth.fu)
    if worth.limit is None:
        return counted
    return _("%(counted)s, %(limit)s") % {"counted": counted, "limit": limit_name(worth.limit)}


def han_fu_words(han: int, fu: int | None) -> str:
    """Return han and fu in words: "3 han 30 fu", or only "5 han" if fu make no difference."""
    if fu is None:
        return _("%(han)s han") % {"han": han}
    return _("%(han)s han %(fu)s fu") % {"han": han, "fu": fu}


def _yakuman(count: int) -> str:
    if count == 1:
        return limit_name(Limit.YAKUMAN)
    return ngettext("%(count)s yakuman", "%(count)s yakuman", count) % {"count": count}


@register.simple_tag
def outcome_words(outcome: Outcome | dict[str, Any], names: Names, played: PlayedHand | None = None) -> str:
    """Return one hand in words: "Novák wins by ron from Dupont, 3 han 30 fu (riichi, tanyao, dora 1), riichi: Novák".

    `outcome` may be JSON of `hanchan/1`. With the settled hand (`played`), limits and unpaid claims are also named.
    """
    entered = outcome_from_json(outcome) if isinstance(outcome, dict) else outcome
    parts = list(_parts(entered, names, played.settlement if played else None))
    if entered.riichi:
        parts.append(_("riichi: %(names)s") % {"names": listed(entered.riichi, names)})
    several = isinstance(entered, Ron) and len(entered.wins) > 1
    return in_clauses(parts) if several else ", ".join(parts)


def _parts(outcome: Outcome, names: Names, settlement: Settlement | None) -> Iterable[str]:
    match outcome:
        case Ron():
            yield from _ron(outcome, names, settlement)
        case Tsumo(win=win):
            winner = {"winner": names[win.winner], "value": _value_of(win, settlement)}
            yield _("%(winner)s wins by self-draw, %(value)s") % winner
            yield from _liable(win, names)
        case ExhaustiveDraw(tenpai=tenpai, dead_hands=dead_hands):
            yield _("Exhaustive draw")
            yield _tenpai(tenpai, names)
            if dead_hands:
                yield _("dead hand: %(names)s") % {"names": listed(dead_hands, names)}
        case NagashiMangan(winners=winners, tenpai=tenpai):
            yield _("Nagashi mangan: %(names)s") % {"names": listed(winners, names)}
            yield _tenpai(tenpai, names)
        case AbortiveDraw(reason=reason):
            yield _("Abortive draw: %(reason)s") % {"reason": ABORT_REASONS[reason]}
        case Chombo(offenders=offenders):
            yield _("Chombo: %(names)s") % {"names": listed(offenders, names)}
        case Redeal():
            yield _("Dealt again without a chombo")
        case _:
            assert_never(outcome)


def _ron(ron: Ron, names: Names, settlement: Settlement | None) -> Iterable[str]:
    if settlement and isinstance(settlement.outcome, AbortiveDraw):
        yield _("Abortive draw: %(reason)s") % {"reason": ABORT_REASONS[settlement.outcome.reason]}
        yield _("%(winners)s called ron on the discard of %(discarder)s") % {
            "winners": listed((win.winner for win in ron.wins), names),
            "discarder": names[ron.discarder],
        }
        return
    wins = [paid.win for paid in settlement.wins] if settlement else ron.wins
    paid = {win.winner for win in wins}
    for win in claims_in_order(ron):
        if win.winner in paid:
            yield _("%(winner)s wins by ron from %(discarder)s, %(value)s") % {
                "winner": names[win.winner],
                "discarder": names[ron.discarder],
                "value": _value_of(win, settlement),
            }
            yield from _liable(win, names)
    bumped = {win.winner for win in ron.wins} - paid
    if bumped:
        yield _("also called ron, not paid: %(names)s") % {"names": listed(bumped, names)}


def _tenpai(tenpai: frozenset[Seat], names: Names) -> str:
    if not tenpai:
        return _("nobody tenpai")
    return _("everybody tenpai") if len(tenpai) == 4 else _("tenpai: %(names)s") % {"names": listed(tenpai, names)}


def _liable(win: Win, names: Names) -> Iterable[str]:
    if win.liable is not None:
        yield _("%(name)s is liable") % {"name": names[win.liable]}


def _value_of(win: Win, settlement: Settlement | None) -> str:
    paid = next((paid for paid in settlement.wins if paid.win.winner is win.winner), None) if settlement else None
    value = worth_words(paid.worth) if paid else value_words(win.value)
    return _("%(value)s (%(yaku)s)") % {"value": value, "yaku": yaku_words(win.yaku)} if win.yaku else value


# --- After the hand ---


@register.simple_tag
def deal_words(played: PlayedHand, names: Names) -> str:
    """Return the next dealer and the reason: "Next dealer: Dupont (East did not win)." If the game is over, return only
    the reason for its end."""
    if played.ending:
        return ending_words(played.ending)
    named = {"name": names[played.after.dealer], "reason": DEALS[played.deal]}
    if played.dealer_stays:
        return _("Dealer stays: %(name)s (%(reason)s).") % named
    return _("Next dealer: %(name)s (%(reason)s).") % named


@register.filter
def state_words(state: HanchanState) -> str:
    """Return the state of a hanchan in words: in play, signed, …"""
    return str(STATES[state])


@register.filter
def ending_words(ending: Ending | Literal["time", "paper"]) -> str:
    """Return the reason why the game is over, as a sentence ("The last deal has passed.")."""
    return str(ENDINGS[ending])


@register.simple_tag
def leftover_words(bets: int, seats: Iterable[int], names: Names) -> str:
    """Return the leftover bets and who got them, like "Left on the table: 1 riichi bet, given to Novák (in the points
    above)"."""
    left = {"bets": riichi_bets(bets), "names": listed(seats, names)}
    if not left["names"]:
        return _("Left on the table: %(bets)s. Under these rules nobody gets these riichi bets.") % left
    return _("Left on the table: %(bets)s. They go to %(names)s and are included in the points above.") % left


@register.filter
def mistake_words(mistake: Mistake) -> str:
    """Return the mistake in entering a hand, as a sentence."""
    return str(MISTAKES[mistake])
