"""Link previews (Open Graph): a title, and a line about what is going on, where a page's address is shared.

Others show it to whomever they like, for as long as they like. So it is made of what a page has for strangers.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from django.utils.translation import ngettext


@dataclass(frozen=True, slots=True)
class Preview:
    """`description` is one line, of parts between dots."""

    title: str
    description: str


def preview_of(title: str, parts: Iterable[str]) -> Preview:
    """A preview from the parts of its description; empty ones are left out."""
    return Preview(title, " · ".join(part for part in parts if part))


def tables_signed(signed: int, tables: int) -> str:
    """How many tables have signed, in words."""
    text = ngettext("%(signed)s of %(tables)s table signed", "%(signed)s of %(tables)s tables signed", tables)
    return text % {"signed": signed, "tables": tables}
