"""Builds the entry screen: four panels, the card, the preview.

Used for the next hand and for a hand being corrected: both are a situation and the touches so far.
"""

from collections.abc import Container, Iterable, Sequence

from django.utils.translation import gettext as _

from scoring.card import HAN, Cell, card_rows, limit_cells
from scoring.hanchan import PlayedHand, advance
from scoring.offers import (
    abort_reasons,
    is_yakuman,
    knows_nagashi,
    may_be_liable,
    most_claims,
    most_yakuman,
    yaku_names,
)
from scoring.outcome import Value, Yakuman
from scoring.points import too_poor
from scoring.refusal import Refused
from scoring.rules import Ruleset
from scoring.seats import SEATS, Seat
from scoring.situation import Situation
from scoring.value import WinKind
from tournament.core.words.refusals import refusal_words
from tournament.games.game import Game
from tournament.games.words.hands import listed
from tournament.table.claim import Claim
from tournament.table.entry import HandEntry
from tournament.table.entry_parts import (
    Card,
    CardCell,
    Choice,
    EntryScreen,
    Liability,
    Mark,
    Panel,
    Rare,
    YakuChoice,
    YakuQuestion,
)
from tournament.table.entry_text import value_to_text, yaku_to_text

POSITIONS = ("bottom", "right", "top", "left")
"""Screen position of each seat; turn order runs counterclockwise, as at the table."""


def entry_screen(entry: HandEntry, game: Game, *, address: str, extra: Sequence[tuple[str, str]] = ()) -> EntryScreen:
    """The screen for the game's next hand, at this address. A refusal by the rules becomes its `problem`."""
    situation, names, rules = game.situation, game.names, game.rules
    outcome, preview, ending, problem = None, None, None, entry.problem
    riichi_problem = _riichi_problem(entry, game)
    try:
        outcome = None if riichi_problem else entry.outcome()
        if outcome:
            preview = advance(outcome, situation, rules=rules)
            ending = game.ending_with(preview)
    except Refused as refused:
        problem = refusal_words(refused)
    return EntryScreen(
        entry=entry,
        step=entry.step,
        situation=situation,
        panels=tuple(_panel(seat, entry, situation, names, preview) for seat in SEATS),
        names=names,
        card=_card(entry, situation, rules) if entry.step == "value" or problem else None,
        rare=_rare(entry, names, rules),
        yaku=_yaku(entry, situation, names, rules),
        outcome=outcome,
        preview=preview,
        ending=ending,
        problem=problem or riichi_problem,
        address=address,
        fields=[*extra, *entry.pairs()],
    )


def _riichi_problem(entry: HandEntry, game: Game) -> str:
    """A sentence where a player is too poor for riichi, shown at once, with how to take the stick back."""
    poor = too_poor(entry.riichi, game.situation, rules=game.rules)
    if not poor:
        return ""
    refused = refusal_words(Refused("riichi_too_poor", minimum=game.rules.riichi_min_points))
    words = {"names": listed(poor, game.names), "refused": refused}
    if entry.touched_riichi.isdisjoint(poor):
        return _("No riichi for %(names)s. %(refused)s") % words
    return _("No riichi for %(names)s: touch the stick again to take it back. %(refused)s") % words


def _panel(
    seat: Seat, entry: HandEntry, situation: Situation, names: Sequence[str], preview: PlayedHand | None
) -> Panel:
    return Panel(
        seat=seat,
        position=POSITIONS[seat],
        name=names[seat],
        wind=seat.wind(situation.dealer),
        is_dealer=seat is situation.dealer,
        points=situation.points[seat],
        in_riichi=seat in entry.riichi,
        mark=_mark(seat, entry),
        touch=_touch(seat, entry),
        change=preview.settlement.deltas[seat] if preview else None,
        after=preview.after.points[seat] if preview else None,
    )


def _mark(seat: Seat, entry: HandEntry) -> Mark:
    match entry.step:
        case "tenpai":
            return "dead" if seat in entry.dead else "tenpai" if seat in entry.tenpai else ""
        case "nagashi":
            return "nagashi" if seat in entry.nagashi else ""
        case "offender":
            return "offender" if seat in entry.offenders else ""
    if seat in (claim.winner for claim in entry.claims):
        return "winner"
    if seat is entry.discarder:
        return "discarder"
    return "liable" if seat in (claim.liable for claim in entry.claims) else ""


