"""Counts the database queries of a page, and the work of SQLite. Tests compare the count at two sizes of a tournament:
it must not grow."""

from collections.abc import Callable

from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext


def queries_of(client: Client, url: str) -> int:
    """Return the number of queries of a page. The response must have the status 200."""
    with CaptureQueriesContext(connection) as queries:
        assert client.get(url).status_code == 200
    return len(queries)


def steps_of(work: Callable[[], object]) -> int:
    """Return how many instructions of its virtual machine SQLite runs for this work."""
    steps: list[None] = []
    connection.connection.set_progress_handler(lambda: steps.append(None), 1)
    work()
    connection.connection.set_progress_handler(None, 0)
    return len(steps)
