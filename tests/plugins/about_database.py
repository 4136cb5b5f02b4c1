"""Marks the tests that PostgreSQL might fail and SQLite pass: `database`, which `make test-postgresql` runs.

They are those that ask the database without a page: of actions, queries and commands. A view holds no query, and a
page takes most of its time to draw. A test opens pages if Django's `Client` is named in it, in a fixture that it asks
for, or in a helper of the tests that one of these names. A module or a test may mark itself too: where it starts
servers on a database, sends from many phones at once, or opens every page once.

Those that compare two documents of a tournament are left out: how a document is read is told by the tests of the
envelope, of imports and of laptops that come back.
"""

import inspect
from collections.abc import Iterator
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any

import pytest
from django.test import Client

ROOT = Path(__file__).resolve().parents[2]

COMPARE_DOCUMENTS = ["tests/archive/rewritten", "tests/archive/test_everything_compared.py"]

PAGE_FIXTURES = {"client", "page", "live_server"}

_opens_pages: dict[Any, bool] = {Client: True}


def pytest_itemcollected(item: pytest.Function) -> None:
    fixtures = item._fixtureinfo.name2fixturedefs
    asks_database = item.get_closest_marker("django_db") or {"db", "transactional_db"} & fixtures.keys()
    if not asks_database or PAGE_FIXTURES & fixtures.keys():
        return
    if any(item.path.is_relative_to(ROOT / path) for path in COMPARE_DOCUMENTS):
        return
    if not any(opens_pages(part) for part in [item.function, *(among[-1].func for among in fixtures.values())]):
        item.add_marker("database")


def opens_pages(helper: Any) -> bool:
    """Whether a function or class of the tests names Django's `Client`, itself or through another helper."""
    if helper not in _opens_pages:
        _opens_pages[helper] = False  # while it is looked at: one may name itself
        _opens_pages[helper] = any(opens_pages(other) for other in _helpers_in(helper))
    return _opens_pages[helper]


def _helpers_in(helper: Any) -> Iterator[Any]:
    """The functions and classes of the tests, and Django's `Client`, that this one names."""
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
