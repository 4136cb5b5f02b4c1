"""Renders parts for streams one at a time, beginning with the part for which most streams wait.

Anybody can open streams for many different parts. But all streams together render only one part at a time, in the lane
`refreshes`. A part that a whole hall watches is rendered before parts that few browsers show.
"""

import asyncio
from collections.abc import Awaitable, Callable, Hashable
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from tournament.live.in_turns import wake_in_turns

Page = TypeVar("Page")


@dataclass(slots=True)
class _Wanted(Generic[Page]):
    draw: Callable[[], Awaitable[Page]]
    waiting: "set[asyncio.Future[Page]]" = field(default_factory=set)


class PushQueue(Generic[Page]):
    """A queue of parts by their key. A part for which no stream waits any more is not rendered."""

    def __init__(self) -> None:
        self._wanted: dict[Hashable, _Wanted[Page]] = {}
        self._drawing: asyncio.Task[None] | None = None

    async def page(self, key: Hashable, draw: Callable[[], Awaitable[Page]]) -> Page:
        """Return the part with this key, rendered once for all streams that wait for it. Raises the errors of
        `draw`."""
        ready: asyncio.Future[Page] = asyncio.get_running_loop().create_future()
        wanted = self._wanted.setdefault(key, _Wanted(draw))
        wanted.waiting.add(ready)
        if self._drawing is None:
            self._drawing = asyncio.ensure_future(self._draw_all())
        try:
            return await ready
        finally:
            wanted.waiting.discard(ready)
            if not wanted.waiting and self._wanted.get(key) is wanted:
                del self._wanted[key]

    async def _draw_all(self) -> None:
        try:
            while self._wanted:
                key = max(self._wanted, key=lambda key: len(self._wanted[key].waiting))
                await _answer(self._wanted.pop(key))
        finally:
            self._drawing = None


async def _answer(wanted: _Wanted[Page]) -> None:
    page = asyncio.ensure_future(wanted.draw())
    await asyncio.wait([page])

    def notify(ready: "asyncio.Future[Page]") -> None:
        if ready.done():  # its stream has ended
            return
        if (error := page.exception()) is not None:
            ready.set_exception(error)
        else:
            ready.set_result(page.result())

    await wake_in_turns(list(wanted.waiting), notify)
