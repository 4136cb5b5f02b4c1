"""A page that shows all styles of the stylesheets, for developers."""

from django.conf import settings
from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tournament.core.requests import TenboRequest

COLOURS = (
    *("paper", "surface", "raised", "ink", "muted", "line", "strong-line"),
    *("accent", "on-accent", "accent-soft", "east", "on-east", "danger", "danger-soft"),
    *("warning-ink", "warning-soft", "changed", "negative", "provisional"),
    *("felt", "felt-pressed", "on-felt", "on-felt-ink", "stick", "stick-line", "stick-dot"),
    *("sheet", "sheet-ink", "sheet-muted", "sheet-line", "sheet-faint", "sheet-cut"),
    *("chart-1", "chart-2", "chart-3", "chart-4"),
    *(f"team-{colour}" for colour in ("red", "orange", "yellow", "green", "cyan", "blue", "purple", "pink", "grey")),
)
"""The colour tokens that the page lists; the colour tokens of states are shown in the examples of states."""


@require_safe
def styles(request: TenboRequest) -> HttpResponse:
    """Show the typography, colours, spacing, tables and states of the stylesheets. Only with DEBUG."""
    if not settings.DEBUG:
        raise Http404
    return render(request, "site/styles/page.html", {"colours": COLOURS})
