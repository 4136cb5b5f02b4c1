"""The page on which somebody compares each table of a round with its paper sheet."""

from uuid import uuid4

from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from tournament.core.requests import TenboRequest
from tournament.core.views.authority import refereed_tournament
from tournament.rounds.queries.round import signed_sheets
from tournament.rounds.queries.round_check import round_check as check


@require_safe
@login_required
def round_check(request: TenboRequest, slug: str, number: int) -> HttpResponse:
    """Show each table for comparison with its paper sheet, who entered and signed it, and what to check again.
    `?person=` filters by a person; `?only=unusual` shows only tables with something unusual."""
    tournament = refereed_tournament(request, slug)
    round_ = get_object_or_404(tournament.rounds, number=number)
    person = request.GET.get("person", "")[:320]
    only_unusual = request.GET.get("only") == "unusual"
    sheets = signed_sheets(round_)  # read before the page's data: a sheet signed in between counts as not seen
    page = check(round_, person=person, only_unusual=only_unusual)
    shown = {"page": page, "person": person, "only_unusual": only_unusual}
    context = {"tournament": tournament, "round": round_, "key": uuid4(), "sheets": sheets} | shown
    return render(request, "rounds/round_check/page.html", context)
