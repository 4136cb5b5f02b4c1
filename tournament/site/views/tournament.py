"""A tournament's first page."""

from functools import cache
from typing import Any
from uuid import uuid4

from django.http import HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_headers

from tournament.announcement.queries import is_announced
from tournament.core.previews import Preview
from tournament.core.queries.visibility import sight_of
from tournament.core.requests import TenboRequest
from tournament.core.views.authority import seen_tournament
from tournament.live.fragments import fragment, preview
from tournament.live.news import follows
from tournament.live.shared_pages import share
from tournament.live.sharing.parameters import brought_by_streams
from tournament.models import Club
from tournament.people.queries.enter import EntryFormState, entry_form_state, terms_of
from tournament.rounds.queries.ahead import ahead
from tournament.rounds.queries.overview import overview
from tournament.site.exports.previews import tournament_preview
from tournament.site.queries.tournament_home import news
from tournament.standings.queries.finished import progress_of


@require_safe
@vary_on_headers("HX-Request")
@brought_by_streams()
def tournament(request: TenboRequest, slug: str) -> HttpResponse:
    """Show the progress of a tournament, and the next step for its organizers."""
    event = seen_tournament(request, slug)
    sight = sight_of(event, request.visitor)
    may_enter = entry_form_state(event, terms_of(event)) is EntryFormState.OPEN

    @cache
    def context() -> dict[str, Any]:
        rounds = overview(event)
        progress = progress_of(event)
        leads = event.may_organize and event.kind.has_rounds
        return {
            "tournament": event,
            "club": Club.objects.of_night(event).first() if event.club_id else None,
            "overview": rounds,
            "ahead": ahead(event, rounds, progress) if leads else None,
            "news": news(event, rounds, progress, sight),
            "sight": sight,
            "watches": not event.may_organize and event.kind.has_rounds and not progress.is_finished,
            "may_enter": may_enter,
            "is_announced": not event.is_of_team and is_announced(event),
            "key": uuid4(),
        }

    audience = None if event.is_of_team else sight.key
    page_html = fragment(
        request,
        "site/tournament/page.html#tournament-page",
        context,
        of=event,
        audience=audience,
        variant=(may_enter, timezone.localdate()),  # both change with time, without a write
    )
    share(request, event, audience)
    if request.htmx:
        return HttpResponse(page_html)

    def link_preview() -> Preview:
        return tournament_preview(event, context()["overview"], context()["news"])

    page = {"tournament": event, "fragment": page_html, "follows": follows([event])}
    page["preview"] = preview(request, link_preview, of=event, audience=audience)
    return render(request, "site/tournament/page.html", page)
