"""The outermost middleware: it gives each request an id, measures its time, and logs it if the operator wishes."""

import logging
import re
import secrets
import time
from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from tournament.core.telemetry.last_hour import last_hour
from tournament.core.telemetry.logs import REQUEST_ID
from tournament.core.telemetry.measures import REQUESTS

HEADER = "X-Request-ID"
ID = re.compile(r"[A-Za-z0-9_-]{8,64}")

logger = logging.getLogger("tournament.requests")


def monitoring_middleware(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Give the request an id, which its log lines and its response contain, and measure the time until the response.

    If our own proxy has already given the request an id, this id is used.
    """

    def middleware(request: HttpRequest) -> HttpResponse:
        began = time.perf_counter()
        proxy_id = request.headers.get(HEADER, "") if settings.TENBO_PROXIES else ""
        request_id = proxy_id if ID.fullmatch(proxy_id) else secrets.token_hex(8)
        REQUEST_ID.set(request_id)  # never reset: Django logs a failed request after all middleware
        response = get_response(request)
        seconds = time.perf_counter() - began
        match = request.resolver_match
        view = match.view_name if match else "none"
        REQUESTS.labels(view, str(response.status_code)).observe(seconds)
        last_hour.answered(seconds, response.status_code)
        logger.info(
            "%s %s %s %.0f ms", request.method, request.path, response.status_code, 1000 * seconds,
            extra={"view": view, "status": response.status_code, "milliseconds": round(1000 * seconds, 1)},
        )  # fmt: skip
        response[HEADER] = request_id
        return response

    return middleware
