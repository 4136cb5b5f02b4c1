"""The type of a request in our views, its account, and the links that its browser has opened."""

import time
from hashlib import sha256

from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY, get_user
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse, QueryDict
from django.utils.crypto import get_random_string, salted_hmac
from django.utils.http import urlencode
from django_htmx.middleware import HtmxDetails

from tournament.core.logins.sessions import SessionStore
from tournament.core.text import whole_number
from tournament.models import STRANGER, Entry, Table, Tournament, User, Visitor

SESSION_TABLES = "tables"
"""Session key of the table links that this browser opened; the value maps a table's id, as text, to the link's
nonce."""

SESSION_ENTRIES = "entries"
"""Session key of the players' private links that this browser opened; it maps an entry's id, as text, to the nonce."""

SESSION_HALLS = "halls"
"""Session key of the hall links that this browser opened; it maps a tournament's id, as text, to the link's nonce."""

SCORED = "tenbo.scored"
"""Key of the ASGI scope for the list to which `note_scored` adds the ids of tables, each with its link's nonce."""

SESSION_LOGIN = "login"
"""Session key of the login's id (`BrowserLogin`)."""

SESSION_BEGAN, SESSION_USED, SESSION_CONFIRMED = "login_began", "login_used", "login_confirmed"
"""Session keys of Unix times, in seconds: of the login, of its last stored use, and of the last time that a password or
passkey was given."""

IDLE_FOR = 8 * 24 * 60 * 60
"""Seconds without use after which a login ends; enough to last from one weekly club night to the next."""

LOGIN_LASTS = 60 * 24 * 60 * 60
"""Seconds after which a login ends, even if it is used."""

USE_NOTED_EVERY = 10 * 60
"""Minimum seconds between two updates of a login's last use."""

CONFIRMED_FOR = 15 * 60
"""Seconds after a password or passkey was given during which an irreversible action does not ask for it again."""

MOST_TABLE_LINKS, MOST_ENTRY_LINKS, MOST_HALL_LINKS = 250, 250, 10
"""The most opened links that a session stores; older links are dropped. Each link makes queries longer, and SQLite
limits their length."""


class TenboRequest(HttpRequest):
    """The type of a request as our views receive it. No object of this class is ever built: the class is only for type
    checks."""

    visitor: Visitor
    htmx: HtmxDetails
    languages: list[str]  # languages of the page's event, set by `core.languages.activate_language`


def visitor_of_cookies(request: HttpRequest) -> Visitor:
    """Return the visitor of a request that did not pass the middleware, from its cookies."""
    key = request.COOKIES.get(settings.SESSION_COOKIE_NAME)
    if key is None:
        return STRANGER
    request.session = SessionStore(key)
    request.user = account_of(request)
    return visitor_of(request)


def account_of(request: HttpRequest) -> User | AnonymousUser:
    """Return the account of a session, or an anonymous user if its login has expired. Links that were opened in the
    session remain valid."""
    session, now = request.session, int(time.time())
    if now - session.get(SESSION_USED, now) > IDLE_FOR or now - session.get(SESSION_BEGAN, now) > LOGIN_LASTS:
        for key in (SESSION_KEY, BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_LOGIN, SESSION_USED, SESSION_BEGAN):
            session.pop(key, None)
    with session.keeping_key():  # type: ignore[attr-defined]
        return get_user(request)


def account_in(request: HttpRequest) -> User:
    """Return the account of a request that has passed `login_required`."""
    assert isinstance(request.user, User)  # noqa: S101 (for the type check)
    return request.user


def confirm_now(request: HttpRequest) -> None:
    """Store that the person has just entered a password or used a passkey."""
    request.session[SESSION_CONFIRMED] = int(time.time())


def is_confirmed(request: HttpRequest) -> bool:
    """Whether the person has entered a password or used a passkey within `CONFIRMED_FOR` seconds."""
    return _seconds_since(request, SESSION_CONFIRMED) < CONFIRMED_FOR


def login_is_unnoted(request: HttpRequest) -> bool:
    """Whether the use of this login was last stored more than `USE_NOTED_EVERY` seconds ago."""
    return _seconds_since(request, SESSION_USED) > USE_NOTED_EVERY


def _seconds_since(request: HttpRequest, key: str) -> int:
    return int(time.time()) - int(request.session.get(key, 0))


