"""Logs browsers' reports of violations of our Content Security Policy.

Anybody may send a report, so a report causes no query, and the number of log lines a minute is limited
(`logs.NoFlood`). A URL in a report may contain a secret key. So for a page of ours only the view's name is logged, and
for any other URL only the origin.
"""

import json
import logging
import re
from typing import Any
from urllib.parse import urlsplit

from django.http import HttpRequest, HttpResponse, HttpResponseBadRequest
from django.urls import Resolver404, resolve
from django.views.decorators.http import require_POST

from tournament.core.actions.write_budget import not_counted

MOST_BYTES = 10_000
"""The most bytes of a report. A browser's report has one or two thousand: the policy, and the beginning of the
script."""

NAME = re.compile(r"[a-z-]{1,40}")
"""Pattern for a directive, or for a keyword that replaces a URL: "inline", "eval"."""

logger = logging.getLogger(__name__)


@require_POST
@not_counted
def csp_reports(request: HttpRequest) -> HttpResponse:
    """Log one report that a browser sent to the policy's `report-uri`."""
    if len(request.body) > MOST_BYTES:
        return HttpResponse(status=413)
    try:
        report = json.loads(request.body)["csp-report"]
        line = (
            _name(report["effective-directive"]),
            _view(report["document-uri"]),
            _origin(report.get("blocked-uri", "")),
            _origin(report.get("source-file", "")),
            int(report.get("line-number", 0)),
        )
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError, OverflowError):
        return HttpResponseBadRequest()
    logger.warning("A browser reports: %s on the page %s kept out %s, wanted by %s, line %d", *line)
    return HttpResponse(status=204)


def _name(text: Any) -> str:
    return text if NAME.fullmatch(text) else "?"


def _view(address: str) -> str:
    try:
        return resolve(urlsplit(address).path).view_name
    except Resolver404:
        return "?"


def _origin(address: str) -> str:
    """Return scheme and host of a URL, or the keyword that browsers send instead of a URL."""
    if NAME.fullmatch(address):
        return address
    parts = urlsplit(address)
    return ascii(f"{parts.scheme}://{parts.hostname}"[:100]).strip("'") if parts.hostname else "?"
