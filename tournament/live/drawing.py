"""Renders a page once for all requests that wait for it."""

import asyncio
from collections.abc import Coroutine
from typing import Any, Generic, TypeVar

from tournament.live.in_turns import wake_in_turns

Page = TypeVar("Page")


class Drawing(Generic[Page]):
    """A rendering of a page in progress. The rendering continues even if the browser whose request started it
    disconnects."""

    def __init__(self, draw: Coroutine[Any, Any, Page]) -> None:
        self._waiting: list[asyncio.Future[Page]] = []
        self._drawn = asyncio.ensure_future(draw)
        self._notifying = asyncio.ensure_future(self._notify_all())

    async def page(self) -> Page:
        """Wait for the rendered page. Raises the errors of the rendering."""
        ready: asyncio.Future[Page] = asyncio.get_running_loop().create_future()
        self._waiting.append(ready)
        return await ready

    async def _notify_all(self) -> None:
        await asyncio.wait([self._drawn])
        await wake_in_turns(self._waiting, self._notify)

    def _notify(self, ready: "asyncio.Future[Page]") -> None:
        error = self._drawn.exception()
        if ready.done():  # the browser of this request has disconnected
            return
        if error is None:
            ready.set_result(self._drawn.result())
        else:
            ready.set_exception(error)
