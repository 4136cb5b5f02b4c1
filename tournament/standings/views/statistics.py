"""Players' statistics over all events of the site, and the records."""

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tournament.core.queries.visibility import sight_of
from tournament.core.replica.readers import may_lag
from tournament.core.requests import TenboRequest
from tournament.core.text import whole_number
from tournament.core.views.authority import seen_tournament
from tournament.live.fragments import preview_of_site
from tournament.standings.exports.previews import player_preview
from tournament.standings.forms.period import PeriodForm
from tournament.standings.queries import statistics as queries
from tournament.standings.queries.player_list import player_list as player_list_of
from tournament.standings.queries.records import site_records, tournament_years
from tournament.standings.queries.records import tournament_records as records_of


@require_safe
@may_lag
def player_list(request: TenboRequest) -> HttpResponse:
    """List the players who have a page; `?q=` searches a name."""
    query = request.GET.get("q", "").strip()[:80]
    page = player_list_of(request.visitor, query, request.GET.get("page", ""))
    return render(request, "standings/statistics/players.html", {"page": page, "query": query})


@require_safe
@may_lag
def player_page(request: TenboRequest, pk: int) -> HttpResponse:
    """Show a player's places, hands, opponents and events. `?since=2026-01-01&until=2026-12-31` limits the period.
    `?all=events` or `?all=opponents` shows the list of events or of opponents in full."""
    form = PeriodForm(request.GET)
    page = queries.player_page(pk, request.visitor, form.period, all_of=request.GET.get("all", ""))
    if page is None:
        raise Http404
    context = {"page": page, "form": form, "preview": ""}
    if not page.period.is_bounded:
        context["preview"] = preview_of_site(request, lambda: player_preview(page), request.visitor)
    return render(request, "standings/statistics/player.html", context, status=422 if form.errors else 200)


@require_safe
@may_lag
def records(request: TenboRequest) -> HttpResponse:
    """Show the records of the whole site, or with `?year=2026` the records of one year. `?page=` chooses a page of the
    list of yakuman."""
    years = tournament_years(request.visitor)
    chosen = whole_number(request.GET.get("year", ""), digits=4)
    year = chosen if chosen in years else None
    best = site_records(request.visitor, year, request.GET.get("page", ""))
    return render(request, "standings/statistics/records.html", {"records": best, "years": years, "year": year})


@require_safe
@may_lag
def tournament_records(request: TenboRequest, slug: str) -> HttpResponse:
    """Show the records of one tournament."""
    tournament = seen_tournament(request, slug)
    best = records_of(tournament, sight_of(tournament, request.visitor), request.GET.get("page", ""))
    return render(request, "standings/statistics/tournament_records.html", {"tournament": tournament, "records": best})