def note_use_now(request: HttpRequest) -> None:
    now = int(time.time())
    request.session.setdefault(SESSION_BEGAN, now)
    request.session[SESSION_USED] = now


def visitor_of(request: HttpRequest) -> Visitor:
    """Return the account and the opened links of a request that has a session and a user."""
    return Visitor(
        user=request.user,
        tables=_by_id(_opened(request, SESSION_TABLES, MOST_TABLE_LINKS)),
        entries=_by_id(_opened(request, SESSION_ENTRIES, MOST_ENTRY_LINKS)),
        halls=_by_id(_opened(request, SESSION_HALLS, MOST_HALL_LINKS)),
    )


def remember_table_link(request: HttpRequest, table: Table) -> None:
    """Remember that this browser opened the table's link and may score at this table."""
    _keep(request, SESSION_TABLES, table.pk, table.link_nonce, MOST_TABLE_LINKS)


def note_scored(request: HttpRequest, table: Table) -> None:
    """Tell the server that this browser may score the table, so that its hands wait behind no stranger
    (`live.lanes.proven`)."""
    slot = getattr(request, "scope", {}).get(SCORED)
    if slot is not None:
        slot.append((table.pk, table.link_nonce))


def remember_entry_link(request: HttpRequest, entry: Entry) -> None:
    """Remember that this browser opened the player's private link."""
    _keep(request, SESSION_ENTRIES, entry.pk, entry.link_nonce, MOST_ENTRY_LINKS)


def remember_hall_link(request: HttpRequest, tournament: Tournament) -> None:
    """Remember that this browser opened the tournament's hall link and is a screen of its hall."""
    _keep(request, SESSION_HALLS, tournament.pk, tournament.hall_nonce, MOST_HALL_LINKS)


def _keep(request: HttpRequest, kind: str, pk: int, nonce: str, most: int) -> None:
    """Store the link as the newest at the end; drop the oldest links beyond `most`."""
    before = _opened(request, kind, most)
    after = {key: other for key, other in before.items() if key != str(pk)} | {str(pk): nonce}
    if list(after.items()) != list(before.items()):
        request.session[kind] = after


def _opened(request: HttpRequest, kind: str, most: int) -> dict[str, str]:
    """Return the valid links in a session. Malformed links are left out, because another version may have written the
    session."""
    stored = request.session.get(kind)
    opened = list(stored.items())[-most:] if isinstance(stored, dict) else []
    return {key: nonce for key, nonce in opened if is_id(key) and isinstance(nonce, str) and nonce.isprintable()}


def _by_id(opened: dict[str, str]) -> dict[int, str]:
    return {int(key): nonce for key, nonce in opened.items()}


SHOWN = "Tenbo-Shown"
"""Request header that marks the refresh of an open page. Its value lists the tournament ids and versions that the page
shows, for example "12:345 13:7", or is empty."""

KNOWN_FOR = 365 * 24 * 60 * 60
"""Seconds for which a browser counts as known to an account after a login."""


def know_browser(request: HttpRequest, response: HttpResponse, user: User) -> None:
    """Set a cookie that marks this browser as known to this account: the browser has logged in with the account's
    present password. The cookie gives no access; see `authentication`."""
    response.set_signed_cookie(
        _known_cookie(user.username),
        known_browser(request, user) or get_random_string(16),
        salt=_known_salt(user),
        max_age=KNOWN_FOR,
        httponly=True,
        samesite="Lax",
        secure=settings.SESSION_COOKIE_SECURE,
    )


def known_browser(request: HttpRequest, user: User) -> str:
    """Return the random id of this browser if it has logged in to this account with the present password; otherwise
    ""."""
    return request.get_signed_cookie(_known_cookie(user.username), "", salt=_known_salt(user), max_age=KNOWN_FOR) or ""


def _known_salt(user: User) -> str:
    return f"{user.username} {sha256(user.password.encode()).hexdigest()}"


def _known_cookie(username: str) -> str:
    prefix = "__Host-" if settings.SESSION_COOKIE_SECURE else ""
    return f"{prefix}known-{salted_hmac('tournament.core.requests', username).hexdigest()[:16]}"


def only(query: QueryDict, *names: str) -> QueryDict:
    """Return a copy of a query string with only these fields, each with only its last value."""
    known = {name: str(query[name]) for name in query if name in names}
    return QueryDict(urlencode(known))


def is_id(text: str) -> bool:
    """Whether a text from a browser is a number that can be the id of a row."""
    return whole_number(text) is not None
