"""Declares which parts of pages may be sent in streams, and which query parameters change the content of a part.

Each view that shares its page (`live.shared_pages.share`) declares with this module which query parameters the view
reads. All other parameters are removed from the URL of a part. Otherwise anybody could have the same part rendered a
thousand times, with `?a=1`, `?a=2` and so on.
"""

import re
from collections.abc import Callable
from typing import TypeVar
from urllib.parse import urlencode

from django.http import QueryDict
from django.urls import Resolver404, resolve

NUMBER = "[1-9][0-9]?"

NEVER = ""
"""Pattern for a query parameter that prevents sharing: a page that is requested with the parameter is never shared."""

View = TypeVar("View", bound=Callable[..., object])

READS = "reads"
"""Name of the attribute of a view in which its parameters' patterns are stored."""


def brought_by_streams(**patterns: str) -> Callable[[View], View]:
    """Decorate a view that shares its page and reads only these query parameters.

    Each parameter has a pattern. If a value does not match the pattern, streams do not send the part, and the browser
    requests it.
    """

    def declare(view: View) -> View:
        setattr(view, READS, {name: re.compile(pattern) for name, pattern in patterns.items()})
        return view

    return declare


def query_of(path: str, query: str) -> str | None:
    """Return the normalized query parameters that the view at this path reads; None if streams do not send this
    part."""
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
