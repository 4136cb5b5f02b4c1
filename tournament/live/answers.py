"""Short plain-text responses from the ASGI applications in front of Django, which cannot render pages."""

from tournament.live.types import Send

TEXTS = {
    403: "Only people with an account may send this much. Nothing was changed; log in and send it again.",
    408: "The request took too long to arrive. Nothing was changed; try again.",
    413: "This is larger than anything that belongs here. Nothing was changed.",
    503: "The server is busy. Nothing was changed; try again in a few seconds.",
}


async def refuse(send: Send, status: int) -> None:
    """Answer with this status and its sentence, and close the connection without reading the rest of the body."""
    body = TEXTS[status].encode()
    headers = [
        (b"content-type", b"text/plain; charset=utf-8"),
        (b"content-length", str(len(body)).encode()),
        (b"x-content-type-options", b"nosniff"),
        (b"cache-control", b"no-store"),
        (b"connection", b"close"),
    ]
    if status == 503:
        headers.append((b"retry-after", b"5"))
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
