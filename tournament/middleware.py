"""Who is asking, worked out once for each request."""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import add_never_cache_headers
from django.utils.functional import SimpleLazyObject
from django_htmx.middleware import HtmxDetails

from tournament.actions.errors import Archived
from tournament.models import Visitor

SESSION_TABLES = "tables"
"""Session key of the table links opened in this browser: table's id, as text, to the link's nonce."""

MOST_TABLES = 250
"""A browser forgets what it opened before that many: each makes the query longer, and SQLite's has an end."""


class TenboRequest(HttpRequest):
    """A request as our views get it; for type checks only."""

    visitor: Visitor
    htmx: HtmxDetails


def visitor_middleware(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Put a lazy `visitor` on the request: a page that asks for none costs no query.

    What somebody with a session is answered is kept by no cache.
    """

    def middleware(request: HttpRequest) -> HttpResponse:
        request.visitor = SimpleLazyObject(lambda: _visitor(request))  # type: ignore[attr-defined]
        response = get_response(request)
        if settings.SESSION_COOKIE_NAME in request.COOKIES:
            # A phone is handed on, and its back button must not show what the last person was allowed to see.
            add_never_cache_headers(response)
        return response

    return middleware


def archived_middleware(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Say that a tournament is archived, whatever was tried there: no form of its pages is drawn for that."""

    def middleware(request: HttpRequest) -> HttpResponse:
        return get_response(request)

    def process_exception(request: HttpRequest, exception: Exception) -> HttpResponse | None:
        if not isinstance(exception, Archived):
            return None
        return render(request, "archived.html", {"problem": exception.message}, status=409)

    middleware.process_exception = process_exception  # type: ignore[attr-defined]
    return middleware


def _visitor(request: HttpRequest) -> Visitor:
    return Visitor(user=request.user, tables={int(table): nonce for table, nonce in tables_opened(request).items()})


def tables_opened(request: HttpRequest) -> dict[str, str]:
    """The table links opened in this browser, the last one last, as its session keeps them.

    A session outlives the version that wrote it, so what does not look like ours is left out.
    """
    kept = request.session.get(SESSION_TABLES)
    opened = list(kept.items())[-MOST_TABLES:] if isinstance(kept, dict) else []
    return {table: nonce for table, nonce in opened if _is_id(table) and isinstance(nonce, str) and nonce.isprintable()}


def _is_id(text: str) -> bool:
    return text.isascii() and text.isdecimal() and len(text) < 18
