"""The organizer's desk."""

from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from tournament.middleware import TenboRequest
from tournament.queries.ahead import ahead
from tournament.queries.calls import open_calls
from tournament.queries.desk import desk as read_desk
from tournament.queries.desk import evening
from tournament.queries.finished import progress_of
from tournament.queries.follows import follows
from tournament.queries.tournament import overview
from tournament.views.authority import refereed_tournament


@require_safe
@login_required
def desk(request: TenboRequest, slug: str) -> HttpResponse:
    """What comes next, and what the tables of the round that is on need. Fetched anew every half minute."""
    tournament = refereed_tournament(request, slug)
    now = timezone.now()
    rounds = overview(tournament)
    leads = tournament.may_organize and not tournament.is_club_night
    page = {
        "overview": rounds,
        "ahead": ahead(tournament, rounds, progress_of(tournament)) if leads else None,
        "desk": None if tournament.is_club_night else read_desk(tournament, now=now),
        "evening": evening(tournament, now=now) if tournament.is_club_night else None,
        "now": now,
        "open_calls": open_calls(tournament).count(),
        "follows": follows([tournament], request.visitor),
    }
    template = "desk/page.html#tables" if request.htmx else "desk/page.html"
    return render(request, template, {"tournament": tournament} | page)
