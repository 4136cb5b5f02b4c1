"""Splits long lists of people into pages: an event may have two thousand, and each row takes time to render."""

from collections.abc import Mapping, Sequence
from typing import TypeVar

from django.core.paginator import Page, Paginator

from tournament.core.limits import MOST_ENTRIES
from tournament.core.text import whole_number

Row = TypeVar("Row")

ROWS = 200
"""Rows on one page. The last page may have twice as many, so that a list of 400 rows is a single page."""

FOUND_ROWS = 100
"""Rows on one page of search results, which are not cached."""


def requested_page(query: Mapping[str, str]) -> int:
    """Return the page number in the query string (`?page=3`); 1 if it is missing or larger than any list can have."""
    number = whole_number(query.get("page", ""), digits=2) or 1
    return number if number <= MOST_ENTRIES // FOUND_ROWS else 1


def page_of(rows: Sequence[Row], number: int, *, is_search: bool) -> Page[Row]:
    """Return the page with this number, or the last page if there are fewer pages. Pages of search results
    (`is_search`) are shorter."""
    pages = Paginator(rows, FOUND_ROWS) if is_search else Paginator(rows, ROWS, orphans=ROWS)
    return pages.get_page(number)
