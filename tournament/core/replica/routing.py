"""Django's database router: a request that `replica.middleware` has chosen reads from the replica, all other code from
the primary.

The choice is stored in a context variable. This is safe with threads and with async code for three reasons. First, a
request runs with all its middleware and its view in one thread (`live.threads`). The variable is set only around the
call of the view. Second, other threads and tasks do not see the variable, so they read from the primary. Third, within
a request the choice changes at most once, from the replica to the primary.

So if a request first reads a tournament's version and then its data, the data is never older than this version. Every
cache of this process relies on this order (`core.cache`).

The router names the primary explicitly instead of leaving it to Django. A row that was loaded from the replica may be
cached. Django would load its related rows from the replica too, even for a request that reads from the primary.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

from django.db import DEFAULT_DB_ALIAS, connections

REPLICA = "replica"
"""Alias of the replica in DATABASES, which has it only if DATABASE_REPLICA_URL is set."""

_reads_replica: ContextVar[bool] = ContextVar("reads_replica", default=False)


def has_replica() -> bool:
    return REPLICA in connections.settings


def reads_replica() -> bool:
    """Whether this code reads from the replica, whose data may be older than data that others have seen."""
    return _reads_replica.get()


@contextmanager
def reading_replica() -> Iterator[None]:
    """Read from the replica in this block. The replica refuses to write and to lock rows."""
    token = _reads_replica.set(True)
    try:
        yield
    finally:
        _reads_replica.reset(token)


class ByRequest:
    """The database router. The router leaves rows of any other database, such as a backup's, to Django."""

    def db_for_read(self, _model: Any, instance: Any = None, **_hints: Any) -> str | None:
        if _is_elsewhere(instance):
            return None
        return REPLICA if reads_replica() else DEFAULT_DB_ALIAS

    # A request that reads from the replica also writes to it, and so fails: it may have read older data than it would
    # change. After the error the primary answers. (Django also calls this for rows that are never saved.)
    db_for_write = db_for_read

    def allow_relation(self, first: Any, second: Any, **_hints: Any) -> bool | None:
        return None if _is_elsewhere(first) or _is_elsewhere(second) else True

    def allow_migrate(self, alias: str, _app: str, **_hints: Any) -> bool | None:
        return False if alias == REPLICA else None


def _is_elsewhere(instance: Any) -> bool:
    return instance is not None and instance._state.db not in {None, DEFAULT_DB_ALIAS, REPLICA}
