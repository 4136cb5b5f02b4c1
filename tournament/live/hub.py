"""Who waits for news of which tournament: one hub a process, used in its event loop alone. It knows no database."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Mapping
from contextlib import asynccontextmanager, suppress

PATIENCE = 5
"""Seconds that a new reader waits for the watcher to listen. What it missed until then, the watcher tells later."""


class Subscription:
    """One reader's news: of each of its tournaments the newest version, where it was not told that one yet.

    Whoever reads slowly is told less, not later: there is no queue to grow.
    """

    def __init__(self, ids: Iterable[int]) -> None:
        self.ids = frozenset(ids)
        self._told: dict[int, int] = {}
        self._news: dict[int, int] = {}
        self._woken = asyncio.Event()
        self.over = False

    def open(self, versions: Mapping[int, int]) -> None:
        """From now on it is told of these tournaments what is newer than these versions.

        Until then it is told nothing; nobody has said yet that its reader may know of them.
        """
        self._told = dict(versions)

    def tell(self, pk: int, version: int) -> None:
        if version > self._told.get(pk, version):
            self._told[pk] = self._news[pk] = version
            self._woken.set()

    def end(self) -> None:
        self.over = True
        self._woken.set()

    async def news(self, patience: float) -> dict[int, int]:
        """What is new, as soon as something is; empty after so many seconds, or when it is over."""
        with suppress(TimeoutError):
            async with asyncio.timeout(patience):
                await self._woken.wait()
        news, self._news = self._news, {}
        if not self.over:
            self._woken.clear()
        return news


class Hub:
    """`watch` runs as a task while anybody is subscribed. It calls `ready` once it listens, and then `publish`."""

    def __init__(self, watch: Callable[["Hub"], Awaitable[None]]) -> None:
        self._watch = watch
        self._readers: set[Subscription] = set()
        self._watcher: asyncio.Task[None] | None = None
        self._listening = asyncio.Event()
        self._closed = False

    def __len__(self) -> int:
        return len(self._readers)

    @asynccontextmanager
    async def subscription(self, ids: Iterable[int]) -> AsyncIterator[Subscription]:
        """A reader of these tournaments. Nothing that happens inside the block is missed."""
        reader = Subscription(ids)
        self._readers.add(reader)
        if self._closed:
            reader.end()
        elif self._watcher is None or self._watcher.done():
            self._listening.clear()
            self._watcher = asyncio.ensure_future(self._watch(self))
        try:
            if not self._closed:
                with suppress(TimeoutError):
                    async with asyncio.timeout(PATIENCE):
                        await self._listening.wait()
            yield reader
        finally:
            self._readers.discard(reader)
            if not self._readers and self._watcher is not None:
                self._watcher.cancel()
                self._watcher = None

    def watched(self) -> frozenset[int]:
        """The tournaments that somebody waits for."""
        return frozenset().union(*(reader.ids for reader in self._readers))

    def ready(self) -> None:
        self._listening.set()

    def publish(self, pk: int, version: int) -> None:
        for reader in self._readers:
            if pk in reader.ids:
                reader.tell(pk, version)

    def close(self) -> None:
        """The server stops: every reader's wait is over, and so is that of whoever comes now."""
        self._closed = True
        self._listening.set()
        for reader in self._readers:
            reader.end()
