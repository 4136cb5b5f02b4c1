"""A cached response, in the compressed and encoded forms in which it is sent."""

from dataclasses import dataclass

from tournament.live.types import Scope, Send


@dataclass(frozen=True, slots=True)
class DrawnPage:
    """A cached response, with the version of the tournament that it shows.

    `base64` is the compressed page as streams send it (`live.pushed`), computed once for all streams. `until` is when
    the page expires, as a time of `time.monotonic`.
    """

    tournament_id: int
    version: int
    headers: tuple[tuple[bytes, bytes], ...]
    etag: bytes
    plain: bytes
    compressed: bytes
    until: float
    base64: bytes

    @property
    def size(self) -> int:
        return len(self.plain) + len(self.compressed) + len(self.base64)

    async def send(self, scope: Scope, send: Send) -> None:
        """Send the page, or status 304 if the browser has the same page already."""
        request_headers = dict(scope["headers"])
        headers = [*self.headers, (b"etag", self.etag)]
        if self.etag in request_headers.get(b"if-none-match", b""):
            await send({"type": "http.response.start", "status": 304, "headers": headers})
            await send({"type": "http.response.body", "body": b""})
            return
        body = self.plain
        if b"gzip" in request_headers.get(b"accept-encoding", b""):
            body = self.compressed
            headers.append((b"content-encoding", b"gzip"))
        headers.append((b"content-length", str(len(body)).encode()))
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        await send({"type": "http.response.body", "body": body})
