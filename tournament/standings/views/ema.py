"""The pages for the European Mahjong Association: a check, the file, and a draft of the observer's report."""

from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tournament.core.exports.workbook import MIME
from tournament.core.requests import TenboRequest
from tournament.core.views.authority import organized_tournament, with_rounds
from tournament.core.views.confirmation import recently_confirmed
from tournament.core.views.downloads import download
from tournament.standings.exports.ema_xlsx import ema_xlsx as ema_xlsx_of
from tournament.standings.forms.ema import EmaForm
from tournament.standings.queries.ema import ema_package


@require_safe
@login_required
def ema(request: TenboRequest, slug: str) -> HttpResponse:
    """Show the faults for which the federation would reject the file, and how the weight is computed."""
    tournament = with_rounds(organized_tournament(request, slug))
    form = EmaForm(request.GET)
    context = {
        "tournament": tournament,
        "form": form,
        "package": ema_package(tournament, form.facts),
        "query": request.GET.urlencode(),
    }
    return render(request, "standings/ema/page.html", context)


@require_safe
@login_required
@recently_confirmed
def ema_xlsx(request: TenboRequest, slug: str) -> HttpResponse:
    """Download the workbook, even if it has faults: the page `ema` has shown the faults to the organizer. The workbook
    names everybody, also players who did not consent to a public name."""
    tournament = with_rounds(organized_tournament(request, slug))
    book = ema_xlsx_of(tournament, ema_package(tournament, EmaForm(request.GET).facts))
    return download(HttpResponse(book, MIME), f"{slug}-ema.xlsx")


@require_safe
@login_required
def ema_report(request: TenboRequest, slug: str) -> HttpResponse:
    """Show a draft of the observer's report, to print and complete by hand."""
    tournament = with_rounds(organized_tournament(request, slug))
    package = ema_package(tournament, EmaForm(request.GET).facts)
    return render(request, "standings/ema/report.html", {"tournament": tournament, "package": package})
