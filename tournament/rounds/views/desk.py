"""The page from which organizers and referees run the current round: the organizer's desk."""

from uuid import uuid4

from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from tournament.core.requests import TenboRequest
from tournament.core.views.authority import refereed_tournament
from tournament.live.news import follows
from tournament.rounds.queries.ahead import ahead
from tournament.rounds.queries.desk import desk as read_desk
from tournament.rounds.queries.desk import evening
from tournament.rounds.queries.overview import overview
from tournament.standings.queries.finished import progress_of
from tournament.table.queries.calls import waiting_calls


@require_safe
@login_required
def desk(request: TenboRequest, slug: str) -> HttpResponse:
    """Show the clock, open calls, the next step, and what each table of the current round needs from the organizers.
    The page refreshes every half minute."""
    tournament = refereed_tournament(request, slug)
    now = timezone.now()
    rounds = overview(tournament)
    leads = tournament.may_organize and tournament.kind.has_rounds
    calls = waiting_calls(tournament, now=now)
    page = {
        "overview": rounds,
        "ahead": ahead(tournament, rounds, progress_of(tournament)) if leads else None,
        "desk": read_desk(tournament, now=now, calls=calls) if tournament.kind.has_rounds else None,
        "evening": None if tournament.kind.has_rounds else evening(tournament, now=now, calls=calls),
        "now": now,
        "calls": calls,
        "newest_call": max((waiting.call.pk for waiting in calls), default=0),
        "key": uuid4(),
        "follows": follows([tournament]),
    }
    template = "rounds/desk/page.html#tables" if request.htmx else "rounds/desk/page.html"
    return render(request, template, {"tournament": tournament} | page)
