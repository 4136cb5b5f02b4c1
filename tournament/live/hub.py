"""The subscriptions of this process's streams to changes of tournaments. All code in this module runs only in the event
loop."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Mapping
from contextlib import asynccontextmanager, suppress
from functools import partial

from tournament.core.telemetry.measures import commits
from tournament.live.in_turns import wake_in_turns

PATIENCE = 5
"""The most seconds that a new subscription waits for the watcher to listen. If the watcher takes longer, it publishes
the missed changes when it is ready."""

GONE = 2**53 - 1
"""The version that is published for a deleted tournament: larger than any other, and still exact in JavaScript."""


class Subscription:
    """The changes that a stream has not sent yet: for each of its tournaments that changed, the newest version.

    A slow stream skips versions, so that no queue grows. `detects_changes` is False while the watcher cannot read the
    database. `over` is True after the subscription has ended.
    """

    def __init__(self, hub: "Hub", *, detects_changes: bool = True) -> None:
        self._hub = hub
        self._sent: dict[int, int] = {}
        self._news: dict[int, int] = {}
        self._woken = asyncio.Event()
        self.over = False
        self.detects_changes = detects_changes

    def open(self, versions: Mapping[int, int]) -> None:
        """Begin to follow tournaments. `versions` has the version that the browser already shows, by the tournament's
        id.

        Until this call the subscription follows nothing, because the browser's permission has not been checked.
        """
        self._sent = dict(versions)
        self._hub.follow(self, versions)

    @property
    def ids(self) -> Collection[int]:
        """The tournaments that this subscription follows."""
        return self._sent.keys()

    def notify(self, pk: int, version: int) -> None:
        if version > self._sent.get(pk, version):
            self._sent[pk] = self._news[pk] = version
            self._woken.set()

    def set_detecting(self, detects_changes: bool) -> None:
        self.detects_changes = detects_changes
        self._woken.set()

    def end(self) -> None:
        self.over = True
        self._woken.set()

    async def news(self, patience: float) -> dict[int, int]:
        """Wait for changes and return the new versions by the tournament's id.

        The result is empty if nothing changed for `patience` seconds, if `detects_changes` changed, or if the
        subscription ended.
        """
        with suppress(TimeoutError):
            async with asyncio.timeout(patience):
                await self._woken.wait()
        news, self._news = self._news, {}
        if not self.over:
            self._woken.clear()
        return news


class Hub:
    """All subscriptions of this process to changes of tournaments.

    While there is a subscription, the function `watch` runs as a task. `watch` calls `ready` when it listens, `publish`
    for each change, `read` for all versions together, and `lost` if the database fails.
    """

    def __init__(self, watch: Callable[["Hub"], Awaitable[None]]) -> None:
        self._watch = watch
        self._readers: set[Subscription] = set()
        self._followers: dict[int, set[Subscription]] = {}
        self._newest: dict[int, int] = {}
        self._watcher: asyncio.Task[None] | None = None
        self._unpublished: dict[int, int] = {}
        self._publishing: asyncio.Task[None] | None = None
        self._listening = asyncio.Event()
        self._detects_changes = True
        self._closed = False

    def __len__(self) -> int:
        return len(self._readers)

    @asynccontextmanager
    async def subscription(self) -> AsyncIterator[Subscription]:
        """Yield a new subscription. The caller reads the tournaments' versions inside the `with` block and passes them
        to `Subscription.open`, so that no later change of these tournaments is missed."""
        reader = Subscription(self, detects_changes=self._detects_changes)
        self._readers.add(reader)
        if self._closed:
            reader.end()
        elif self._watcher is None or self._watcher.done():
            self._listening.clear()
            commits.forget()
            self._watcher = asyncio.ensure_future(self._watch(self))
        try:
            if not self._closed:
                with suppress(TimeoutError):
                    async with asyncio.timeout(PATIENCE):
                        await self._listening.wait()
            yield reader
        finally:
            self._forget(reader)
            if not self._readers and self._watcher is not None:
                self._watcher.cancel()
                self._watcher = None

    def follow(self, reader: Subscription, versions: Mapping[int, int]) -> None:
        """Notify this subscription of newer versions of these tournaments, also of those that were published while
        `versions` was read."""
        if reader not in self._readers:
            return
        for pk, version in versions.items():
            self._followers.setdefault(pk, set()).add(reader)
            reader.notify(pk, self._newest.get(pk, version))

    def _forget(self, reader: Subscription) -> None:
        self._readers.discard(reader)
        for pk in reader.ids:
            followers = self._followers.get(pk, set())
            followers.discard(reader)
            if not followers:
                self._followers.pop(pk, None)

    def watched(self) -> frozenset[int]:
        return frozenset(self._followers)

    def ready(self) -> None:
        self._listening.set()
        self._set_detecting(True)

    def lost(self) -> None:
        """Notify all subscriptions that changes cannot be detected now. New subscriptions do not wait for the watcher:
        it publishes the changes that they missed when it can read the database again."""
        self._listening.set()
        self._set_detecting(False)

    def _set_detecting(self, detects_changes: bool) -> None:
        if detects_changes != self._detects_changes:
            self._detects_changes = detects_changes
            for reader in self._readers:
                reader.set_detecting(detects_changes)

    def publish(self, pk: int, version: int) -> None:
        """Notify the subscriptions of this tournament, a few in each iteration of the event loop."""
        self._newest[pk] = version
        self._unpublished[pk] = max(version, self._unpublished.get(pk, 0))
        if self._publishing is None:
            self._publishing = asyncio.ensure_future(self._publish_all())

    def read(self, versions: Mapping[int, int], *, after_a_gap: bool) -> None:
        """Publish which watched tournaments have changed since the versions that were known before. `versions` has the
        versions of all tournaments. If `after_a_gap`, all watched tournaments are published, because changes were not
        detected until now."""
        before, self._newest = self._newest, dict(versions)
        for pk in self._followers:
            version = versions.get(pk, GONE)
            if after_a_gap or version != before.get(pk, GONE):
                self.publish(pk, version)

    async def _publish_all(self) -> None:
        try:
            while self._unpublished:
                # The tournament that has waited longest is next, so that frequent changes of one tournament never delay
                # another.
                pk = next(iter(self._unpublished))
                version = self._unpublished.pop(pk)
                readers = list(self._followers.get(pk, ()))
                await wake_in_turns(readers, partial(Subscription.notify, pk=pk, version=version))
                commits.notified(pk, version)
        finally:
            self._publishing = None

    def close(self) -> None:
        """End every subscription, present and future, because the server is stopping."""
        self._closed = True
        self._listening.set()
        for reader in self._readers:
            reader.end()
