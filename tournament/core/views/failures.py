"""The error page for a request that failed on the server's side."""

import logging
import sys
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.utils.translation import override
from django.views.defaults import server_error

from tournament.core.database_errors import is_outage
from tournament.core.errors import TookTooLong
from tournament.core.threads.interruption import was_interrupted

Scope = dict[str, Any]
Receive = Callable[[], Awaitable[Mapping[str, Any]]]
Send = Callable[[Mapping[str, Any]], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

logger = logging.getLogger(__name__)

RETRY_AFTER = 5
"""Seconds after which a program may try the request again."""

PAGES = ("500.html", "503.html", "later.html", "log_in_again.html")
"""Templates of pages for failures."""


def failure(request: HttpRequest) -> HttpResponse:
    """Answer 503 during an outage of the database and after an interruption, else 500. Neither page makes a query."""
    error = sys.exc_info()[1]
    if was_interrupted():
        page = render_to_string("later.html", {"problem": TookTooLong.message, "of_passwords": False})
    elif error is not None and is_outage(error):
        page = render_to_string("503.html")
    else:
        return server_error(request)
    return HttpResponse(page, status=503, headers={"Retry-After": str(RETRY_AFTER), "Cache-Control": "no-store"})


def prepare_failures() -> dict[str, bytes]:
    """Render the error pages once in each language, so that their templates and translations are in memory. Return the
    page of status 500 by language, the default language first.

    Otherwise a process without free file handles could not read the templates, and the browser would get plain text
    instead of a page.
    """
    pages = {}
    for language, _name in sorted(settings.LANGUAGES, key=lambda each: each[0] != settings.LANGUAGE_CODE):
        with override(language):
            drawn = {name: render_to_string(name, {"problem": TookTooLong.message}) for name in PAGES}
        pages[language] = drawn["500.html"].encode()
    return pages


class LastResort:
    """ASGI application that sends the error page if the wrapped application raises before it has begun to answer.

    Errors in views and middleware are answered by Django, with `failure`. An error outside Django would reach the
    server, whose plain "Internal Server Error" would not reassure the visitor. `pages` are the pages of
    `prepare_failures`.
    """

    def __init__(self, behind: App, pages: Mapping[str, bytes]) -> None:
        self._behind = behind
        self._pages = pages

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        has_begun = False

        async def watched(message: Mapping[str, Any]) -> None:
            nonlocal has_begun
            has_begun = True
            await send(message)

        try:
            await self._behind(scope, receive, watched)
        except Exception:
            if has_begun or scope["type"] != "http":
                raise
            logger.exception("A request failed outside Django")
            await self._send_page(scope, send)

    async def _send_page(self, scope: Scope, send: Send) -> None:
        page = self._pages[self._language(scope)]
        headers = [
            (b"content-type", b"text/html; charset=utf-8"),
            (b"content-length", str(len(page)).encode()),
            (b"cache-control", b"no-store"),
        ]
        await send({"type": "http.response.start", "status": 500, "headers": headers})
        await send({"type": "http.response.body", "body": page})

    def _language(self, scope: Scope) -> str:
        """Return the browser's first language in which there is a page."""
        accepted = dict(scope["headers"]).get(b"accept-language", b"").decode("latin-1").lower()
        wanted = (part.partition(";")[0].strip()[:2] for part in accepted.split(","))
        return next((code for code in wanted if code in self._pages), next(iter(self._pages)))
