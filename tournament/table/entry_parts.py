"""The parts of the screen on which a hand is entered: panels of the seats, the card of values, choices."""

from dataclasses import dataclass
from typing import Literal

from scoring.card import Cell
from scoring.hanchan import Ending, PlayedHand
from scoring.outcome import AbortReason, Outcome
from scoring.seats import Seat, Wind
from scoring.situation import Situation
from scoring.tiles.words import DORA
from tournament.table.entry import HandEntry
from tournament.table.entry_steps import Step

Mark = Literal["winner", "discarder", "liable", "tenpai", "dead", "nagashi", "offender", ""]


@dataclass(frozen=True, kw_only=True)
class Panel:
    """One seat on the screen. `touch` is empty where touching it does nothing.

    `change` and `after` come from the preview, None without one.
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
        return f"riichi:{self.seat:d}"


@dataclass(frozen=True, kw_only=True)
class CardCell:
    """One value on the points card."""

    text: str
    cell: Cell

    @property
    def touch(self) -> str:
        return f"value:{self.text}"


@dataclass(frozen=True, kw_only=True)
class Card:
    """The points card for this win: rows of fu with a cell for each `han` (None where no such hand exists)."""

    han: tuple[int, ...]
    rows: list[tuple[int, list[CardCell | None]]]
    limits: list[CardCell]
    each: bool  # every opponent pays the same


@dataclass(frozen=True, kw_only=True)
class Choice:
    """One button of a list, named after a player; `chosen` where it is selected."""

    touch: str
    name: str
    chosen: bool = False


@dataclass(frozen=True, kw_only=True)
class Liability:
    """The question who is liable for a yakuman."""

    winner: str
    choices: tuple[Choice, ...]


@dataclass(frozen=True, kw_only=True)
class YakuChoice:
    """One yaku that may be picked; `picked` is the count, above 1 only for dora."""

    name: str
    text: str
    picked: int

    @property
    def is_dora(self) -> bool:
        return self.name in DORA

    @property
    def touch(self) -> str:
        return f"yaku:{self.text}"

    @property
    def less_touch(self) -> str:
        return f"no-yaku:{self.text}"


@dataclass(frozen=True, kw_only=True)
class YakuQuestion:
    """The optional question for the yaku and dora of one winner."""

    winner: str
    yaku: tuple[YakuChoice, ...]
    dora: tuple[YakuChoice, ...]


@dataclass(frozen=True, kw_only=True)
class Rare:
    """Rare choices, offered only where the ruleset and the hand so far allow them."""

    abort_reasons: tuple[AbortReason, ...] = ()
    values: tuple[Choice, ...] = ()
    nagashi: bool = False
    other_winners: tuple[Choice, ...] = ()
    yakuman: tuple[Choice, ...] = ()
    liabilities: tuple[Liability, ...] = ()
    noten_riichi: tuple[Choice, ...] = ()
    dead_hands: tuple[Choice, ...] = ()

    @property
    def has_dead_hand(self) -> bool:
        return any(choice.chosen for choice in self.dead_hands)


@dataclass(frozen=True, kw_only=True)
class EntryScreen:
    """Everything the entry screen shows. `preview` is the complete `outcome`, settled but not recorded; `ending` says
    why no hand follows it.

    Each touch is a GET of `address` with `fields`: the touches so far, and whatever else the page needs.
    """

    entry: HandEntry
    step: Step
    situation: Situation
    panels: tuple[Panel, ...]
    names: tuple[str, ...]
    card: Card | None
    rare: Rare
    yaku: tuple[YakuQuestion, ...]
    outcome: Outcome | None
    preview: PlayedHand | None
    ending: Ending | Literal["time"] | None
    problem: str
    address: str
    fields: list[tuple[str, str]]
