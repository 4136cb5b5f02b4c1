"""One player in one tournament."""

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from tournament.middleware import TenboRequest
from tournament.models import Tournament
from tournament.queries.entry import entry_page


@require_safe
def entry(request: TenboRequest, slug: str, number: int) -> HttpResponse:
    """A player's place, total, and every hanchan they sat in."""
    tournament = get_object_or_404(Tournament.objects.seen_by(request.visitor).with_role(request.visitor), slug=slug)
    entry = get_object_or_404(tournament.entries.accepted().select_related("player"), number=number)
    return render(
        request,
        "entry/page.html",
        {"tournament": tournament, "entry": entry, "page": entry_page(tournament, entry)},
    )
