"""A lane, which answers a few requests in parallel and lets a few more wait."""

import asyncio
from collections.abc import Mapping
from functools import partial
from typing import Any

from tournament.core.telemetry.measures import WAITED, WAITING
from tournament.core.threads.interruption import Computation, Origin, current
from tournament.live.answers import refuse
from tournament.live.lanes.fair_queue import (
    AT_ONCE_OF_OWNER,
    AT_ONCE_OF_TABLE,
    MOST_OF_TABLE,
    FairQueue,
    Full,
)
from tournament.live.lanes.hands_first import HandsFirst
from tournament.live.lanes.overtime import Overtime
from tournament.live.lanes.pauses import pauses
from tournament.live.lanes.processor_time import ProcessorTime
from tournament.live.networks import network_of
from tournament.live.types import App, Receive, Scope, Send

UNWANTED_AFTER = 1
"""Seconds of processor time after which a page whose browser has disconnected is interrupted. People leave pages all
day, and a short page is soon ready."""

BEGINS = "tenbo.begins"
"""Key of the ASGI scope for a function that a lane calls when the request's turn has come. If it returns False, nobody
needs the response any more, and the request is dropped."""

GROUP = "tenbo.group"
"""Key of the ASGI scope for the group in which a request waits, in place of its network."""

MEMBER = "tenbo.member"
"""Key of the ASGI scope for the member of the group for which a request waits (`KnownSessions.member`)."""

OF_TABLE = {
    "most_of_member": MOST_OF_TABLE,
    "at_once_of_group": AT_ONCE_OF_OWNER,
}


class Lane:
    """ASGI application that answers at most `at_once` requests in parallel, at most `of_network` of them from one
    network; at most `waiting` more wait.

    Waiting requests are grouped, and the groups are served in turn. Requests at a table are grouped by the owner of the
    event and the table (`at_table`), all others by network and the account or link of their session. If too many wait,
    a request of the network or owner with the most waiting requests is refused.

    With `by_time`, the sender who has taken least processor time in this lane comes first (`ProcessorTime`).

    A request that has computed for `longest` seconds is interrupted as soon as another waits, and so is a page whose
    browser has disconnected. A form is completed.
    """

    def __init__(
        self,
        behind: App,
        *,
        at_once: int,
        waiting: int,
        of_network: int | None = None,
        of_tables: bool = False,
        at_once_of_table: int = AT_ONCE_OF_TABLE,
        hands: HandsFirst | None = None,
        longest: float | None = None,
        by_time: bool = False,
    ) -> None:
        self.behind = behind
        self._longest = longest
        self._hands = hands or HandsFirst()
        of_table = OF_TABLE | {"at_once_of_member": at_once_of_table}
        of_sender = of_table if of_tables else {"at_once_of_group": of_network}
        self._turns = FairQueue(at_once, waiting, **of_sender, processor_time=ProcessorTime() if by_time else None)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await self._answer(group_of(scope), scope.get(MEMBER, ""), self.behind, scope, receive, send)

    def _is_too_long(self, seconds: float, group: str, member: str) -> bool:
        return self._longest is not None and seconds >= self._longest and self._turns.is_waited_for(group, member)

    def at_table(self, owner: str, table: str, behind: App | None = None) -> App:
        """Return the application by which this lane answers a browser that may score a table. `owner` is the owner of
        the event, `table` names the table. `behind` is called instead of the lane's own application."""
        return partial(self._answer, owner, table, behind or self.behind)

    async def _answer(self, group: str, member: str, behind: App, scope: Scope, receive: Receive, send: Send) -> None:
        """Wait for a turn and answer. A request whose browser disconnects while it waits is dropped."""
        first = await receive()
        gone = asyncio.ensure_future(receive())
        is_page = scope["method"] in {"GET", "HEAD"}
        computation = Computation(Origin(hash(group), hash(member)), takes_locks=not is_page)
        current.set(computation)  # in this request's task, and so in the thread that answers it
        overtime = Overtime(
            computation,
            is_too_long=lambda seconds: (
                self._is_too_long(seconds, group, member) or (is_page and gone.done() and seconds >= UNWANTED_AFTER)
            ),
        )
        turn = _Turn(self._turns, group, member, overtime, computation)
        try:
            try:
                with WAITING.track_inprogress(), WAITED.time():
                    await turn.begin()
                    if not scope.get(BEGINS, _always)():
                        return
                    pauses.set(await self._hands.wait())  # in this request's task, and so in its thread
            except Full:
                await refuse(send, 503)
                return
            if not gone.done():
                await behind(scope, _replay(first, gone), turn.between(send))
        finally:
            turn.end()
            gone.cancel()


def group_of(scope: Scope) -> str:
    """Return the group in which a request waits: its network, unless the scope names another (`GROUP`)."""
    return scope.get(GROUP) or network_of(scope)


def _always() -> bool:
    return True


class _Turn:
    """One request's turn in a lane. The turn ends when the response begins, so that a slow client does not block other
    requests."""

    def __init__(self, turns: FairQueue, group: str, member: str, overtime: Overtime, computation: Computation) -> None:
        self._turns = turns
        self._group, self._member = group, member
        self._overtime, self._computation = overtime, computation
        self._is_on = False

    async def begin(self) -> None:
        await self._turns.begin(self._group, self._member)
        self._is_on = True
        self._overtime.begin()

    def end(self) -> None:
        if self._is_on:
            self._is_on = False
            self._overtime.end()
            self._turns.end(self._group, self._member, self._computation.taken())

    def between(self, send: Send) -> Send:
        async def sending(message: Mapping[str, Any]) -> None:
            self.end()
            await send(message)

        return sending


def _replay(first: Mapping[str, Any], gone: "asyncio.Future[Mapping[str, Any]]") -> Receive:
    """Return a `receive` that returns the message that was read already, and then waits for the next message."""
    messages = [first]

    async def receive() -> Mapping[str, Any]:
        return messages.pop() if messages else await asyncio.shield(gone)

    return receive
