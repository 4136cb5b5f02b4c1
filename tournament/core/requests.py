"""A request as our views get it, and which links its browser has opened."""

from django.conf import settings
from django.contrib.auth import get_user
from django.http import HttpRequest, HttpResponse, QueryDict
from django.utils.crypto import get_random_string, salted_hmac
from django.utils.http import urlencode
from django_htmx.middleware import HtmxDetails

from tournament.core.sessions import SessionStore
from tournament.core.text import whole_number
from tournament.models import STRANGER, Entry, Table, Tournament, Visitor

SESSION_TABLES = "tables"
"""Session key of the table links that this browser opened: a table's id, as text, to the link's nonce."""

SESSION_ENTRIES = "entries"
"""Session key of the players' private links that this browser opened: an entry's id, as text, to the link's nonce."""

SESSION_HALLS = "halls"
"""Session key of the hall links that this browser opened: a tournament's id, as text, to the link's nonce."""

MOST_TABLE_LINKS, MOST_ENTRY_LINKS, MOST_HALL_LINKS = 250, 250, 10
"""Opened links that a browser keeps; the oldest are dropped. Each lengthens the query, and SQLite limits its length."""


class TenboRequest(HttpRequest):
    """A request as our views receive it; only for type checks."""

    visitor: Visitor
    htmx: HtmxDetails
    languages: list[str]  # of the event whose page is asked for; see tournament.languages


def visitor_of_cookies(request: HttpRequest) -> Visitor:
    """The visitor of a request that did not pass the middleware."""
    key = request.COOKIES.get(settings.SESSION_COOKIE_NAME)
    if key is None:
        return STRANGER
    request.session = SessionStore(key)
    request.user = get_user(request)
    return visitor_of(request)


def visitor_of(request: HttpRequest) -> Visitor:
    """The account and the opened links of a request that has a session and a user."""
    return Visitor(
        user=request.user,
        tables=_by_id(_opened(request, SESSION_TABLES, MOST_TABLE_LINKS)),
        entries=_by_id(_opened(request, SESSION_ENTRIES, MOST_ENTRY_LINKS)),
        halls=_by_id(_opened(request, SESSION_HALLS, MOST_HALL_LINKS)),
    )


def keep_table(request: HttpRequest, table: Table) -> None:
    """Remember that this browser opened the table's link and may score there."""
    _keep(request, SESSION_TABLES, table.pk, table.link_nonce, MOST_TABLE_LINKS)


def keep_entry(request: HttpRequest, entry: Entry) -> None:
    """Remember that this browser opened the player's private link."""
    _keep(request, SESSION_ENTRIES, entry.pk, entry.link_nonce, MOST_ENTRY_LINKS)


def keep_hall(request: HttpRequest, tournament: Tournament) -> None:
    """Remember that this browser opened the tournament's hall link and is a screen there."""
    _keep(request, SESSION_HALLS, tournament.pk, tournament.hall_nonce, MOST_HALL_LINKS)


def _keep(request: HttpRequest, kind: str, pk: int, nonce: str, most: int) -> None:
    """Keep the newest link last; drop the oldest beyond `most`."""
    before = _opened(request, kind, most)
    after = {key: other for key, other in before.items() if key != str(pk)} | {str(pk): nonce}
    if list(after.items()) != list(before.items()):
        request.session[kind] = after


def _opened(request: HttpRequest, kind: str, most: int) -> dict[str, str]:
    """The valid links in a session. Another version may have written it, so everything else is left out."""
    stored = request.session.get(kind)
    opened = list(stored.items())[-most:] if isinstance(stored, dict) else []
    return {key: nonce for key, nonce in opened if is_id(key) and isinstance(nonce, str) and nonce.isprintable()}


def _by_id(opened: dict[str, str]) -> dict[int, str]:
    return {int(key): nonce for key, nonce in opened.items()}


KNOWN_FOR = 365 * 24 * 60 * 60
"""Seconds for which a browser is known to an account after a login."""


def know_browser(request: HttpRequest, response: HttpResponse, username: str) -> None:
    """Remember that somebody logged in to this account with this browser. It opens nothing; see `authentication`."""
    response.set_signed_cookie(
        _known_cookie(username),
        known_browser(request, username) or get_random_string(16),
        salt=username,
        max_age=KNOWN_FOR,
        httponly=True,
        samesite="Lax",
        secure=settings.SESSION_COOKIE_SECURE,
    )


def known_browser(request: HttpRequest, username: str) -> str:
    """The name of a browser that has logged in to this account before; empty for any other browser."""
    return request.get_signed_cookie(_known_cookie(username), "", salt=username, max_age=KNOWN_FOR) or ""


def _known_cookie(username: str) -> str:
    prefix = "__Host-" if settings.SESSION_COOKIE_SECURE else ""
    return f"{prefix}known-{salted_hmac('tournament.core.requests', username).hexdigest()[:16]}"


def only(query: QueryDict, *names: str) -> QueryDict:
    """The fields of a query that a page knows, each once: the last value, as `query[name]` is."""
    known = {name: str(query[name]) for name in query if name in names}
    return QueryDict(urlencode(known))


def is_id(text: str) -> bool:
    """Whether a browser's text is a number that a database may hold."""
    return whole_number(text) is not None
