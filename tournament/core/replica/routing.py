"""Django's database router: a request that `replica.answers` has chosen reads from the replica, all else from the
primary.

The choice is a context variable, which is safe with threads and with async code for three reasons. A request runs with
all its middleware and its view in one thread (`live.threads`), where the variable is set around the call of the view
alone and reset before the response leaves. Other threads and tasks, such as the hub's, the senders' and those that a
view starts, do not see it, so they read from the primary. And within a request the choice changes once at most, from
the replica to the primary: a version that was read is never newer than the data read after it, which is what every
cache of this process relies on (`core.cache`).

The router names the primary explicitly instead of leaving it to Django. A row that was loaded from the replica may be
in a cache, and Django would load what belongs to it from the replica too, for whoever asks.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

from django.db import DEFAULT_DB_ALIAS, connections

REPLICA = "replica"
"""Alias of the replica in DATABASES; there is none without DATABASE_REPLICA_URL."""

_reads_replica: ContextVar[bool] = ContextVar("reads_replica", default=False)


def has_replica() -> bool:
    return REPLICA in connections.settings


def reads_replica() -> bool:
    """Whether this code reads from the replica, so that what it reads may be older than what others have seen."""
    return _reads_replica.get()


@contextmanager
def reading_replica() -> Iterator[None]:
    """Read from the replica in this block. It refuses to write and to lock rows."""
    token = _reads_replica.set(True)
    try:
        yield
    finally:
        _reads_replica.reset(token)


class ByRequest:
    """The router. Rows of other databases than these two, such as a backup's, are none of its business."""

    def db_for_read(self, _model: Any, instance: Any = None, **_hints: Any) -> str | None:
        if _is_elsewhere(instance):
            return None
        return REPLICA if reads_replica() else DEFAULT_DB_ALIAS

    # Of a request on the replica too, although nothing can be written there: it would have read what is older than what
    # it changes. The error has the request answered by the primary. (Django asks also for rows that are never saved.)
    db_for_write = db_for_read

    def allow_relation(self, first: Any, second: Any, **_hints: Any) -> bool | None:
        return None if _is_elsewhere(first) or _is_elsewhere(second) else True

    def allow_migrate(self, alias: str, _app: str, **_hints: Any) -> bool | None:
        return False if alias == REPLICA else None


def _is_elsewhere(instance: Any) -> bool:
    return instance is not None and instance._state.db not in {None, DEFAULT_DB_ALIAS, REPLICA}
