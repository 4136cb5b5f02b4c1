"""Hands that a phone without network gives to another phone in a QR code.

The phone encodes the submitted forms (outbox_code.js): a line for each hand with its number, the idempotency key
without dashes, and the form's fields as a query string. The lines are compressed by zlib, whose checksum detects a
damaged code. The result is written as one decimal number, because digits need the least space in a QR code. A phone
without network does not know the rules. So the server makes the outcome from the form's fields, as it does for a form
that a phone sends directly.
"""

import zlib
from dataclasses import dataclass
from uuid import UUID

from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from scoring.outcome import Outcome
from scoring.rules import Ruleset
from tournament.core.errors import NotDone
from tournament.core.text import whole_number
from tournament.table.entry import HandEntry
from tournament.table.entry_screen import checked_outcome

MOST_DIGITS = 4_000
"""The most digits of a code: a QR code cannot hold many more, and Python's `int` reads at most 4,300."""

MOST_BYTES = 20_000
MOST_HANDS = 50


class CodeDamaged(NotDone):
    """The text of the scanned code is damaged or incomplete."""

    message = _("This code is damaged. Scan it again from the other phone.")


class HandIncomplete(NotDone):
    """The fields of the form do not make a complete hand."""

    message = _("This hand is incomplete, so it was not recorded. Enter the hand at the table.")


@dataclass(frozen=True)
class HandedHand:
    """An unsent hand of another phone. Its idempotency key ensures that the hand is recorded once, even if both phones
    send it. `base` and `renumbered` say how the hand got its number (`RecordHandForm`)."""

    number: int
    key: UUID
    entry: HandEntry
    base: int = 0
    renumbered: bool = False

    def outcome(self, rules: Ruleset) -> Outcome:
        """Return the hand's outcome. Raises `HandIncomplete`, and `Refused` for an impossible hand."""
        if self.entry.problem:
            raise HandIncomplete(self.entry.problem)
        outcome = checked_outcome(self.entry, rules)
        if outcome is None:
            raise HandIncomplete
        return outcome


def hands_in(code: str) -> tuple[HandedHand, ...]:
    """Return the hands in a code, sorted by number. Raises `CodeDamaged`."""
    if not (code.isascii() and code.isdecimal() and len(code) <= MOST_DIGITS):
        raise CodeDamaged
    digits = int(code)
    packed = digits.to_bytes((digits.bit_length() + 7) // 8, "big")
    try:
        unpacking = zlib.decompressobj()
        text = unpacking.decompress(packed, MOST_BYTES).decode("ascii")
        hands = [_hand(line) for line in text.splitlines()]
    except (zlib.error, ValueError):
        raise CodeDamaged from None
    if not unpacking.eof or unpacking.unused_data or not 0 < len(hands) <= MOST_HANDS:
        raise CodeDamaged
    return tuple(sorted(hands, key=lambda hand: hand.number))


def _hand(line: str) -> HandedHand:
    number, key, fields = line.split(" ")
    form = QueryDict(fields)
    base = whole_number(form.get("base", "")) or 0
    return HandedHand(int(number), UUID(key), HandEntry.read(form), base, renumbered="renumbered" in form)
