"""The error page for a request that failed on the server's side."""

import sys

from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.views.defaults import server_error

from tournament.core.database_errors import is_outage

RETRY_AFTER = 5
"""Seconds after which a program may try again."""


def failure(request: HttpRequest) -> HttpResponse:
    """Answer 503 during an outage of the database, else 500. Neither page makes a query."""
    error = sys.exc_info()[1]
    if error is None or not is_outage(error):
        return server_error(request)
    page = render_to_string("503.html")
    return HttpResponse(page, status=503, headers={"Retry-After": str(RETRY_AFTER), "Cache-Control": "no-store"})
