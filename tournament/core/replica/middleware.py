"""The middleware that answers from the replica, or leaves the request to the primary."""

from collections.abc import Callable
from functools import partial
from typing import Any

from django.core.exceptions import MiddlewareNotUsed
from django.db import InternalError, connections
from django.http import HttpRequest, HttpResponse

from tournament.core.database_errors import is_outage
from tournament.core.replica.positions import Why
from tournament.core.replica.readers import is_stranger, note_writer
from tournament.core.replica.routing import REPLICA, has_replica, reading_replica
from tournament.core.replica.servers import replica
from tournament.core.telemetry.measures import PUBLIC_READS
from tournament.core.threads.interruption import was_interrupted


def replica_middleware(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Call the views that are marked by `may_lag` on the replica if this is safe. This is the last middleware, so that
    a view is called after all other middleware have seen the request.

    The primary answers instead of the replica in two cases: the replica's answer is an error or 404, or the browser's
    ETag differs from the replica's page, because the browser's page may be newer.
    """
    if not has_replica():
        raise MiddlewareNotUsed

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        if request.method not in {"GET", "HEAD", "OPTIONS"}:
            note_writer(response)
        return response

    def process_view(request: HttpRequest, view: Callable[..., HttpResponse], args: Any, named: Any) -> Any:
        if not getattr(view, "may_lag", False):
            return None
        response, why = _answer(request, partial(view, request, *args, **named))
        PUBLIC_READS.labels("primary" if why else "replica", why or "").inc()
        return response

    middleware.process_view = process_view  # type: ignore[attr-defined]
    return middleware


def _answer(request: HttpRequest, view: Callable[[], HttpResponse]) -> tuple[HttpResponse | None, Why | None]:
    """Return the response read from the replica and None, or None and the reason why the primary has to answer."""
    if not is_stranger(request):
        return None, Why.READER
    try:
        why = replica.why_not()
        if why is not None:
            return None, why
        with reading_replica():
            response = view()
    except Exception as error:  # (the primary is asked, and its exception is handled as any other)
        if was_interrupted():  # an interruption ends the request, and says nothing about the replica
            raise
        if not is_outage(error) or isinstance(error, InternalError):  # the latter if it tried to write
            return None, Why.AGAIN
        replica.failed()
        return None, Why.AWAY
    finally:
        connections[REPLICA].close()
    return (response, None) if _is_good(request, response) else (None, Why.AGAIN)


def _is_good(request: HttpRequest, response: HttpResponse) -> bool:
    return response.status_code == 304 or (response.status_code == 200 and "If-None-Match" not in request.headers)
