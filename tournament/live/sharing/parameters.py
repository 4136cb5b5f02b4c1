"""Which parts of pages streams may bring, and which query parameters make a part another one.

A view that shares its page (`live.shared_pages.share`) declares here what it reads of a query. Every other parameter
is left out, or anybody could open streams with a thousand parts that are the same.
"""

import re
from collections.abc import Callable
from typing import TypeVar
from urllib.parse import urlencode

from django.http import QueryDict
from django.urls import Resolver404, resolve

NUMBER = "[1-9][0-9]?"

NEVER = ""
"""For a parameter that makes a page that is not shared."""

View = TypeVar("View", bound=Callable[..., object])

READS = "reads"
"""Attribute of a view: a pattern for each of its parameters."""


def brought_by_streams(**patterns: str) -> Callable[[View], View]:
    """Decorator for a view that shares its page. It reads these parameters of a query, and no others.

    With a value that its pattern does not match, the part is requested by its browser.
    """

    def declare(view: View) -> View:
        setattr(view, READS, {name: re.compile(pattern) for name, pattern in patterns.items()})
        return view

    return declare


def query_of(path: str, query: str) -> str | None:
    """The normalized query parameters that the view at this path reads; None if streams do not send this part."""
    try:
        view = resolve(path).func
        given = QueryDict(query)
    except (Resolver404, ValueError):
        return None
    patterns: dict[str, re.Pattern[str]] | None = getattr(view, READS, None)
    if patterns is None:
        return None
    values = {name: str(given[name]) for name in patterns if given.get(name)}
    if not all(patterns[name].fullmatch(value) for name, value in values.items()):
        return None
    return urlencode(values)
