"""Builds the hand entry form: four seats, the points cards, the preview.

The form is used for the next hand, and for a hand in a correction.
"""

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

from django.utils.translation import gettext as _

from scoring.card import HAN, Cell, card_rows, limit_cells
from scoring.hanchan import PlayedHand, advance
from scoring.offers import (
    abort_reasons,
    check_values_in_riichi,
    knows_liability,
    knows_nagashi,
    most_claims,
    most_yakuman,
    turn_of_claims,
    yaku_names,
)
from scoring.outcome import HanFu, Outcome, Value, Yakuman
from scoring.points import too_poor
from scoring.refusal import Refused
from scoring.rules import Ruleset
from scoring.seats import SEATS, Seat
from scoring.situation import Situation
from scoring.value import WinKind
from tournament.core.words.refusals import refusal_words
from tournament.games.game import Game
from tournament.games.words.hands import listed, value_words
from tournament.table.claim import SUFFIXES, Claim
from tournament.table.entry import HandEntry
from tournament.table.entry_parts import (
    Card,
    CardCell,
    ClaimQuestion,
    EntryScreen,
    EntrySeat,
    Offers,
    YakuChoice,
    YakuQuestion,
)
from tournament.table.entry_text import value_to_text, yaku_to_text

POSITIONS = ("bottom", "right", "top", "left")
"""Screen position of each seat from East on, counterclockwise as at the table."""

DOUBTFUL_HAN = 20
"""From this many han on the form asks for confirmation, because the value is nearly always a typing error."""

KINDS: tuple[WinKind, ...] = ("ron", "tsumo")


def entry_screen(entry: HandEntry, game: Game, *, address: str, extra: Sequence[tuple[str, str]] = ()) -> EntryScreen:
    """Return the form for the game's next hand. The form sends its choices to `address`. If the rules refuse the hand,
    the form's `problem` is the reason."""
    situation, names, rules = game.situation, game.names, game.rules
    outcome, preview, ending, problem = None, None, None, entry.problem
    poor = too_poor(SEATS, situation, rules=rules)
    try:
        outcome = checked_outcome(entry, rules)
        if outcome:
            preview = advance(outcome, situation, rules=rules)
            ending = game.ending_with(preview)
    except Refused as refused:
        problem = _riichi_problem(entry, game) if refused.code == "riichi_too_poor" else refusal_words(refused)
    return EntryScreen(
        entry=entry,
        situation=situation,
        seats=tuple(_seat(seat, game, preview, is_poor=seat in poor) for seat in SEATS),
        names=names,
        claims=_claims(entry, situation, rules),
        offers=Offers(
            abort_reasons=abort_reasons(rules),
            nagashi=knows_nagashi(rules),
            yakuman=_yakuman(rules),
            liability=knows_liability(rules),
            turns_of_claims=_turns_of_claims(names, rules) if len(entry.claims) < 2 else (),
        ),
        yaku=_yaku(entry, situation, names, rules) if preview else (),
        outcome=outcome,
        preview=preview,
        ending=ending,
        problem=problem,
        doubt=_doubt(entry),
        address=address,
        extra=[*extra],
    )


def checked_outcome(entry: HandEntry, rules: Ruleset) -> Outcome | None:
    """Return the outcome of an entry; None while the entry is incomplete. Raises `Refused` for an impossible outcome,
    also if a winner in riichi has a value that no hand with riichi can have."""
    outcome = entry.outcome()
    if outcome:
        check_values_in_riichi(outcome, rules)
    return outcome


def _riichi_problem(entry: HandEntry, game: Game) -> str:
    """Return a sentence about players who have too few points for their riichi; it says how to remove the bet."""
    poor = too_poor(entry.riichi, game.situation, rules=game.rules)
    refused = refusal_words(Refused("riichi_too_poor", minimum=game.rules.riichi_min_points))
    words = {"names": listed(poor, game.names), "refused": refused}
    if entry.declared.isdisjoint(poor):
        return _("%(names)s cannot declare riichi. %(refused)s") % words
    return _("%(names)s cannot declare riichi: touch the stick again to take it back. %(refused)s") % words


def _doubt(entry: HandEntry) -> str:
    """Return a question about a value that is possible but unlikely; "" if no value is unlikely."""
    for claim in entry.claims:
        if isinstance(claim.value, HanFu) and claim.value.han >= DOUBTFUL_HAN:
            return _("Is it really %(value)s? Check before you confirm.") % {"value": value_words(claim.value)}
    return ""


