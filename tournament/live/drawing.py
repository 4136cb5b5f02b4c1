"""Renders a page once for all requests that wait for it."""

import asyncio
from collections.abc import Callable, Coroutine
from functools import partial
from typing import Any, Generic, TypeVar

from tournament.live.in_turns import wake_in_turns

Page = TypeVar("Page")

Begins = Callable[[], bool]
"""A function that an attempt calls when its turn has come; if it returns False, another attempt renders the page."""


class Drawing(Generic[Page]):
    """A rendering of a page in progress. The rendering continues even if the browsers that wait for it disconnect.

    The rendering has to wait for its turn. It waits in the queue of every network that asks for the page, and begins
    when the first of these attempts has its turn; the others are cancelled then. With a single attempt, a network that
    fills its own queue and asks for the page first would delay the page for everybody. `ended` is called once, when the
    page is ready or no attempt is left.
    """

    def __init__(self, ended: Callable[[], object]) -> None:
        self._ended = ended
        self._waiting: list[asyncio.Future[Page]] = []
        self._attempts: dict[str, asyncio.Future[Page]] = {}
        self._begun_by: str | None = None
        self._notifying: asyncio.Future[None] | None = None  # so that the task is not collected while it runs

    def attempt(self, group: str, draw: Callable[[Begins], Coroutine[Any, Any, Page]]) -> None:
        """Wait for a turn among the requests of this group (such as a network) too, unless an attempt of the group
        waits already or the rendering has begun."""
        if self._begun_by is None and group not in self._attempts:
            attempt = asyncio.ensure_future(draw(partial(self._begins, group)))
            self._attempts[group] = attempt
            attempt.add_done_callback(partial(self._end, group))

    async def page(self) -> Page:
        """Wait for the rendered page. Raises the errors of the rendering."""
        ready: asyncio.Future[Page] = asyncio.get_running_loop().create_future()
        self._waiting.append(ready)
        return await ready

    def _begins(self, group: str) -> bool:
        if self._begun_by is None:
            self._begun_by = group
            for other, attempt in self._attempts.items():
                if other != group:
                    attempt.cancel()
        return self._begun_by == group

    def _end(self, group: str, attempt: "asyncio.Future[Page]") -> None:
        del self._attempts[group]
        is_last = self._begun_by is None and not self._attempts  # none had its turn: full queues, or errors
        if is_last or self._begun_by == group:
            self._ended()
            self._notifying = asyncio.ensure_future(wake_in_turns(self._waiting, partial(self._notify, attempt)))
        elif not attempt.cancelled():
            attempt.exception()  # nobody waits for the error of an attempt that rendered nothing

    def _notify(self, attempt: "asyncio.Future[Page]", ready: "asyncio.Future[Page]") -> None:
        error = attempt.exception()
        if ready.done():  # the browser of this request has disconnected
            return
        if error is None:
            ready.set_result(attempt.result())
        else:
            ready.set_exception(error)
