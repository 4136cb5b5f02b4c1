"""Health checks, the visitor of each request, and answers to exceptions that no view handles."""

import logging
from collections.abc import Callable
from math import ceil
from typing import Any

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import ObjectDoesNotExist
from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed
from django.shortcuts import render
from django.utils import timezone
from django.utils.cache import add_never_cache_headers
from django.utils.functional import SimpleLazyObject
from django.utils.http import url_has_allowed_host_and_scheme
from django_htmx.http import reselect

from tournament.core.actions.logins import note_use
from tournament.core.actions.write_budget import budget_of, charge, check_budget, counted
from tournament.core.database_errors import was_stopped
from tournament.core.errors import (
    Archived,
    Away,
    Busy,
    Gone,
    LogFull,
    NoOrganizerAnyMore,
    NoOwnerAnyMore,
    TookTooLong,
    TooOften,
)
from tournament.core.queries.health import recent_reading_problem, recent_writing_problem
from tournament.core.requests import account_of, visitor_of
from tournament.core.threads.interruption import Interrupted
from tournament.models import User

logger = logging.getLogger(__name__)

PERMISSIONS_POLICY = (
    "accelerometer=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), magnetometer=(), microphone=(),"
    " midi=(), payment=(), usb=()"
)
"""Browser features that no page of ours uses. Wake lock and full screen are not listed, because screens use them."""

HEALTH_CHECKS: dict[str, Callable[[], str]] = {
    "/healthz": recent_reading_problem,
    "/readyz": recent_writing_problem,
}
"""The check for each path: a function that returns the problem in one line, or an empty text if there is no problem."""


def health_middleware(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Answer monitoring requests under any host name, without session, template or redirect to https.

    /healthz answers 200 if the database can be read and has every migration. /readyz answers 200 if a trial write
    succeeded too. Otherwise they answer 503, with the reason in one line. A result is at most a second old. `live.app`
    answers /livez.
    """

    def middleware(request: HttpRequest) -> HttpResponse:
        check = HEALTH_CHECKS.get(request.path)
        if check is None:
            return get_response(request)
        if request.method not in {"GET", "HEAD"}:
            return HttpResponseNotAllowed(["GET", "HEAD"])
        problem = check()
        response = HttpResponse(f"{problem or 'ok'}\n", status=503 if problem else 200, content_type="text/plain")
        add_never_cache_headers(response)
        return response

    return middleware


def permissions_middleware(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Add the header `Permissions-Policy` to every response, so that not even an injected script can use a camera, a
    microphone and the like."""

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        response.headers["Permissions-Policy"] = PERMISSIONS_POLICY
        return response

    return middleware


def visitor_middleware(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Put a lazy `user` and `visitor` on the request, so that a page that does not use them costs no query.

    Responses to a browser with a session are never cached.
    """

    def middleware(request: HttpRequest) -> HttpResponse:
        timezone.deactivate()  # the last request of this thread may have activated its event's time zone
        request.user = SimpleLazyObject(lambda: _account(request))  # type: ignore[assignment]
        request.visitor = SimpleLazyObject(lambda: visitor_of(request))  # type: ignore[attr-defined]
        request.languages = []  # type: ignore[attr-defined]
        response = get_response(request)
        if settings.SESSION_COOKIE_NAME in request.COOKIES:
            # People share phones: the back button must not show pages that only the previous person could see.
            add_never_cache_headers(response)
        return response

    return middleware


def _account(request: HttpRequest) -> User | AnonymousUser:
    account = account_of(request)
    if isinstance(account, User):
        note_use(request, account)
    return account


def conflict_middleware(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Answer some exceptions with a page that explains them.

    * `Archived`, `Away`: a write to a tournament that is archived or away.
    * `TooOften`: requests that are too frequent.
    * `Busy`: a request while the server is too busy.
    * `Interrupted`, or a stopped statement: a request that took too long while others waited.
    * `LogFull`: a change of an event whose log is full.
    * `ObjectDoesNotExist`: a form about a row that was removed between the view's query and the action's lock.

    If htmx sent the request, the explanation replaces the form, except for `Archived` and `Away`.
    """

    def middleware(request: HttpRequest) -> HttpResponse:
        return get_response(request)

    def process_exception(request: HttpRequest, exception: Exception) -> HttpResponse | None:
        if isinstance(exception, Archived):
            return render(request, "archived.html", {"problem": exception.message}, status=409)
        if isinstance(exception, Away):
            return render(request, "away.html", {"problem": exception.message}, status=409)
        if isinstance(exception, Interrupted) or was_stopped(exception):
            logger.warning("Interrupted, as it took too long while others waited: %s", request.path)
            return _later(request, TookTooLong())
        if isinstance(exception, TooOften | Busy):
            return _later(request, exception)
        if isinstance(exception, LogFull | NoOrganizerAnyMore | NoOwnerAnyMore):
            page = {"problem": exception.message, "back": "", "is_limit": isinstance(exception, LogFull)}
            return reselect(render(request, "gone.html", page, status=409), "#gone")
        if not isinstance(exception, ObjectDoesNotExist) or request.method != "POST":
            return None
        logger.warning("Gone when it was to be changed: %s", request.path, exc_info=exception)
        back = request.headers.get("Referer", "")
        if not url_has_allowed_host_and_scheme(back, {request.get_host()}, require_https=request.is_secure()):
            back = ""
        return reselect(render(request, "gone.html", {"problem": Gone.message, "back": back}, status=409), "#gone")

    middleware.process_exception = process_exception  # type: ignore[attr-defined]
    return middleware


def budget_middleware(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Count what each form writes to the database, and refuse it if the budget of its sender is used up."""

    def middleware(request: HttpRequest) -> HttpResponse:
        if request.method in {"GET", "HEAD", "OPTIONS"}:
            return get_response(request)
        with counted() as written:
            response = get_response(request)
        if budget := getattr(request, "budget", None):
            charge(budget, written.size)
        return response

    def process_view(request: HttpRequest, view: Any, args: Any, named: Any) -> HttpResponse | None:
        budget = budget_of(request)
        try:
            if budget:
                check_budget(request, budget)
        except TooOften as exception:
            return _later(request, exception)
        request.budget = budget  # type: ignore[attr-defined]
        return None

    middleware.process_view = process_view  # type: ignore[attr-defined]
    return middleware


def _later(request: HttpRequest, exception: TooOften | Busy) -> HttpResponse:
    """Render the page that says when to try again. For htmx it has status 409, because our htmx configuration does
    not show 429 and 503."""
    status, wait = (429, ceil(exception.wait.total_seconds())) if isinstance(exception, TooOften) else (503, 5)
    context = {"problem": exception.message, "of_passwords": "password" in request.POST}
    if request.htmx:  # type: ignore[attr-defined]
        return reselect(render(request, "later.html", context, status=409), "#later")
    response = render(request, "later.html", context, status=status)
    response.headers["Retry-After"] = str(wait)
    return response
