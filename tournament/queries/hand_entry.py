"""The table as it lies on the screen while a hand is entered: four panels, the card, the preview.

Used for the next hand and for one being corrected alike: both are a situation and what was touched so far.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from scoring.card import Cell, card_rows, limit_cells
from scoring.hanchan import PlayedHand, advance
from scoring.refusal import Refused
from scoring.rules import Ruleset
from scoring.seats import SEATS, Seat, Wind
from scoring.situation import Situation
from tournament.forms.hand_entry import HandEntry, Step, value_to_text
from tournament.forms.refusals import refusal_words

Mark = Literal["winner", "discarder", "tenpai", "offender", ""]

POSITIONS = ("bottom", "right", "top", "left")
"""Where each seat lies on the screen; turn order runs against the clock, as at the table."""


@dataclass(frozen=True, kw_only=True)
class Panel:
    """One seat on the screen. `touch` is what touching it says, empty where it says nothing now.

    `change` and `after` are the preview's, None while there is none.
    """

    seat: Seat
    position: str
    name: str
    wind: Wind
    is_dealer: bool
    points: int
    in_riichi: bool
    mark: Mark
    touch: str
    change: int | None
    after: int | None

    @property
    def has_long_name(self) -> bool:
        """Whether the name needs smaller letters on a phone."""
        return len(self.name) > 16

    @property
    def riichi_touch(self) -> str:
        return f"riichi:{int(self.seat)}"


@dataclass(frozen=True, kw_only=True)
class CardCell:
    """One value that may be touched."""

    text: str
    cell: Cell

    @property
    def touch(self) -> str:
        return f"value:{self.text}"


@dataclass(frozen=True, kw_only=True)
class Card:
    """The points card for this win: rows of fu with cells for 1 to 4 han (None where no such hand exists)."""

    rows: list[tuple[int, list[CardCell | None]]]
    limits: list[CardCell]
    each: bool  # every opponent pays the same


@dataclass(frozen=True, kw_only=True)
class EntryScreen:
    """Everything the entry screen shows. `preview` is the complete hand, settled but not recorded.

    Each touch is a GET of `address` with `fields`: what was touched so far, and what the page needs besides.
    """

    entry: HandEntry
    step: Step
    situation: Situation
    panels: tuple[Panel, ...]
    names: tuple[str, ...]
    card: Card | None
    preview: PlayedHand | None
    problem: str
    address: str
    fields: list[tuple[str, str]]


def entry_screen(
    entry: HandEntry,
    situation: Situation,
    names: Sequence[str],
    *,
    rules: Ruleset,
    address: str,
    extra: Sequence[tuple[str, str]] = (),
) -> EntryScreen:
    """The screen for a hand in this situation, at this address. What the rules refuse becomes its `problem`."""
    preview, problem = None, entry.problem
    try:
        outcome = entry.outcome()
        preview = advance(outcome, situation, rules=rules) if outcome else None
    except Refused as refused:
        problem = refusal_words(refused)
    return EntryScreen(
        entry=entry,
        step=entry.step,
        situation=situation,
        panels=tuple(_panel(seat, entry, situation, names, preview) for seat in SEATS),
        names=tuple(names),
        card=_card(entry, situation, rules) if entry.step == "value" or problem else None,
        preview=preview,
        problem=problem,
        address=address,
        fields=[*extra, *entry.pairs()],
    )


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
    if entry.mode == "draw":
        return "tenpai" if seat in entry.tenpai else ""
    if entry.mode == "chombo":
        return "offender" if seat is entry.offender else ""
    if seat is entry.winner:
        return "winner"
    return "discarder" if seat is entry.discarder else ""


def _touch(seat: Seat, entry: HandEntry) -> str:
    if entry.mode == "draw":
        return "" if seat in entry.riichi else f"tenpai:{int(seat)}"
    if entry.mode == "chombo":
        return f"offender:{int(seat)}"
    if entry.winner is None or seat is entry.winner:
        return f"winner:{int(seat)}"
    return f"discarder:{int(seat)}"


def _card(entry: HandEntry, situation: Situation, rules: Ruleset) -> Card | None:
    if entry.winner is None or entry.mode != "win":
        return None
    kind: Literal["ron", "tsumo"] = "tsumo" if entry.self_draw else "ron"
    dealer_wins = entry.winner is situation.dealer
    rows = card_rows(kind, dealer_wins=dealer_wins, rules=rules)
    return Card(
        rows=[(fu, [_card_cell(cell) if cell else None for cell in cells]) for fu, cells in rows],
        limits=[_card_cell(cell) for cell in limit_cells(kind, dealer_wins=dealer_wins, rules=rules)],
        each=entry.self_draw and dealer_wins,
    )


def _card_cell(cell: Cell) -> CardCell:
    return CardCell(text=value_to_text(cell.value), cell=cell)
