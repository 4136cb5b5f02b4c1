"""Sends files of many megabytes in pieces, and few files at a time."""

from collections.abc import Mapping
from typing import Any

from tournament.live.answers import refuse
from tournament.live.garbage import new_collections
from tournament.live.limits.unread import COUNTED, LARGE, pieces_of
from tournament.live.types import App, Receive, Scope, Send

MOST_UNREAD = 128_000_000
"""The most bytes of files in this process that clients have not read yet."""


class Files:
    """Sends files in pieces. A request for a file is refused with status 503 while clients have too many bytes of other
    files still to read."""

    def __init__(self, behind: App) -> None:
        self.behind = behind
        self._unread = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if self._unread > MOST_UNREAD:
            await refuse(send, 503)
            return

        async def sending(message: Mapping[str, Any]) -> None:
            if message["type"] == "http.response.start":
                new_collections.collect()
            body = message.get("body", b"")
            if len(body) <= LARGE:
                await send(message)
                return
            self._unread += len(body)
            try:
                for piece in pieces_of({**message, COUNTED: True}):
                    await send(piece)
            finally:
                self._unread -= len(body)

        await self.behind(scope, receive, sending)
