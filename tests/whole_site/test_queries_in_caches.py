"""No cached page has what one visitor sent: each public page that uses a cache is asked for first with an invented
query, and then without one by somebody else, who gets what an empty cache gives.

The parameters are those that the page's view is seen to read, each alone, and one that no view reads.
"""

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from unittest import mock

import pytest
from django.http import QueryDict
from django.test import Client
from django.urls import resolve, reverse

from tests.whole_site.audiences import ROWS, World
from tests.whole_site.crawled import text_of
from tests.whole_site.worlds import make_world
from tournament.core.cache import _caches, clear_all
from tournament.live.sharing.parameters import READS

pytestmark = pytest.mark.django_db

MARKER = "sent-by-another"
VALUES = (MARKER, "2", "official")
"""A text that no view knows, and values that change what some pages show."""

ONE_TIME = re.compile(r'csrfmiddlewaretoken" value="\w+"|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}')


@pytest.mark.long
def test_no_cached_page_has_the_query_of_another_visitor():
    world = make_world(is_public=True)
    wrong, tried = [], set()

    for name, path in cached_pages(world):
        clear_all()
        with names_read() as names:
            fresh = page_of(path)
        names |= set(getattr(resolve(path).func, READS, {}))
        for query in [{"invented": MARKER}, *({key: value} for key in sorted(names) for value in VALUES)]:
            clear_all()
            page_of(path, query)
            second = page_of(path)
            tried.add(name)
            if MARKER in second:
                wrong.append(f"{path} has what another visitor sent: {query}")
            elif second != fresh:
                wrong.append(f"{path} is another page after {query}")

    assert wrong == []
    pages = {"leaderboard", "team-standings", "hanchan", "round", "seating", "hall", "tournament", "league", "records"}
    assert pages <= tried


def cached_pages(world: World) -> Iterator[tuple[str, str]]:
    """Name and path of each page that a stranger may read and that uses a cache of the process."""
    for name, row in ROWS.items():
        if row.get and row.get("stranger", True) == "in":
            path = reverse(name, args=row.at(world))
            clear_all()
            Client().get(path)
            if any(len(cache) for cache in _caches):
                yield name, path


def page_of(path: str, query: Mapping[str, str] | None = None) -> str:
    """What a new visitor gets, without what is made for each answer."""
    return ONE_TIME.sub("", text_of(Client().get(path, query)))


@contextmanager
def names_read() -> Iterator[set[str]]:
    """Collects the names of parameters that are read from a query."""
    names: set[str] = set()
    with mock.patch.multiple(QueryDict, **{method: noting(method, names) for method in METHODS}):
        yield names


METHODS = ("get", "getlist", "__getitem__", "__contains__")


def noting(method, names):
    original = getattr(QueryDict, method)

    def noted(query, name, *rest, **named):
        names.add(name)
        return original(query, name, *rest, **named)

    return noted
