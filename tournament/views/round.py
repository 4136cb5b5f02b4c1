"""One round."""

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from tournament.middleware import TenboRequest
from tournament.models import Tournament
from tournament.queries.round import round_page


@require_safe
def round(request: TenboRequest, slug: str, number: int) -> HttpResponse:  # noqa: A001 (named like its URL)
    """Who sits where, and how far each table has come."""
    tournament = get_object_or_404(Tournament.objects.seen_by(request.visitor).with_role(request.visitor), slug=slug)
    found = get_object_or_404(tournament.rounds, number=number)
    return render(
        request,
        "round/page.html",
        {"tournament": tournament, "round": found, "page": round_page(found)},
    )
