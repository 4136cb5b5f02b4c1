"""A queue that serves those who wait in turn, so that nobody who asks a hundred times delays who asks once."""

import asyncio
from collections import OrderedDict, deque

MOST_OF_ONE = 32
"""Most requests of one table that wait in one queue. A table plays one hand at a time, and its page loads a few parts
on each of its phones."""

Waiting = deque[asyncio.Future[None]]


class Full(Exception):
    """Error: too many requests of this table wait already."""


class FairQueue:
    """At most `at_once` turns are on at a time. Events are served in turn, and in each event its tables.

    An account can open many tables in an event of its own; they delay the tables of another event like one.
    """

    def __init__(self, at_once: int, most_of_one: int = MOST_OF_ONE) -> None:
        self._free = at_once
        self._most_of_one = most_of_one
        self._events: OrderedDict[str, OrderedDict[str, Waiting]] = OrderedDict()

    async def begin(self, event: str, table: str) -> None:
        """Wait for a turn, which `end` ends. Raises `Full`."""
        if self._free:
            self._free -= 1
            return
        tables = self._events.setdefault(event, OrderedDict())
        waiting = tables.setdefault(table, deque())
        if len(waiting) >= self._most_of_one:
            raise Full
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        waiting.append(turn)
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self.end()  # its turn came together with the cancellation
            raise

    def end(self) -> None:
        """Give the turn to the next who waits."""
        while turn := self._next():
            if not turn.done():
                turn.set_result(None)
                return
        self._free += 1

    def _next(self) -> "asyncio.Future[None] | None":
        """The first who waits of the table and event whose turn it is; both come last after it."""
        if not self._events:
            return None
        event, tables = self._events.popitem(last=False)
        table, waiting = tables.popitem(last=False)
        turn = waiting.popleft()
        if waiting:
            tables[table] = waiting
        if tables:
            self._events[event] = tables
        return turn
