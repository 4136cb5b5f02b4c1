"""Which pages a replica may answer, and for whom."""

from collections.abc import Callable
from typing import Any, TypeVar

from django.conf import settings
from django.http import HttpRequest, HttpResponseBase

from tournament.core.requests import SHOWN

HARMLESS_COOKIES = {settings.LANGUAGE_COOKIE_NAME, settings.CSRF_COOKIE_NAME}
"""Cookies that a stranger may have."""

WROTE = f"{'__Host-' if settings.SESSION_COOKIE_SECURE else ''}wrote"
"""A cookie of browsers that have just sent something, so that they see it. It is not signed, because all that it does
is to have the primary asked, as for any unknown cookie."""

WROTE_FOR = 60
"""Seconds that the cookie lasts. A replica that is read has the written data after `MOST_BEHIND`, so it is enough for
every process of the site, and needs no clock but the browser's."""

View = TypeVar("View", bound=Callable[..., Any])


def may_lag(view: View) -> View:
    """Decorator of a view whose page strangers may get a few seconds old. It must not write, nor call `share`: shared
    pages are drawn once for each version, by which open pages are brought up to date."""
    view.may_lag = True  # type: ignore[attr-defined]
    return view


def is_stranger(request: HttpRequest) -> bool:
    """Whether the reader has no session and has not just written, and does not follow a page's changes: such a page
    knows a version, and asks for this one or a newer one."""
    if request.method not in {"GET", "HEAD"} or SHOWN in request.headers or "Authorization" in request.headers:
        return False
    return request.COOKIES.keys() <= HARMLESS_COOKIES


def note_writer(response: HttpResponseBase) -> None:
    """Give the browser the cookie `WROTE`."""
    response.set_cookie(
        WROTE, "1", max_age=WROTE_FOR, httponly=True, samesite="Lax", secure=settings.SESSION_COOKIE_SECURE
    )
