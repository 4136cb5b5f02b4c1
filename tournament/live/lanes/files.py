"""Sends files of many megabytes in pieces, and few files at a time."""

from collections.abc import Mapping
from typing import Any

from tournament.live.garbage import new_collections
from tournament.live.limits.unread import Unread
from tournament.live.types import App, Receive, Scope, Send

MOST_UNREAD = 128_000_000
"""The most bytes of files in this process that clients have not read yet."""


class Files:
    """Sends files in pieces. While clients have too many bytes still to read, the network with most of them loses its
    oldest file (`Unread`), so that slow readers keep no file from other networks."""

    def __init__(self, behind: App) -> None:
        self.behind = behind
        self._unread = Unread(MOST_UNREAD)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        send_in_pieces = self._unread.in_pieces(scope, send)

        async def sending(message: Mapping[str, Any]) -> None:
            if message["type"] == "http.response.start":
                new_collections.collect()
            await send_in_pieces(message)

        await self.behind(scope, receive, sending)
