"""Marks the tests that PostgreSQL might fail and SQLite pass: `database`, which `make test-postgresql` runs.

They are those that ask the database without a page: of actions, queries and commands. A view holds no query, and a
page takes most of its time to draw. A module may mark itself too, where it starts servers on a database.
With the tests of pages that run takes more than three minutes, without them less than one.
"""

import pytest

PAGE_FIXTURES = {"client", "page", "live_server"}
PAGE_HELPERS = {"Client", "phone_at"}
"""Names in a module that opens pages by itself."""


def pytest_itemcollected(item: pytest.Function) -> None:
    asks_database = item.get_closest_marker("django_db") or {"db", "transactional_db"} & set(item.fixturenames)
    opens_pages = PAGE_FIXTURES & set(item.fixturenames) or PAGE_HELPERS & vars(item.module).keys()
    if asks_database and not opens_pages:
        item.add_marker("database")
