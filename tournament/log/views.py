"""The log of a tournament as a page, CSV and JSON."""

from collections.abc import Iterator

from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tournament.core.exports.tables import csv_of
from tournament.core.queries.logged import with_data
from tournament.core.requests import TenboRequest
from tournament.core.views.authority import refereed_tournament
from tournament.core.views.confirmation import recently_confirmed
from tournament.core.views.downloads import download_csv, download_json
from tournament.log.exports import audit_log
from tournament.log.exports import log_json as log_data
from tournament.log.forms import LogForm
from tournament.log.queries import LogFilter, import_of, log_choices, log_page, whole_log
from tournament.log.words import linked_entry_words
from tournament.models import LogEntry, Tournament


@require_safe
@login_required
def log(request: TenboRequest, slug: str) -> HttpResponse:
    """Show the log to the team; `?person=`, `kind`, `round` and `table` filter it."""
    tournament = refereed_tournament(request, slug)
    choices = log_choices(tournament)
    form = LogForm(request.GET, choices)
    page = log_page(tournament, form.filter, request.GET.get("page", ""))
    context = {
        "tournament": tournament,
        "form": form,
        "is_filtered": form.filter != LogFilter(),
        "page": page,
        "lines": [(entry, linked_entry_words(entry, choices.mentioned, tournament)) for entry in with_data(list(page))],
        "mentioned": choices.mentioned,
        "imported": import_of(tournament),
    }
    return render(request, "log/page.html", context)


@require_safe
@login_required
@recently_confirmed
def log_csv(request: TenboRequest, slug: str) -> HttpResponse:
    """Download the log for a spreadsheet, for the team; filtered as on its page."""
    return download_csv(csv_of(audit_log(*_log(request, slug))), f"{slug}-log.csv")


@require_safe
@login_required
@recently_confirmed
def log_json(request: TenboRequest, slug: str) -> HttpResponse:
    """Download the log as JSON, for the team; filtered as on its page."""
    return download_json(log_data(*_log(request, slug)), f"{slug}-log.json")


def _log(request: TenboRequest, slug: str) -> tuple[Tournament, Iterator[LogEntry]]:
    tournament = refereed_tournament(request, slug)
    return tournament, whole_log(tournament, LogForm(request.GET, log_choices(tournament)).filter)
