"""Checks who may follow which tournaments, only a few requests at a time, so that thousands of checks do not delay the
tables."""

import asyncio
from collections.abc import Collection, Mapping

from tournament.live.gate import check_host, versions_for
from tournament.live.lanes.proven import session_of
from tournament.live.newest import Newest, Read, read_public_versions
from tournament.live.types import Scope

AT_ONCE = 2
"""The number of browsers with a session that are checked in parallel."""


class Permission:
    """Checks which tournaments the sender of a request may follow. Anonymous visitors who ask at the same time share a
    query."""

    def __init__(self, read: Read = read_public_versions) -> None:
        self._public = Newest(read)
        self._turns = asyncio.Semaphore(AT_ONCE)

    async def versions(self, scope: Scope, ids: Collection[int]) -> Mapping[int, int]:
        """Return the versions, by id, of the tournaments in `ids` that the sender of this request may follow.

        Raises `DisallowedHost` and `DatabaseError`.
        """
        if session_of(scope):
            async with self._turns:
                return await asyncio.to_thread(versions_for, scope, frozenset(ids))
        check_host(scope)
        return await self._public.versions(ids)
