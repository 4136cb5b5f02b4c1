"""Counts the database queries of a page. Tests compare the count at two sizes of a tournament: it must not grow."""

from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext


def queries_of(client: Client, url: str) -> int:
    """Return the number of queries of a page. The response must have the status 200."""
    with CaptureQueriesContext(connection) as queries:
        assert client.get(url).status_code == 200
    return len(queries)
