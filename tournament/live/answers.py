"""Responses that the ASGI applications in front of Django send without Django: a sentence of plain text, or a rendered
page."""

from tournament.live.types import Send

TEXTS = {
    405: "This site has no such method. Nothing was changed.",
    408: "The request took too long to arrive. Nothing was changed; try again.",
    413: "This is larger than anything that belongs here. Nothing was changed.",
    415: "This site reads only UTF-8. Nothing was changed.",
    431: "Your browser sends more with a request than this site accepts. Nothing was changed; delete the"
    " cookies of this site and try again.",
    503: "The server is busy. Nothing was changed; try again in a few seconds.",
}


async def refuse(send: Send, status: int) -> None:
    """Answer with this status and a sentence that explains it, and close the connection without reading the rest of the
    request."""
    await _answer(send, status, b"text/plain", TEXTS[status])


async def show(send: Send, status: int, page: str) -> None:
    """Answer with this status and page, and close the connection."""
    await _answer(send, status, b"text/html", page)


async def _answer(send: Send, status: int, kind: bytes, text: str) -> None:
    body = text.encode()
    headers = [
        (b"content-type", kind + b"; charset=utf-8"),
        (b"content-security-policy", b"default-src 'self'; frame-ancestors 'none'; base-uri 'none'"),
        (b"referrer-policy", b"same-origin"),
        (b"content-length", str(len(body)).encode()),
        (b"x-content-type-options", b"nosniff"),
        (b"cache-control", b"no-store"),
        (b"connection", b"close"),
    ]
    if status == 503:
        headers.append((b"retry-after", b"5"))
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
