"""The parts of the form on which a hand is entered: seats, points cards, rare questions, the preview."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from django.utils.translation import gettext as _

from scoring.card import Cell
from scoring.hanchan import Ending, PlayedHand
from scoring.outcome import AbortReason, HanFu, Outcome
from scoring.seats import Seat, Wind
from scoring.situation import Situation
from scoring.tiles.words import DORA
from scoring.uma import Tenths
from scoring.value import FU, WinKind, rounded_fu
from tournament.table.entry import HandEntry


@dataclass(frozen=True, kw_only=True)
class EntrySeat:
    """One seat of the form. `is_poor`: its points are too few for riichi.

    `change` and `after` come from the preview, None without one.
    """

    seat: Seat
    position: str
    name: str
    wind: Wind
    is_dealer: bool
    points: int
    is_poor: bool
    change: int | None
    after: int | None

    @property
    def has_long_name(self) -> bool:
        """Whether the name needs smaller letters on a phone."""
        return len(self.name) > 16

    @property
    def letters(self) -> int:
        """How many letters must fit on a line, so that no word of the name is cut: 8, 12, 16 or 20."""
        longest = max(len(word) for word in self.name.replace("-", "- ").split() or [""])
        return next((letters for letters in (8, 12, 16) if longest <= letters), 20)


@dataclass(frozen=True, kw_only=True)
class CardCell:
    """One value on a points card, with the text that the form sends for it."""

    text: str
    cell: Cell


@dataclass(frozen=True, kw_only=True)
class Card:
    """The points card for one kind of win: rows of fu with a cell for each `han` (None if no such hand exists).

    `chosen` is the text of the chosen value, empty if there is none or another card is shown.
    """

    kind: WinKind
    dealer_wins: bool
    han: tuple[int, ...]
    rows: tuple[tuple[int, tuple[CardCell | None, ...]], ...]
    limits: tuple[CardCell, ...]
    chosen: str = ""

    @property
    def is_from_each(self) -> bool:
        """Whether every opponent pays the same."""
        return self.kind == "tsumo" and self.dealer_wins


@dataclass(frozen=True, kw_only=True)
class ClaimQuestion:
    """The questions about one winner; who wins and how decides which of the `cards` is shown.

    The names of its fields end with `suffix`: nothing, "2" or "3". `typed` is a value that stands on no card.
    """

    suffix: str
    winner: Seat | None
    cards: tuple[Card, ...]
    chosen: str
    typed: HanFu | None
    liable: Seat | None

    @property
    def number(self) -> int:
        return int(self.suffix or 1)

    @property
    def typed_han(self) -> int | str:
        return self.typed.han if self.typed else ""

    @property
    def typed_fu(self) -> int | str:
        return "" if self.typed is None or self.typed.fu is None else self.typed.fu


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
    def counts(self) -> list[tuple[int, str]]:
        """The counts of dora that can be chosen, each with the text that the form sends."""
        return [(count, f"{self.text}:{count}") for count in range(1, MOST_DORA + 1)]


MOST_DORA = 12


@dataclass(frozen=True, kw_only=True)
class YakuQuestion:
    """The optional question for the yaku and dora of one winner."""

    winner: str
    yaku: tuple[YakuChoice, ...]
    dora: tuple[YakuChoice, ...]


@dataclass(frozen=True, kw_only=True)
class Offers:
    """The rare questions that the ruleset has. `yakuman` are the possible numbers of yakuman, with their texts.

    `turns_of_claims` has for each discarder the names of the others, in the order in which their claims count; it is
    empty where more than the first is paid.
    """

    abort_reasons: tuple[AbortReason, ...]
    nagashi: bool
    yakuman: tuple[tuple[int, str], ...]
    liability: bool
    turns_of_claims: tuple[tuple[Seat, tuple[str, ...]], ...]


def penalties_in(played: PlayedHand | None, names: Sequence[str]) -> list[tuple[str, Tenths]]:
    """Name and cost of each chombo in a hand, in thousands, taken from the total after uma."""
    penalties = played.settlement.penalties if played else ()
    return [(names[seat], cost) for seat, cost in enumerate(penalties) if cost]


@dataclass(frozen=True, kw_only=True)
class EntryScreen:
    """Everything the form shows. `preview` is the complete `outcome`, settled but not recorded.

    `ending` says why no hand follows it. The form sends a GET of `address` with its choices, and with the pairs of
    `extra` that the page also needs.
    """

    entry: HandEntry
    situation: Situation
    seats: tuple[EntrySeat, ...]
    names: tuple[str, ...]
    claims: tuple[ClaimQuestion, ...]
    offers: Offers
    yaku: tuple[YakuQuestion, ...]
    outcome: Outcome | None
    preview: PlayedHand | None
    ending: Ending | Literal["time"] | None
    problem: str
    doubt: str
    address: str
    extra: list[tuple[str, str]]

    @property
    def penalties(self) -> list[tuple[str, Tenths]]:
        """Name and cost of each chombo, in thousands, taken from the total after uma."""
        return penalties_in(self.preview, self.names)

    @property
    def rounded(self) -> list[str]:
        """A sentence for each typed number of fu that counts as another."""
        values = [claim.value for claim in self.entry.claims if isinstance(claim.value, HanFu) and claim.value.han < 5]
        return [
            _("%(fu)s fu count as %(rounded)s fu. (R3.3)") % {"fu": value.fu, "rounded": rounded_fu(value.fu)}
            for value in values
            if value.fu and value.fu not in FU
        ]

    @property
    def fields(self) -> list[tuple[str, str]]:
        """The whole state as names and values."""
        return [*self.extra, *self.entry.pairs()]
