"""Tenbo behind a network that loses: `site(var, application="tests.browser.lossy:application")`.

Of the requests under /t/ that carry the cookie `lossy`, half of LOSS never reach Tenbo, and of half of LOSS the browser
never hears the answer; it finds the connection broken. Between browser and server nothing passes by, as it does where
a browser's requests are answered by the test, since some go through the page's service worker. The server's log has a
line for each such request.
"""

import os
import sys
from collections.abc import Callable
from random import Random
from typing import Any

from tournament.asgi import application as tenbo

LOSS = 0.15
ARRIVED, REQUEST_LOST, ANSWER_LOST = "Arrived:", "Request lost:", "Answer lost:"

random = Random(os.environ.get("LOSS_SEED"))


async def application(scope: Any, receive: Any, send: Any) -> None:
    headers = dict(scope.get("headers", ()))
    if b"lossy=" not in headers.get(b"cookie", b""):
        await tenbo(scope, receive, send)
        return
    fate = ARRIVED
    if scope["path"].startswith("/t/"):
        draw = random.random()
        fate = REQUEST_LOST if draw < LOSS / 2 else ANSWER_LOST if draw < LOSS else ARRIVED
        print(fate, scope["method"], scope["path"], file=sys.stderr, flush=True)
    if fate == ARRIVED:
        await tenbo(scope, receive, closing(send))
        return
    if fate == ANSWER_LOST:
        await tenbo(scope, receive, swallow)
    send.__self__.transport.abort()  # uvicorn's cycle of request and answer
    while (await receive())["type"] != "http.disconnect":
        pass


def closing(send: Any) -> Callable[[Any], Any]:
    """A connection for each request: on one that was used before, Chromium repeats a lost request by itself."""

    async def send_and_close(message: Any) -> None:
        if message["type"] == "http.response.start":
            message = message | {"headers": [*message["headers"], (b"connection", b"close")]}
        await send(message)

    return send_and_close


async def swallow(_message: Any) -> None:
    pass
