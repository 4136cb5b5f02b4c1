"""Runs Django in reusable threads, each with its own connection to the database.

Django's own ASGI handler uses a new thread for every request. On SQLite each thread opens a connection, which takes
longer than the queries of most pages. Django's handler also returns to the event loop between one middleware and the
next. There the request may have to wait until a thousand streams have run.
"""

import sys
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any

from asgiref.sync import ThreadSensitiveContext, sync_to_async
from django.core.handlers.asgi import ASGIHandler
from django.db import DEFAULT_DB_ALIAS, close_old_connections, connections
from django.http import HttpRequest, HttpResponseBase

from tournament.core.threads.interruption import Computation, Interrupted, current
from tournament.core.views.failures import failure
from tournament.live.lanes.pauses import pausing
from tournament.live.types import Receive, Scope, Send

SWITCH_AFTER = 0.0002
"""Seconds after which Python switches to another thread that waits; its default is 5 ms.

The event loop and each hand wait this long for every thread that computes, and they wait anew after each piece that the
loop sends and after each query of the hand. With the default, four large pages at once made a hand wait for more than a
second, and as the loop was late, only half as many pages were sent."""

MOST_IDLE = 25
"""The most idle threads that are reused. The lanes answer about as many requests in parallel. While many clients read
slowly there are more threads, and the additional threads end after their request."""


def switch_often() -> None:
    """Let the threads of this process take turns after `SWITCH_AFTER`."""
    sys.setswitchinterval(SWITCH_AFTER)


class DjangoInThreads(ASGIHandler):
    """ASGI application that runs Django with all its middleware in one thread for each request."""

    # Every response is one message: `live.lanes.files.Files` sends it in pieces, and counts the bytes that clients have
    # not read yet.
    chunk_size = 2**30

    def __init__(self) -> None:
        super().__init__()
        self._idle: list[_Thread] = []

    def load_middleware(self, is_async: bool = False) -> None:
        super().load_middleware(is_async=False)

    async def get_response_async(self, request: HttpRequest) -> HttpResponseBase:
        return await sync_to_async(self._response)(request)

    def _response(self, request: HttpRequest) -> HttpResponseBase:
        """Return the response to a request, which its lane may interrupt.

        The connections go back to the pool now. Django would keep them until the client has read the whole response: a
        few slow readers would leave none for others.
        """
        try:
            return self._interruptible(request, current.get())
        finally:
            close_old_connections()

    def _interruptible(self, request: HttpRequest, computation: Computation | None) -> HttpResponseBase:
        if computation is None:
            return self.get_response(request)
        try:
            with computation.run(), pausing(connections[DEFAULT_DB_ALIAS]):
                response = self.get_response(request)
        except Interrupted:  # in Django itself; in views and middleware `get_response` answers it
            response = failure(request)
        finally:
            if computation.was_interrupted:
                _drop_connections()
        if computation.was_interrupted and response.status_code < 500:
            # Some code handled the interruption like an ordinary error, so the response may lack a part.
            response.close()
            return failure(request)
        return response

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        thread = self._idle.pop() if self._idle else _Thread()
        try:
            async with ThreadSensitiveContext(executor=thread):
                await super().__call__(scope, receive, send)
        finally:
            thread.when_idle(self._keep)

    def _keep(self, thread: "_Thread") -> None:
        if len(self._idle) < MOST_IDLE:
            self._idle.append(thread)
        else:
            thread.end()


def _drop_connections() -> None:
    """Close this thread's connections, and let the next request make new ones.

    The interruption may have come in the middle of a query, or in Django's own code at the end of a transaction. Django
    would then still believe that the transaction is open, and refuse every query on this connection for ever.
    """
    for connection in connections.all(initialized_only=True):
        del connections[connection.alias]
        connection.close()


class _Thread(ThreadPoolExecutor):
    """An executor with one thread."""

    def __init__(self) -> None:
        super().__init__(max_workers=1, thread_name_prefix="request")
        self._last: Future[Any] | None = None

    def submit(self, *call: Any, **named: Any) -> Future[Any]:
        self._last = super().submit(*call, **named)
        return self._last

    def when_idle(self, act: Callable[["_Thread"], None]) -> None:
        """Call `act` as soon as the thread is idle; a view may still run in it after its browser has disconnected."""
        if self._last is None:
            act(self)
        else:
            self._last.add_done_callback(lambda _done: act(self))

    def end(self) -> None:
        super().submit(connections.close_all)
        self.shutdown(wait=False)
