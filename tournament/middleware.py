"""Who is asking, worked out once for each request."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.utils.functional import SimpleLazyObject
from django_htmx.middleware import HtmxDetails

from tournament.models import Visitor

SESSION_TABLES = "tables"
"""Session key of the table links opened in this browser: table's id, as text, to the link's nonce."""


class TenboRequest(HttpRequest):
    """A request as our views get it; for type checks only."""

    visitor: Visitor
    htmx: HtmxDetails


def visitor_middleware(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Put a lazy `visitor` on the request: a page that asks for none costs no query."""

    def middleware(request: HttpRequest) -> HttpResponse:
        request.visitor = SimpleLazyObject(lambda: _visitor(request))  # type: ignore[attr-defined]
        return get_response(request)

    return middleware


def _visitor(request: HttpRequest) -> Visitor:
    tables = request.session.get(SESSION_TABLES, {})
    return Visitor(user=request.user, tables={int(table): nonce for table, nonce in tables.items()})
