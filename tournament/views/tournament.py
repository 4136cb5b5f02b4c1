"""A tournament's first page."""

from typing import Any

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_headers

from tournament.live.fragments import fragment
from tournament.middleware import TenboRequest
from tournament.models import Tournament
from tournament.queries.enter import Door, door_of, terms_of
from tournament.queries.follows import follows
from tournament.queries.tournament import overview


@require_safe
@vary_on_headers("HX-Request")
def tournament(request: TenboRequest, slug: str) -> HttpResponse:
    """What is going on, and for its organizers what comes next."""
    found = get_object_or_404(Tournament.objects.seen_by(request.visitor).with_role(request.visitor), slug=slug)
    may_enter = door_of(terms_of(found)) is Door.OPEN

    def context() -> dict[str, Any]:
        return {"tournament": found, "overview": overview(found), "may_enter": may_enter}

    audience = None if found.is_of_team else "everyone"
    drawn = fragment(
        request,
        "tournament/page.html#tournament-page",
        context,
        of=found,
        audience=audience,
        variant=may_enter,  # which a clock decides, not a write
    )
    if request.htmx:
        return HttpResponse(drawn)
    page = {"tournament": found, "fragment": drawn, "follows": follows([found], request.visitor)}
    return render(request, "tournament/page.html", page)
