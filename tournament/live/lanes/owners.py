"""Remembers the owners of events, because all events of one owner together get no more turns than the events of
another."""

import asyncio
import time
from collections import OrderedDict
from collections.abc import Callable
from math import inf

from django.db import DatabaseError, connection

from tournament.core.queries.accountable import accountable
from tournament.models import Membership

MOST_REMEMBERED = 10_000
"""The most events whose owners are remembered; the least recently used is dropped, and read again when it is needed."""

READ_AGAIN = 60
"""Seconds after which an event's owner is read again: the owner may have left the team, or have deleted the event, and
its slug may be another event's by now."""

OwnerOf = Callable[[str], int | None]


def owner_of(event: str) -> int | None:
    """Return the account that is `accountable` for the event with this slug; None if there is no such event. Runs in a
    thread, and closes its connection. Raises `DatabaseError`."""
    try:
        return accountable(Membership.objects.filter(tournament__slug=event))
    finally:
        connection.close()


class Owners:
    """The owner of each event at whose tables requests arrive. The owner is read in the background at the first
    request, and again from time to time. Until it is read for the first time the event has a group of its own in the
    queue, so that no table waits for the query."""

    def __init__(self, owner_of: OwnerOf | None) -> None:
        self._owner_of = owner_of
        self._names: OrderedDict[str, str] = OrderedDict()
        self._read_at: dict[str, float] = {}
        self._reading: set[asyncio.Task[None]] = set()

    def name(self, event: str) -> str:
        """Return a name for the owner of the event with this slug: equal for all events of one owner."""
        if event in self._names:
            self._names.move_to_end(event)
        else:
            self._names[event] = event
            if len(self._names) > MOST_REMEMBERED:
                forgotten, _name = self._names.popitem(last=False)
                self._read_at.pop(forgotten, None)
        if self._owner_of is not None and time.monotonic() >= self._read_at.get(event, -inf) + READ_AGAIN:
            self._read_at[event] = time.monotonic()
            reading = asyncio.ensure_future(self._read(event, self._owner_of))
            self._reading.add(reading)
            reading.add_done_callback(self._reading.discard)
        return self._names[event]

    async def _read(self, event: str, owner_of: OwnerOf) -> None:
        try:
            owner = await asyncio.to_thread(owner_of, event)
        except DatabaseError:
            self._read_at.pop(event, None)  # the next request reads it again
            return
        if event in self._names:
            self._names[event] = event if owner is None else f"account {owner}"  # no slug has a space
