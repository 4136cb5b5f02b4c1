"""Link previews (Open Graph), which a chat shows for a link to a page: a title, and a line about the state of the
event.

Other sites may show a preview to anybody and store it, so it contains only what an anonymous visitor sees on the
page.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from django.utils.translation import ngettext


@dataclass(frozen=True, slots=True)
class Preview:
    """A link preview. `description` is one line; `picture` is the path of a picture, or empty for the site's own
    picture; `width` and `height` are the picture's size in pixels."""

    title: str
    description: str
    picture: str = ""
    width: int = 1200
    height: int = 630


def preview_of(title: str, parts: Iterable[str]) -> Preview:
    """Make a preview whose description is these parts with dots between; empty parts are left out."""
    return Preview(title, " · ".join(part for part in parts if part))


def tables_signed(signed: int, tables: int) -> str:
    """Return how many tables have signed, in words."""
    text = ngettext("%(signed)s of %(tables)s table signed", "%(signed)s of %(tables)s tables signed", tables)
    return text % {"signed": signed, "tables": tables}
