"""The page of one player in one tournament."""

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from tournament.core.queries.visibility import sight_of
from tournament.core.requests import TenboRequest
from tournament.core.views.authority import seen_tournament
from tournament.live.fragments import preview
from tournament.people.exports.previews import entry_preview
from tournament.people.queries.entry import entry_page
from tournament.standings.queries.cached import places_of


@require_safe
def entry(request: TenboRequest, slug: str, number: int) -> HttpResponse:
    """Show a player's rank, total, and every hanchan that the player sat in."""
    tournament = seen_tournament(request, slug)
    entry = get_object_or_404(tournament.entries.accepted().select_related("player"), number=number)
    sight = sight_of(tournament, request.visitor)
    page = entry_page(tournament, entry, sight)
    context = {"tournament": tournament, "entry": entry, "page": page, "sight": sight}
    audience = None if tournament.is_of_team else sight.key
    context["preview"] = preview(request, lambda: entry_preview(tournament, page), of=tournament, audience=audience)
    return render(request, "people/entry/page.html", context | {"places": places_of(tournament, sight)})
