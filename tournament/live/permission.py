"""Asks the database who may follow which tournaments, so that thousands who ask at once delay nobody at a table."""

import asyncio
from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager

from tournament.live.gate import check_host, network_of, versions_for
from tournament.live.lanes.proven import session_of
from tournament.live.newest import Newest, Read, read_public_versions
from tournament.live.types import Scope

AT_ONCE = 2
"""Browsers with a session that are checked in parallel."""

MOST_OF_NETWORK = 1_600
"""Streams that one network may have open; the pages of more browsers poll. Each stream takes memory, also of a proxy,
and without a limit one stranger could take all of it."""


class Permission:
    """Which tournaments the sender of a request may follow. Strangers who ask at the same time cost one query."""

    def __init__(self, read: Read = read_public_versions) -> None:
        self._public = Newest(read)
        self._turns = asyncio.Semaphore(AT_ONCE)

    async def versions(self, scope: Scope, ids: Collection[int]) -> Mapping[int, int]:
        """The versions, by id, of those tournaments that the sender of this request may follow.

        Raises `DisallowedHost` and `DatabaseError`.
        """
        if session_of(scope):
            async with self._turns:
                return await asyncio.to_thread(versions_for, scope, frozenset(ids))
        check_host(scope)
        return await self._public.versions(ids)


class Networks:
    """The open streams of each network."""

    def __init__(self) -> None:
        self._streams: Counter[str] = Counter()

    def __len__(self) -> int:
        return len(self._streams)

    @contextmanager
    def one_more(self, scope: Scope) -> Iterator[bool]:
        """Count a stream inside the block. The value is whether its network may have it."""
        network = network_of(scope)
        has_room = self._streams[network] < MOST_OF_NETWORK
        if not has_room:
            yield False
            return
        self._streams[network] += 1
        try:
            yield True
        finally:
            self._streams[network] -= 1
            if not self._streams[network]:
                del self._streams[network]
