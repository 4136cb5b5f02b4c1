"""The parts of the hand entry form: seats, points cards (tables of hand values), rare questions, the preview."""

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
    """One seat of the form. `is_poor` says that the player has too few points for riichi.

    In a preview, `change` is the number of points that the player gets in the hand, and `after` is the player's points
    after the hand. Without a preview both are None.
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
        """Whether the name is too long for letters of the usual size on a phone."""
        return len(self.name) > 16

    @property
    def letters(self) -> int:
        """Return how many letters must fit on a line so that no word of the name is broken: 8, 12, 16 or 20."""
        longest = max(len(word) for word in self.name.replace("-", "- ").split() or [""])
        return next((letters for letters in (8, 12, 16) if longest <= letters), 20)


@dataclass(frozen=True, kw_only=True)
class CardCell:
    """One value on a points card (table of hand values), with the text that the form sends for this value."""

    text: str
    cell: Cell


@dataclass(frozen=True, kw_only=True)
class Card:
    """The points card for one kind of win: a table of hand values with a row for each fu and a cell for each `han`. A
    cell is None if no such hand exists.

    `chosen` is the text of the chosen value, or empty if no value on this card is chosen.
    """

    kind: WinKind
    dealer_wins: bool
    han: tuple[int, ...]
    rows: tuple[tuple[int, tuple[CardCell | None, ...]], ...]
    limits: tuple[CardCell, ...]
    chosen: str = ""

    @property
    def is_from_each(self) -> bool:
        """Whether every opponent pays the same amount."""
        return self.kind == "tsumo" and self.dealer_wins


@dataclass(frozen=True, kw_only=True)
class ClaimQuestion:
    """The questions about one winner. The page shows one of the `cards`: the winner may be the dealer or not, and the
    win may be a ron or a tsumo.

    The names of the winner's fields end with `suffix`: "", "2" or "3". `typed` is a typed value that is on no card.
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
    """One yaku that may be chosen. `picked` is how often it was chosen; only dora can be chosen more than once."""

    name: str
    text: str
    picked: int

    @property
    def is_dora(self) -> bool:
        return self.name in DORA

    @property
    def counts(self) -> list[tuple[int, str]]:
        """Return the numbers of dora that can be chosen, each with the text that the form sends."""
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
    """The rare questions that the form asks under the ruleset.

    `yakuman` are the numbers of yakuman that a hand can have, each with the text that the form sends; empty if a hand
    can have only one yakuman. `turns_of_claims` has, for each discarder, the names of the other players in the order in
    which their claims take precedence; empty if more than one claim is paid.
    """

    abort_reasons: tuple[AbortReason, ...]
    nagashi: bool
    yakuman: tuple[tuple[int, str], ...]
    liability: bool
    turns_of_claims: tuple[tuple[Seat, tuple[str, ...]], ...]


def penalties_in(played: PlayedHand | None, names: Sequence[str]) -> list[tuple[str, Tenths]]:
    """Return a pair for each chombo in a hand: the player's name, and the cost in thousands, which is subtracted from
    the score after uma."""
    penalties = played.settlement.penalties if played else ()
    return [(names[seat], cost) for seat, cost in enumerate(penalties) if cost]


@dataclass(frozen=True, kw_only=True)
class EntryScreen:
    """All data of the hand entry form.

    `outcome` is the outcome if the entry is complete. `preview` is this hand with its payments; it is not recorded yet.
    `ending` is the reason why the game would end with the previewed hand, or None. `doubt` is a question about an
    unlikely value. The form sends its choices and the pairs of `extra` as a GET request to `address`.
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
        """Return a pair for each chombo in the preview: the player's name, and the cost in thousands, which is
        subtracted from the score after uma."""
        return penalties_in(self.preview, self.names)

    @property
    def rounded(self) -> list[str]:
        """A sentence for each typed number of fu that is rounded up."""
        values = [claim.value for claim in self.entry.claims if isinstance(claim.value, HanFu) and claim.value.han < 5]
        return [
            _("%(fu)s fu count as %(rounded)s fu. (R3.3)") % {"fu": value.fu, "rounded": rounded_fu(value.fu)}
            for value in values
            if value.fu and value.fu not in FU
        ]

    @property
    def fields(self) -> list[tuple[str, str]]:
        """The whole state of the entry, as names and values of the form's fields."""
        return [*self.extra, *self.entry.pairs()]