def _touch(seat: Seat, entry: HandEntry) -> str:
    match entry.step:
        case "tenpai":
            return "" if seat in entry.riichi else f"tenpai:{seat:d}"
        case "nagashi" | "offender" as kind:
            return f"{kind}:{seat:d}"
    if len(entry.claims) > 1:
        known = (entry.discarder, *(claim.winner for claim in entry.claims[:-1]))
        return "" if seat in known else f"also:{seat:d}"
    if entry.winner is None or seat is entry.winner:
        return f"winner:{seat:d}"
    return f"discarder:{seat:d}"


def _card(entry: HandEntry, situation: Situation, rules: Ruleset) -> Card | None:
    if entry.winner is None or entry.mode != "win":
        return None
    kind = _kind(entry)
    dealer_wins = entry.winner is situation.dealer
    rows = card_rows(kind, dealer_wins=dealer_wins, rules=rules)
    return Card(
        han=HAN,
        rows=[(fu, [_card_cell(cell) if cell else None for cell in cells]) for fu, cells in rows],
        limits=[_card_cell(cell) for cell in limit_cells(kind, dealer_wins=dealer_wins, rules=rules)],
        each=entry.self_draw and dealer_wins,
    )


def _card_cell(cell: Cell) -> CardCell:
    return CardCell(text=value_to_text(cell.value), cell=cell)


def _rare(entry: HandEntry, names: Sequence[str], rules: Ruleset) -> Rare:
    match entry.step:
        case "winner":
            return Rare(abort_reasons=abort_reasons(rules), nagashi=knows_nagashi(rules))
        case "tenpai":
            dead_hands = _choices("dead", sorted(entry.riichi), names, entry.dead) if entry.mode == "draw" else ()
            return Rare(noten_riichi=_choices("noten", sorted(entry.riichi - entry.dead), names), dead_hands=dead_hands)
        case "confirm" if entry.mode == "win":
            claimed = [claim.winner for claim in entry.claims]
            others = [seat for seat in SEATS if seat is not entry.discarder and seat not in claimed]
            return Rare(
                values=_choices("revalue", claimed, names) if len(claimed) > 1 else (),
                other_winners=_choices("also", others, names)
                if not entry.self_draw and len(claimed) < most_claims(rules)
                else (),
                yakuman=_yakuman(entry.value, rules),
                liabilities=tuple(
                    _liability(claim, names)
                    for claim in entry.claims
                    if claim.value is not None
                    and (claim.liable is not None or may_be_liable(claim.value, rules, claim.yaku))
                ),
            )
        case _:
            return Rare()


def _choices(
    touch: str, seats: Iterable[Seat], names: Sequence[str], chosen: Container[Seat | None] = ()
) -> tuple[Choice, ...]:
    return tuple(Choice(touch=f"{touch}:{seat:d}", name=names[seat], chosen=seat in chosen) for seat in seats)


def _liability(claim: Claim, names: Sequence[str]) -> Liability:
    others = [seat for seat in SEATS if seat is not claim.winner]
    choices = _choices(f"liable:{claim.winner:d}", others, names, {claim.liable})
    return Liability(winner=names[claim.winner], choices=choices)


def _yakuman(value: Value | None, rules: Ruleset) -> tuple[Choice, ...]:
    """Choices for the number of yakuman, where several count."""
    if value is None or not is_yakuman(value) or most_yakuman(rules) == 1:
        return ()
    current = value.count if isinstance(value, Yakuman) else 1
    return tuple(
        Choice(touch=f"value:{value_to_text(Yakuman(count))}", name=str(count), chosen=count == current)
        for count in range(1, most_yakuman(rules) + 1)
    )


def _yaku(entry: HandEntry, situation: Situation, names: Sequence[str], rules: Ruleset) -> tuple[YakuQuestion, ...]:
    """A yaku question for each winner, once everything else is entered."""
    if entry.mode != "win" or entry.step != "confirm":
        return ()
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