def _seat(seat: Seat, game: Game, preview: PlayedHand | None, *, is_poor: bool) -> EntrySeat:
    situation = game.situation
    return EntrySeat(
        seat=seat,
        position=POSITIONS[seat],
        name=game.names[seat],
        wind=seat.wind(situation.dealer),
        is_dealer=seat is situation.dealer,
        points=situation.points[seat],
        is_poor=is_poor,
        change=preview.settlement.deltas[seat] if preview else None,
        after=preview.after.points[seat] if preview else None,
    )


def _yakuman(rules: Ruleset) -> tuple[tuple[int, str], ...]:
    """Return the possible numbers of yakuman of a hand, if several yakuman count."""
    most = most_yakuman(rules)
    return tuple((count, value_to_text(Yakuman(count))) for count in range(1, most + 1)) if most > 1 else ()


def _turns_of_claims(names: Sequence[str], rules: Ruleset) -> tuple[tuple[Seat, tuple[str, ...]], ...]:
    orders = ((discarder, turn_of_claims(discarder, rules)) for discarder in SEATS)
    return tuple((discarder, tuple(names[seat] for seat in order)) for discarder, order in orders if order)


def _claims(entry: HandEntry, situation: Situation, rules: Ruleset) -> tuple[ClaimQuestion, ...]:
    """Return the questions about each winner. The number of winners is the most that the ruleset pays, or more if more
    winners were entered."""
    count = max(most_claims(rules), len(entry.claims))
    claims: list[Claim | None] = [*entry.claims, *[None] * (count - len(entry.claims))]
    return tuple(
        _claim(suffix, claim, entry, situation, rules) for suffix, claim in zip(SUFFIXES, claims, strict=False)
    )


def _claim(suffix: str, claim: Claim | None, entry: HandEntry, situation: Situation, rules: Ruleset) -> ClaimQuestion:
    value = claim.value if claim else None
    shown = (_kind(entry), claim.winner is situation.dealer) if claim else None
    chosen = value_to_text(value) if value else ""
    cards = [
        replace(_card(kind, dealer_wins, rules), chosen=chosen if shown == (kind, dealer_wins) else "")
        for kind in (KINDS if not suffix else KINDS[:1])
        for dealer_wins in (False, True)
    ]
    stands_on_card = any(card.chosen and card.chosen in _texts(card) for card in cards) or isinstance(value, Yakuman)
    return ClaimQuestion(
        suffix=suffix,
        winner=claim.winner if claim else None,
        cards=tuple(cards),
        chosen=chosen,
        typed=value if isinstance(value, HanFu) and not stands_on_card else None,
        liable=claim.liable if claim else None,
    )


def _texts(card: Card) -> set[str]:
    return {cell.text for _fu, cells in card.rows for cell in cells if cell} | {cell.text for cell in card.limits}


@lru_cache(maxsize=256)
def _card(kind: WinKind, dealer_wins: bool, rules: Ruleset) -> Card:
    rows = card_rows(kind, dealer_wins=dealer_wins, rules=rules)
    return Card(
        kind=kind,
        dealer_wins=dealer_wins,
        han=HAN,
        rows=tuple((fu, tuple(_card_cell(cell) if cell else None for cell in cells)) for fu, cells in rows),
        limits=tuple(_card_cell(cell) for cell in limit_cells(kind, dealer_wins=dealer_wins, rules=rules)),
    )


def _card_cell(cell: Cell) -> CardCell:
    return CardCell(text=value_to_text(cell.value), cell=cell)


def _yaku(entry: HandEntry, situation: Situation, names: Sequence[str], rules: Ruleset) -> tuple[YakuQuestion, ...]:
    """Return a yaku question for each winner."""
    return tuple(
        _yaku_question(claim, claim.value, entry, situation, names[claim.winner], rules)
        for claim in entry.claims
        if claim.value is not None
    )


def _yaku_question(
    claim: Claim, value: Value, entry: HandEntry, situation: Situation, winner: str, rules: Ruleset
) -> YakuQuestion:
    seat_wind = claim.winner.wind(situation.dealer)
    offered = yaku_names(value, _kind(entry), seat_wind, situation.round_wind, rules)
    others = dict.fromkeys(name for name in claim.yaku if name not in offered)
    choices = [
        YakuChoice(name=name, text=yaku_to_text(claim.winner, name), picked=claim.yaku.count(name))
        for name in (*offered, *others)
    ]
    return YakuQuestion(
        winner=winner,
        yaku=tuple(choice for choice in choices if not choice.is_dora),
        dora=tuple(choice for choice in choices if choice.is_dora),
    )


def _kind(entry: HandEntry) -> WinKind:
    return "tsumo" if entry.self_draw else "ron"
