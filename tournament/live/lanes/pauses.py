"""Pauses of requests that are being answered in their threads while a hand is being recorded.

All threads share Python's global lock, and a hand asks for it anew after each of its queries. Ten pages that are being
drawn would make a hand of 40 ms take half a second. So each pauses before its next query.
"""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from threading import Event
from typing import Any

from django.db.backends.base.base import BaseDatabaseWrapper


class Pauses:
    """The pauses of one request, which last while `no_hand` is not set, but at most `longest` seconds together."""

    def __init__(self, no_hand: Event, longest: float) -> None:
        self._no_hand = no_hand
        self._left = longest

    def pause(self) -> None:
        """Wait until no hand is being recorded, if this request has not paused for long enough."""
        if self._left > 0 and not self._no_hand.is_set():
            began = time.monotonic()
            self._no_hand.wait(self._left)
            self._left -= time.monotonic() - began


pauses: ContextVar[Pauses | None] = ContextVar("pauses", default=None)
"""The pauses of the current request; None for a request that pauses for no hand. A lane sets them."""


@contextmanager
def pausing(connection: BaseDatabaseWrapper) -> Iterator[None]:
    """Context manager: in the block, the current request pauses before its queries on this connection."""
    wrappers = connection.execute_wrappers
    # The first wrapper is the outermost: a statement must pause before it gets the turn to write, not after.
    wrappers.insert(0, _pause)
    try:
        yield
    finally:
        wrappers.remove(_pause)


def _pause(execute: Callable[..., Any], sql: str, params: Any, many: bool, context: dict[str, Any]) -> Any:
    connection: BaseDatabaseWrapper = context["connection"]
    request = pauses.get()
    if request is not None and not _keeps_others(connection):
        request.pause()
    return execute(sql, params, many, context)


def _keeps_others(connection: BaseDatabaseWrapper) -> bool:
    """Whether a hand may be waiting for the end of what this connection does: for the locks of its transaction, or on
    SQLite for its turn to write."""
    return connection.in_atomic_block or getattr(connection, "has_turn", False)
