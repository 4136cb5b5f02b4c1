"""What a document may say: the limits of its numbers, and what earlier parts of it have named."""

import re
from dataclasses import dataclass, field
from fractions import Fraction

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.rules import Ruleset
from tournament.archive.forms.document import Value

SMALL = 32_767
"""The largest of the numbers that a small column keeps."""

LARGE = 2**31 - 1
POINTS = 10_000_000
MOST_ENTRIES, MOST_TABLES, MOST_ROUNDS, MOST_HANDS, MOST_LOGGED = 2_000, 1_000, 200, 500, 200_000
EXACT = re.compile(r"-?\d+(\.\d+|/[1-9]\d*)?")


@dataclass(kw_only=True)
class Known:
    """What the parts of a document that were checked have named, so that later ones may refer to it. `logged` is how
    many entries the log has."""

    rules: Ruleset
    is_frozen: bool
    logged: int
    entries: set[int] = field(default_factory=set)
    tables: set[int] = field(default_factory=set)
    hanchans: set[int] = field(default_factory=set)

    def entry(self, value: Value) -> int:
        return value.among(self.entries, _("There is no entry %(number)s.") % {"number": str(value.data)[:20]})

    def is_current(self, log_number: Value) -> bool:
        """Whether no entry of the log took it back."""
        if log_number.is_null:
            return True
        log_number.whole(1, self.logged)
        return False


def exact(value: Value) -> Fraction:
    """A number that is kept as text, of any size that points have."""
    text = value.text(24)
    if not (text.isascii() and EXACT.fullmatch(text) and abs(Fraction(text)) <= POINTS):
        value.fail(gettext_lazy("This is no number like 23.5 or 50/3."))
    return Fraction(text)


def new(where: Value, number: int, known: set[int]) -> None:
    """One more of these, which was not there yet."""
    if number in known:
        where.fail(gettext_lazy("This is there twice."))
    known.add(number)
