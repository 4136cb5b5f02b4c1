"""The wait for an answer of PostgreSQL may be limited. With a frozen server: tests/durability/test_replica.py."""

import time

import psycopg
import pytest
from django.db import connection

from tests.databases import chosen_database
from tournament.core.postgresql.base import limit_waits, works

pytestmark = [
    pytest.mark.database,
    pytest.mark.skipif(chosen_database() != "postgresql", reason="about PostgreSQL"),
]


@pytest.fixture
def limited(db):
    """A connection to the tests' server that waits for an answer for half a second."""
    params = connection.get_connection_params()
    names = ("host", "port", "user", "password", "dbname")
    with psycopg.connect(**{name: params[name] for name in names if name in params}, autocommit=True) as made:
        limit_waits(made, 0.5)
        yield made


def test_a_statement_that_gets_no_answer_fails_and_ends_its_connection(limited):
    began = time.monotonic()
    with pytest.raises(psycopg.OperationalError):
        limited.execute("SELECT pg_sleep(20)")

    assert time.monotonic() - began < 10
    assert limited.closed


def test_a_connection_that_came_back_in_the_middle_of_a_transaction_is_used_again(limited):
    """Such as that of a request that was interrupted at the end of its transaction, after the pool rolled it back."""
    limited.autocommit = False

    assert works(limited)

    limited.autocommit = True  # as Django does then; psycopg refuses it within a transaction


def test_an_error_of_the_server_leaves_the_connection_open(limited):
    limited.execute("SET statement_timeout = 50")
    with pytest.raises(psycopg.errors.QueryCanceled):
        limited.execute("SELECT pg_sleep(0.4)")

    assert limited.execute("SELECT 1").fetchone() == (1,)
