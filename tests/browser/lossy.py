"""Tenbo behind a network that loses requests: `site(var, application="tests.browser.lossy:application")`.

Only requests under /t/ with the cookie `lossy` are affected. A share LOSS of these requests fails: half of them never
reach Tenbo, and for the other half the browser never gets the response; in both cases the connection breaks. The loss
happens in the server, because the test cannot intercept every request in the browser: some go through the page's
service worker. The server's log has a line for each lost request.
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
    send.__self__.transport.abort()  # `send` is a method of uvicorn's object for this request
    while (await receive())["type"] != "http.disconnect":
        pass


def closing(send: Any) -> Callable[[Any], Any]:
    """Wrap `send` so that each response closes its connection. Otherwise Chromium would repeat a lost request by itself
    if its connection had been used before."""

    async def send_and_close(message: Any) -> None:
        if message["type"] == "http.response.start":
            message = message | {"headers": [*message["headers"], (b"connection", b"close")]}
        await send(message)

    return send_and_close


async def swallow(_message: Any) -> None:
    pass
