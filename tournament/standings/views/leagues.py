"""Pages of leagues: the list of leagues, the ranking of a league, and the forms that create and change a league."""

from copy import copy

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_headers

from tournament.core.exports.tables import csv_of
from tournament.core.previews import Preview
from tournament.core.queries.long_lists import requested_page
from tournament.core.replica.readers import may_lag
from tournament.core.requests import TenboRequest
from tournament.core.views.answers import form_status, posted, refusal_on, require_safe_or_post
from tournament.core.views.downloads import download_csv, download_json
from tournament.core.views.rates import LEAGUES, count_of_visitor
from tournament.live.fragments import preview_of_site
from tournament.live.news import HEADER, follows, shows_all
from tournament.models import Club, League
from tournament.standings.actions.save_league import save_league
from tournament.standings.exports.league_json import league_json as league_data
from tournament.standings.exports.league_table import group_sheet, person_sheet
from tournament.standings.exports.previews import league_preview
from tournament.standings.forms.leagues import LeagueForm, read_by, read_period
from tournament.standings.league_rows import By
from tournament.standings.queries.league_events import owned_by_others
from tournament.standings.queries.league_list import leagues_page, may_create_leagues
from tournament.standings.queries.league_page import cached_table, league_page, newest
from tournament.standings.queries.league_table import days_of
from tournament.standings.queries.promotion import borders, recorded_promotions


@require_safe
@may_lag
def leagues(request: TenboRequest) -> HttpResponse:
    """List the leagues that the visitor may read; `?page=` is a page of the list."""
    page = leagues_page(request.visitor, request.GET.get("page", ""))
    return render(
        request, "standings/leagues/page.html", {"page": page, "may_create": may_create_leagues(request.visitor)}
    )


@require_safe
@may_lag
@vary_on_headers("HX-Request")
def league(request: TenboRequest, slug: str) -> HttpResponse:
    """Show a page of one league's ranking: of persons, or with `?by=club` (`team`, `country`) of clubs, teams or
    countries. `?q=` searches for a name, `?sort=` chooses another order (`league_page.SORTS`), and `?period=` shows the
    ranking over one period."""
    seen = League.objects.seen_by(request.visitor)
    league = get_object_or_404(seen.select_related("club"), slug=slug)
    by, period = read_by(request.GET), read_period(league, request.GET)
    days = days_of(period)
    followed = newest(league, request.visitor, days)
    if HEADER in request.headers and shows_all(request, [tournament.pk for tournament in followed]):
        return HttpResponse(status=204)
    query = request.GET.get("q", "").strip()[:80]
    page = league_page(
        league,
        request.visitor,
        by,
        query=query,
        sort=request.GET.get("sort", ""),
        page=request.GET.get("page", ""),
        days=days,
    )

    mine = League.objects.owned_by(request.visitor).filter(pk=league.pk).exists()

    def link_preview() -> Preview:
        names = [tournament.name for tournament in page.table.tournaments]
        return league_preview(league, names, ((row.place, row.name) for row in page.whole.rows))

    return render(
        request,
        "standings/league/page.html#league-page" if request.htmx else "standings/league/page.html",
        {
            "league": league,
            "table": page.table,
            "page": page,
            "preview": preview_of_site(request, link_preview, request.visitor),
            "follows": follows(followed),
            "by": by.value,
            "period": period,
            "periods": league.ladder_periods,
            "above": seen.filter(below=league).first(),
            "below": seen.filter(above=league).first(),
            "promotions": recorded_promotions(league, period, request.visitor) if period else [],
            "borders": borders(league, request.visitor) if period else [],
            "mine": mine,
            "owned_by_others": owned_by_others(league) if mine else frozenset(),
        },
    )


@require_safe
@may_lag
def league_csv(request: TenboRequest, slug: str) -> HttpResponse:
    """Download the ranking as CSV: of persons, or of clubs, teams or countries (`?by=`)."""
    league = get_object_or_404(League.objects.seen_by(request.visitor), slug=slug)
    by, period = read_by(request.GET), read_period(league, request.GET)
    table = cached_table(league, request.visitor, by, days_of(period))
    sheet = person_sheet(table) if by is By.PERSON else group_sheet(table, by)
    return download_csv(csv_of(sheet), f"{slug}-{by}.csv")


@require_safe
@may_lag
def league_json(request: TenboRequest, slug: str) -> HttpResponse:
    """Download the ranking as JSON, with the results that count and the results that do not, and with the groups that
    `?by=` asks for."""
    league = get_object_or_404(League.objects.seen_by(request.visitor), slug=slug)
    by, period = read_by(request.GET), read_period(league, request.GET)
    data = league_data(league, cached_table(league, request.visitor, by, days_of(period)), by, period)
    return download_json(data, f"{slug}-{by}.json")


@require_safe_or_post
@login_required
def league_new(request: TenboRequest) -> HttpResponse:
    """Create a league, owned by the visitor; `?club=` names the club whose organizers may change it too."""
    if not may_create_leagues(request.visitor):
        raise Http404
    owner = request.visitor.account
    assert owner is not None  # noqa: S101 (login_required; for mypy)
    # Compared in Python, because PostgreSQL refuses a text with NUL.
    clubs = Club.objects.organized_by(request.visitor)
    club = next((club for club in clubs if club.slug == request.GET.get("club")), None)
    return _edit(request, League(owner=owner, club=club), back=club.get_absolute_url() if club else reverse("leagues"))


@require_safe_or_post
@login_required
def league_edit(request: TenboRequest, slug: str) -> HttpResponse:
    """Change a league. Its owner and the organizers of its club may do this."""
    league = get_object_or_404(League.objects.owned_by(request.visitor).select_related("owner"), slug=slug)
    return _edit(request, league, back=league.get_absolute_url())


def _edit(request: TenboRequest, league: League, *, back: str) -> HttpResponse:
    before, is_new = copy(league), not league.slug
    form = LeagueForm(posted(request), instance=league, visitor=request.visitor, page=requested_page(request.GET))
    if form.is_valid():
        with refusal_on(form):
            if is_new:
                count_of_visitor(request, LEAGUES)
            save_league(
                league=league,
                tournaments=form.cleaned_data["tournaments"],
                weights=form.weights,
                base=(before, form.weights_before),
                detaches_below=form.cleaned_data.get("detaches_below"),
                by=request.visitor,
            )
            return redirect(league)
    page = {"form": form, "back": back, "new": is_new}
    return render(request, "standings/league/edit.html", page, status=form_status(form))
