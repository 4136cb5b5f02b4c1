"""The error page for a request that failed on the server's side."""

import sys

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.utils.translation import override
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


def prepare_failures() -> None:
    """Draw the pages once in each language, so that their templates and translations are in memory.

    Otherwise a process that has no file handles left could not read the templates, and the browser would get the
    server's plain text instead of a page.
    """
    for language, _name in settings.LANGUAGES:
        with override(language):
            for template in ("500.html", "503.html", "log_in_again.html"):
                render_to_string(template)
