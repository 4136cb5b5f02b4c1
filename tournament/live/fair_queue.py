"""A queue that serves those who wait in turn, so that nobody who asks a hundred times delays who asks once."""

import asyncio
from collections import OrderedDict, deque

MOST_OF_ONE = 16
"""Most requests of one session that wait in one queue. A phone plays one hand at a time, and a table's page loads a few
parts."""

Waiting = deque[asyncio.Future[None]]


class Full(Exception):
    """Error: too many requests of this session wait already."""


class FairQueue:
    """At most `at_once` turns are on at a time. Events are served in turn, and in each event its sessions.

    An account can open many tables in an event of its own; they delay the tables of another event like one.
    """

    def __init__(self, at_once: int, most_of_one: int = MOST_OF_ONE) -> None:
        self._free = at_once
        self._most_of_one = most_of_one
        self._events: OrderedDict[str, OrderedDict[bytes, Waiting]] = OrderedDict()

    async def begin(self, event: str, session: bytes) -> None:
        """Wait for a turn, which `end` ends. Raises `Full`."""
        if self._free:
            self._free -= 1
            return
        sessions = self._events.setdefault(event, OrderedDict())
        waiting = sessions.setdefault(session, deque())
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
        """The first who waits of the session and event whose turn it is; both come last after it."""
        if not self._events:
            return None
        event, sessions = self._events.popitem(last=False)
        session, waiting = sessions.popitem(last=False)
        turn = waiting.popleft()
        if waiting:
            sessions[session] = waiting
        if sessions:
            self._events[event] = sessions
        return turn
