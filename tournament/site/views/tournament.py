"""A tournament's first page."""

from functools import cache
from typing import Any

from django.http import HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_headers

from tournament.core.previews import Preview
from tournament.core.queries.visibility import sight_of
from tournament.core.requests import TenboRequest
from tournament.core.views.authority import seen_tournament
from tournament.live.fragments import fragment, preview
from tournament.live.news import follows
from tournament.people.queries.enter import Door, door_of, terms_of
from tournament.rounds.queries.ahead import ahead
from tournament.rounds.queries.overview import overview
from tournament.site.exports.previews import tournament_preview
from tournament.site.queries.tournament_home import happening
from tournament.standings.queries.finished import progress_of


@require_safe
@vary_on_headers("HX-Request")
def tournament(request: TenboRequest, slug: str) -> HttpResponse:
    """Show what is going on in a tournament, and for its organizers what comes next."""
    found = seen_tournament(request, slug)
    sight = sight_of(found, request.visitor)
    may_enter = door_of(found, terms_of(found)) is Door.OPEN

    @cache
    def context() -> dict[str, Any]:
        rounds = overview(found)
        progress = progress_of(found)
        leads = found.may_organize and found.kind.has_rounds
        return {
            "tournament": found,
            "overview": rounds,
            "ahead": ahead(found, rounds, progress) if leads else None,
            "happening": happening(found, rounds, progress, sight),
            "sight": sight,
            "may_enter": may_enter,
        }

    audience = None if found.is_of_team else sight.key
    drawn = fragment(
        request,
        "site/tournament/page.html#tournament-page",
        context,
        of=found,
        audience=audience,
        variant=(may_enter, timezone.localdate()),  # which a clock decides, not a write
    )
    if request.htmx:
        return HttpResponse(drawn)

    def link_preview() -> Preview:
        return tournament_preview(found, context()["overview"], context()["happening"])

    page = {"tournament": found, "fragment": drawn, "follows": follows([found])}
    page["preview"] = preview(request, link_preview, of=found, audience=audience)
    return render(request, "site/tournament/page.html", page)
