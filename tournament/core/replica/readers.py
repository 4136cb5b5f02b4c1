"""Decides which pages a replica may answer, and for which visitors."""

from collections.abc import Callable
from typing import Any, TypeVar

from django.conf import settings
from django.http import HttpRequest, HttpResponseBase

from tournament.core.requests import SHOWN

HARMLESS_COOKIES = {settings.LANGUAGE_COOKIE_NAME, settings.CSRF_COOKIE_NAME}
"""Cookies that a request from an anonymous visitor may have."""

WROTE = f"{'__Host-' if settings.SESSION_COOKIE_SECURE else ''}wrote"
"""Cookie of a browser that has just written something. The primary answers this browser, so that it sees what it wrote.

The cookie needs no signature, because any unknown cookie has the same effect.
"""

WROTE_FOR = 60
"""Lifetime of the cookie in seconds. After `MOST_BEHIND` seconds, which is less, every replica that may be read has the
written data. Only the browser's clock measures this time, so all processes of the site agree on it."""

View = TypeVar("View", bound=Callable[..., Any])


def may_lag(view: View) -> View:
    """Decorate a view whose page may be a few seconds old for anonymous visitors.

    The view must not write. It must not call `share` either, because a shared page is rendered only once for each
    version: a stale page would be shown until the next version.
    """
    view.may_lag = True  # type: ignore[attr-defined]
    return view


def is_stranger(request: HttpRequest) -> bool:
    """Whether a replica may answer this request. The request must have no session, and its browser must not have
    written lately. The request must not be the refresh of an open page either, because an open page shows a certain
    version and must not get an older version."""
    if request.method not in {"GET", "HEAD"} or SHOWN in request.headers or "Authorization" in request.headers:
        return False
    return request.COOKIES.keys() <= HARMLESS_COOKIES


def note_writer(response: HttpResponseBase) -> None:
    """Give the browser the cookie `WROTE`."""
    response.set_cookie(
        WROTE, "1", max_age=WROTE_FOR, httponly=True, samesite="Lax", secure=settings.SESSION_COOKIE_SECURE
    )
