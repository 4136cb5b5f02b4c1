"""Reads the current versions of tournaments, and to whom sessions belong, with one query for all requests that wait at
the same time."""

import asyncio
from collections.abc import Callable, Collection, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from django.db import connection

from tournament.live.in_turns import wake_in_turns
from tournament.models import STRANGER, Tournament
from tournament.models.tournament import TournamentQuerySet

Key = TypeVar("Key", int, str)
Value = TypeVar("Value")

MOST_IDS = 1_000
"""The most ids in one query. A thousand browsers may each ask for fifty ids that do not exist. A query with 50,000
parameters takes longer than reading all tournaments of a site, and some builds of SQLite refuse it."""

Read = Callable[[Collection[Key]], Mapping[Key, Value]]


def read_versions(ids: Collection[int]) -> dict[int, int]:
    """Return the versions of these tournaments, by id; deleted tournaments are left out. Raises `DatabaseError`."""
    return _read(Tournament.objects.all(), ids)


def read_public_versions(ids: Collection[int]) -> dict[int, int]:
    """Return the versions of the tournaments in `ids` that anonymous visitors may see, by id. Raises
    `DatabaseError`."""
    return _read(Tournament.objects.seen_by(STRANGER), ids)


def _read(tournaments: TournamentQuerySet, ids: Collection[int]) -> dict[int, int]:
    """Read the versions of the tournaments in `ids`. If `ids` are more than `MOST_IDS`, the versions of all tournaments
    are read."""
    if len(ids) <= MOST_IDS:
        tournaments = tournaments.filter(pk__in=ids)
    with own_connection():
        return dict(tournaments.values_list("pk", "version"))


@contextmanager
def own_connection() -> Iterator[None]:
    """Close the thread's connection after the block. On SQLite it is closed only after an error: opening a connection
    takes nine times as long as the query."""
    try:
        yield
    except Exception:
        connection.close()
        raise
    if connection.vendor != "sqlite":
        connection.close()


@dataclass(slots=True)
class _Query(Generic[Key, Value]):
    """A query that has not begun: the keys to read, and a future for each request that waits for the result."""

    keys: set[Key] = field(default_factory=set)
    waiting: "list[asyncio.Future[Mapping[Key, Value]]]" = field(default_factory=list)


class Newest(Generic[Key, Value]):
    """Reads values such as the versions of tournaments by their ids, one query at a time. A request that comes during a
    query waits for the next query.

    So a returned value is never older than the request, even if another process wrote it; and a thousand requests at
    the same time need only two queries.
    """

    def __init__(self, read: Read[Key, Value]) -> None:
        self._read: Read[Key, Value] = read
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="versions")
        self._next: _Query[Key, Value] | None = None
        self._reading: asyncio.Task[None] | None = None

    async def value(self, key: Key) -> Value | None:
        """Return the value of this key; None if it has none. Raises `DatabaseError`."""
        return (await self.values((key,))).get(key)

    async def values(self, keys: Collection[Key]) -> dict[Key, Value]:
        """Return the values of these keys; keys without a value are left out. Raises `DatabaseError`."""
        query = self._next = self._next or _Query[Key, Value]()
        query.keys.update(keys)
        answer: asyncio.Future[Mapping[Key, Value]] = asyncio.get_running_loop().create_future()
        query.waiting.append(answer)
        if self._reading is None:
            self._reading = asyncio.ensure_future(self._read_all())
        found = await answer
        return {key: found[key] for key in keys if key in found}

    async def _read_all(self) -> None:
        try:
            while self._next is not None:
                query, self._next = self._next, None
                await self._answer(query)
        finally:
            self._reading = None

    async def _answer(self, query: _Query[Key, Value]) -> None:
        """Run the query, and wake the requests that wait for it, a few in each iteration of the event loop."""
        loop = asyncio.get_running_loop()
        read: asyncio.Future[Mapping[Key, Value]] = loop.run_in_executor(
            self._thread, self._read, frozenset(query.keys)
        )
        await asyncio.wait([read])

        def tell(answer: "asyncio.Future[Mapping[Key, Value]]") -> None:
            if answer.done():  # the browser of this request has disconnected
                return
            if error := read.exception():
                answer.set_exception(error)
            else:
                answer.set_result(read.result())

        await wake_in_turns(query.waiting, tell)
