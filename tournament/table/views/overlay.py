"""A table's overlay for streaming software."""

from typing import Any

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_headers

from tournament.core.languages import tournament_or_404
from tournament.core.queries.visibility import sight_of
from tournament.core.requests import TenboRequest
from tournament.live.fragments import fragment
from tournament.live.news import follows
from tournament.models import STRANGER, Tournament
from tournament.table.queries.overlay import overlay as overlay_of

PLACES = ("bottom", "top", "left", "right")


@require_safe
@vary_on_headers("HX-Request")
def overlay(request: TenboRequest, slug: str, number: int) -> HttpResponse:
    """Show the four seats with their points. `?place=` names the edge of the video at which they are shown.

    A stream is public, so every visitor sees only what an anonymous visitor may see.
    """
    # Loaded without the visitor's role, so that the sight cannot depend on it.
    tournament = tournament_or_404(request, Tournament.objects.seen_by(request.visitor), slug, to_all=True)
    table = get_object_or_404(tournament.tables, number=number)
    sight = sight_of(tournament, STRANGER)
    place = request.GET.get("place", "")
    if place not in PLACES:
        place = PLACES[0]

    def context() -> dict[str, Any]:
        return {"tournament": tournament, "overlay": overlay_of(table, sight), "place": place}

    drawn = fragment(
        request,
        "table/overlay/page.html#overlay",
        context,
        of=tournament,
        audience=f"overlay-{sight.key}",
        variant=place,
    )
    if request.htmx:
        return HttpResponse(drawn)
    page = {"tournament": tournament, "table": table, "fragment": drawn}
    page["follows"] = follows([tournament])
    return render(request, "table/overlay/page.html", page)
