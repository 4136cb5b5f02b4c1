"""A tournament's first page."""

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from tournament.middleware import TenboRequest
from tournament.models import Tournament
from tournament.queries.enter import Door, door_of, terms_of
from tournament.queries.tournament import overview
from tournament.queries.tournament_home import happening
from tournament.queries.visibility import sight_of


@require_safe
def tournament(request: TenboRequest, slug: str) -> HttpResponse:
    """What is going on, and for its organizers what comes next."""
    found = get_object_or_404(Tournament.objects.seen_by(request.visitor).with_role(request.visitor), slug=slug)
    sight, rounds = sight_of(found, request.visitor), overview(found)
    return render(
        request,
        "tournament/page.html",
        {
            "tournament": found,
            "overview": rounds,
            "happening": happening(found, rounds, sight),
            "sight": sight,
            "may_enter": door_of(terms_of(found)) is Door.OPEN,
        },
    )
