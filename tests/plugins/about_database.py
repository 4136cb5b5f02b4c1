"""Marks the tests that may pass on SQLite and fail on PostgreSQL with `database`; `make test-postgresql` runs them.

These are the tests of actions, queries and commands, which use the database without opening a page. Views contain no
queries, and rendering pages takes most of the time. A test counts as opening pages if Django's `Client` is named in the
test, in one of its fixtures, or in a helper that one of these names. A module or a test can also be marked `database`
explicitly: if it starts servers with a database, sends requests of many phones in parallel, or opens every page once.

Tests that compare two documents of a tournament are not marked, because reading documents is covered by the tests of
the envelope, of imports and of laptops that return. Neither are tests that compute something from rows or from a file,
if other tests send each of their statements to PostgreSQL too, and tests with random examples, which differ in the
rules and not in what is stored.
"""

import inspect
from collections.abc import Iterator
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any

import pytest
from django.test import Client
from hypothesis import is_hypothesis_test

ROOT = Path(__file__).resolve().parents[2]

COMPARE_DOCUMENTS = ["tests/archive/rewritten", "tests/archive/test_everything_compared.py"]

WORK_OUT = [
    "tests/archive/test_certification.py",
    "tests/archive/test_file_garbage.py",
    "tests/archive/test_open_format.py",
    "tests/games/test_stages.py",
    "tests/people/test_import_players.py",
    "tests/standings/test_ema.py",
    "tests/standings/test_league_table.py",
    "tests/whole_site/test_unlocked_standings.py",
]

LEFT_OUT = [ROOT / path for path in COMPARE_DOCUMENTS + WORK_OUT]

PAGE_FIXTURES = {"client", "page", "live_server"}

_opens_pages: dict[Any, bool] = {Client: True}


def pytest_itemcollected(item: pytest.Function) -> None:
    fixtures = item._fixtureinfo.name2fixturedefs
    asks_database = item.get_closest_marker("django_db") or {"db", "transactional_db"} & fixtures.keys()
    if not asks_database or PAGE_FIXTURES & fixtures.keys():
        return
    if any(item.path.is_relative_to(path) for path in LEFT_OUT) or is_hypothesis_test(item.function):
        return
    if not any(opens_pages(part) for part in [item.function, *(among[-1].func for among in fixtures.values())]):
        item.add_marker("database")


def opens_pages(helper: Any) -> bool:
    """Whether a function or class of the tests names Django's `Client`, directly or through other helpers."""
    if helper not in _opens_pages:
        _opens_pages[helper] = False  # set before the search, because a helper may name itself
        _opens_pages[helper] = any(opens_pages(other) for other in _helpers_in(helper))
    return _opens_pages[helper]


def _helpers_in(helper: Any) -> Iterator[Any]:
    """Yield the functions and classes of the tests that `helper` names, and Django's `Client` if it is named."""
    if isinstance(helper, type):
        yield from (method for method in vars(helper).values() if isinstance(method, FunctionType))
        return
    function = inspect.unwrap(helper)
    for name in _names_in(function.__code__):
        other = function.__globals__.get(name)
        is_helper = isinstance(other, FunctionType | type) and other.__module__.startswith("tests.")
        if is_helper or other is Client:
            yield other


def _names_in(code: CodeType) -> Iterator[str]:
    yield from code.co_names
    for inner in code.co_consts:
        if isinstance(inner, CodeType):
            yield from _names_in(inner)
