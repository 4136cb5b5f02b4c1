"""Who is asking, worked out once for each request; and what no view expects to find, said in words."""

import logging
from collections.abc import Callable

from django.conf import settings
from django.contrib.auth import get_user
from django.core.exceptions import ObjectDoesNotExist
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import add_never_cache_headers
from django.utils.functional import SimpleLazyObject
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext_lazy as _
from django_htmx.http import reselect
from django_htmx.middleware import HtmxDetails

from tournament.core.errors import Archived
from tournament.core.sessions import SessionStore
from tournament.core.text import whole_number
from tournament.models import STRANGER, Entry, Table, Tournament, Visitor

logger = logging.getLogger(__name__)

GONE = _("What this was about was taken back or removed meanwhile. Look again before you repeat it.")

SESSION_TABLES = "tables"
"""Session key of the table links opened in this browser: table's id, as text, to the link's nonce."""

SESSION_ENTRIES = "entries"
"""The same of players' private links: entry's id, as text, to the link's nonce."""

SESSION_HALLS = "halls"
"""The same of hall links, by tournament's id."""

MOST_TABLES = 250
"""A browser forgets what it opened before that many: each makes the query longer, and SQLite's has an end."""

MOST_ENTRIES, MOST_HALLS = 250, 10
"""The same of players' links, which a desk may open for many, and of hall links."""


class TenboRequest(HttpRequest):
    """A request as our views get it; for type checks only."""

    visitor: Visitor
    htmx: HtmxDetails
    languages: list[str]  # of the event whose page is asked for; see tournament.languages


def visitor_middleware(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Put a lazy `visitor` on the request: a page that asks for none costs no query.

    What somebody with a session is answered is kept by no cache.
    """

    def middleware(request: HttpRequest) -> HttpResponse:
        request.visitor = SimpleLazyObject(lambda: _visitor(request))  # type: ignore[attr-defined]
        request.languages = []  # type: ignore[attr-defined]
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


def gone_middleware(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Say that what a form is about is gone: somebody removed it after the view had found it, before the action had
    its lock. For htmx the sentence stands where the answer would."""

    def middleware(request: HttpRequest) -> HttpResponse:
        return get_response(request)

    def process_exception(request: HttpRequest, exception: Exception) -> HttpResponse | None:
        if not isinstance(exception, ObjectDoesNotExist) or request.method != "POST":
            return None
        logger.warning("Gone when it was to be changed: %s", request.path, exc_info=exception)
        back = request.headers.get("Referer", "")
        if not url_has_allowed_host_and_scheme(back, {request.get_host()}, require_https=request.is_secure()):
            back = ""
        return reselect(render(request, "gone.html", {"problem": GONE, "back": back}, status=409), "#gone")

    middleware.process_exception = process_exception  # type: ignore[attr-defined]
    return middleware


def visitor_of_cookies(request: HttpRequest) -> Visitor:
    """Who sent a request that went through no middleware."""
    key = request.COOKIES.get(settings.SESSION_COOKIE_NAME)
    if key is None:
        return STRANGER
    request.session = SessionStore(key)
    request.user = get_user(request)
    return _visitor(request)


def _visitor(request: HttpRequest) -> Visitor:
    return Visitor(
        user=request.user,
        tables=_by_id(_opened(request, SESSION_TABLES, MOST_TABLES)),
        entries=_by_id(_opened(request, SESSION_ENTRIES, MOST_ENTRIES)),
        halls=_by_id(_opened(request, SESSION_HALLS, MOST_HALLS)),
    )


def keep_table(request: HttpRequest, table: Table) -> None:
    """From now on this browser may score at this table: its link was opened."""
    _keep(request, SESSION_TABLES, table.pk, table.link_nonce, MOST_TABLES)


def keep_entry(request: HttpRequest, entry: Entry) -> None:
    """From now on this browser is one of this player's: its private link was opened."""
    _keep(request, SESSION_ENTRIES, entry.pk, entry.link_nonce, MOST_ENTRIES)


def keep_hall(request: HttpRequest, tournament: Tournament) -> None:
    """From now on this browser is a screen of this tournament's hall."""
    _keep(request, SESSION_HALLS, tournament.pk, tournament.hall_nonce, MOST_HALLS)


def _keep(request: HttpRequest, kind: str, pk: int, nonce: str, most: int) -> None:
    """The last one last: where there are too many, the first goes."""
    before = _opened(request, kind, most)
    after = {key: kept for key, kept in before.items() if key != str(pk)} | {str(pk): nonce}
    if list(after.items()) != list(before.items()):
        request.session[kind] = after


def _opened(request: HttpRequest, kind: str, most: int) -> dict[str, str]:
    """A session outlives the version that wrote it, so what does not look like ours is left out."""
    kept = request.session.get(kind)
    opened = list(kept.items())[-most:] if isinstance(kept, dict) else []
    return {key: nonce for key, nonce in opened if is_id(key) and isinstance(nonce, str) and nonce.isprintable()}


def _by_id(opened: dict[str, str]) -> dict[int, str]:
    return {int(key): nonce for key, nonce in opened.items()}


def is_id(text: str) -> bool:
    """Whether a browser's text is a number that a database may hold."""
    return whole_number(text) is not None
