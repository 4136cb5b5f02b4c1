"""The standings as files: CSV, JSON and the poster as PDF."""

from django.http import HttpResponse
from django.views.decorators.http import require_safe

from tournament.core.exports.pdf import MIME as PDF
from tournament.core.moment import requested_moment
from tournament.core.queries.visibility import Sight, sight_of
from tournament.core.replica.readers import may_lag
from tournament.core.requests import TenboRequest
from tournament.core.views.authority import seen_tournament
from tournament.core.views.downloads import download, download_csv, download_json
from tournament.models import Tournament
from tournament.standings.exports.results_pdf import results_pdf as drawn_poster
from tournament.standings.exports.standings_csv import standings_csv
from tournament.standings.exports.standings_json import standings_json
from tournament.standings.queries.leaderboard import leaderboard
from tournament.standings.queries.results_on_paper import poster


@require_safe
@may_lag
def leaderboard_csv(request: TenboRequest, slug: str) -> HttpResponse:
    """Download the standings for a spreadsheet. `?show=official` and `?after=` mean the same as on the page of the
    standings."""
    tournament = seen_tournament(request, slug)
    official, sight = _of_query(request, tournament)
    board = leaderboard(tournament, official=official, sight=sight)
    return download_csv(standings_csv(tournament, board), f"{slug}-standings.csv")


@require_safe
@may_lag
def leaderboard_json(request: TenboRequest, slug: str) -> HttpResponse:
    """Download the standings as data. `?show=official` and `?after=` mean the same as on the page of the standings."""
    tournament = seen_tournament(request, slug)
    official, sight = _of_query(request, tournament)
    data = standings_json(tournament, leaderboard(tournament, official=official, sight=sight))
    return download_json(data, f"{slug}-standings.json")


@require_safe
@may_lag
def results_pdf(request: TenboRequest, slug: str) -> HttpResponse:
    """Download the standings as a poster, in the event's language; `?show=official` and `?after=` mean the same as on
    the page of the standings."""
    tournament = seen_tournament(request, slug, to_all=True)
    official, sight = _of_query(request, tournament)
    page = poster(tournament, official=official, sight=sight)
    return download(HttpResponse(drawn_poster(page), PDF), f"{slug}-results.pdf")


def _of_query(request: TenboRequest, tournament: Tournament) -> tuple[bool, Sight]:
    sight = sight_of(tournament, request.visitor).after(requested_moment(request.GET, "after"))
    return request.GET.get("show") == "official", sight
