"""Logs SQL statements that take too long, one line each."""

import logging
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

from django.conf import settings
from django.db.backends.base.base import BaseDatabaseWrapper

from tournament.core.telemetry.measures import SLOW_QUERIES

LONGEST = 500
"""The most characters of a statement in the log. Its parameters are never logged."""

_is_ignored: ContextVar[bool] = ContextVar("_is_ignored", default=False)

logger = logging.getLogger(__name__)


def watch_queries(connection: BaseDatabaseWrapper, **_named: Any) -> None:
    """Time each statement of a new connection. Django calls this function with its signal `connection_created`."""
    if settings.TENBO_SLOW_QUERY and time_query not in connection.execute_wrappers:
        connection.execute_wrappers.append(time_query)


@contextmanager
def slow_queries_ignored() -> Iterator[None]:
    """Neither log nor count slow statements in this block, for work on the whole database that is expected to be
    slow."""
    token = _is_ignored.set(True)
    try:
        yield
    finally:
        _is_ignored.reset(token)


def time_query(execute: Callable[..., Any], sql: str, params: Any, many: bool, context: dict[str, Any]) -> Any:
    began = time.perf_counter()
    try:
        return execute(sql, params, many, context)
    finally:
        milliseconds = 1000 * (time.perf_counter() - began)
        if milliseconds > settings.TENBO_SLOW_QUERY and not _is_ignored.get():
            SLOW_QUERIES.inc()
            logger.warning("Slow query, %.0f ms: %s", milliseconds, sql[:LONGEST])
