"""Checks who may follow which tournaments, only a few requests at a time, so that thousands of checks do not delay the
tables."""

import asyncio
from collections.abc import Collection, Mapping
from concurrent.futures import ThreadPoolExecutor

from tournament.live.gate import check_host, versions_for
from tournament.live.lanes.fair_queue import FairQueue
from tournament.live.lanes.proven import session_of
from tournament.live.lanes.session_owners import session_owners
from tournament.live.networks import network_of
from tournament.live.newest import Newest, Read, read_public_versions
from tournament.live.types import Scope

AT_ONCE = 2
"""The number of browsers with a session that are checked in parallel."""

MOST_WAITING = 5_000
"""The most browsers with a session that may wait for the check."""


class Permission:
    """Checks which tournaments the sender of a request may follow. Anonymous visitors who ask at the same time share a
    query; requests with invalid sessions share a query too. Browsers with a valid session are checked by turns: a
    network, an account or a link with many requests does not delay the others."""

    def __init__(
        self, read: Read[int, int] = read_public_versions, read_sessions: Read[str, str] = session_owners
    ) -> None:
        self._public = Newest(read)
        self._sessions = Newest(read_sessions)
        self._turns = FairQueue(AT_ONCE, MOST_WAITING)
        self._threads = ThreadPoolExecutor(max_workers=AT_ONCE, thread_name_prefix="permission")

    async def versions(self, scope: Scope, ids: Collection[int]) -> Mapping[int, int]:
        """Return the versions, by id, of the tournaments in `ids` that the sender of this request may follow.

        Raises `DisallowedHost`, `DatabaseError`, and `Full` if too many browsers with a session wait.
        """
        check_host(scope)
        session = session_of(scope).decode("latin-1")
        owner = await self._sessions.value(session) if session else None
        if owner is None:
            return await self._public.values(ids)
        network = network_of(scope)
        await self._turns.begin(network, owner)
        try:
            return await asyncio.get_running_loop().run_in_executor(self._threads, versions_for, scope, frozenset(ids))
        finally:
            self._turns.end(network, owner)
