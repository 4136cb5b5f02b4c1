"""The standings of the players' teams: the page and its files."""

from functools import cache
from typing import Any
from urllib.parse import urlencode

from django.http import HttpResponse, QueryDict
from django.shortcuts import render
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_headers

from tournament.core.moment import requested_moment
from tournament.core.queries.visibility import Sight, sight_of
from tournament.core.replica.readers import may_lag
from tournament.core.requests import TenboRequest
from tournament.core.views.authority import seen_tournament
from tournament.core.views.downloads import download_csv, download_json
from tournament.live.fragments import fragment
from tournament.live.news import follows
from tournament.models import Tournament
from tournament.standings.exports.team_standings_csv import team_standings_csv
from tournament.standings.exports.team_standings_json import team_standings_json
from tournament.standings.queries.leaderboard import leaderboard
from tournament.standings.queries.team_standings import TeamStandings, team_standings


@require_safe
@vary_on_headers("HX-Request")
def team_page(request: TenboRequest, slug: str) -> HttpResponse:
    """Show the teams by place, with their members, in the live standings, or with `?show=official` in the standings
    from signed sheets only. `?after=3` shows the standings after round 3."""
    tournament = seen_tournament(request, slug)
    official, sight = _of_query(request, tournament)
    # Unknown parameters and values are dropped: the links on the page repeat the query, and the page is cached.
    fields = {"show": "official" if official else "", "after": sight.until}
    request.GET = QueryDict(urlencode({name: value for name, value in fields.items() if value}))

    @cache
    def context() -> dict[str, Any]:
        standings = _load(tournament, official=official, sight=sight)
        return {"tournament": tournament, "standings": standings, "sight": sight, "after": sight.until}

    drawn = fragment(
        request,
        "standings/team_standings/page.html#team-standings",
        context,
        of=tournament,
        audience=None if tournament.is_of_team else sight.key,
        variant=official,
    )
    if request.htmx:
        return HttpResponse(drawn)
    page = {"tournament": tournament, "fragment": drawn, "follows": follows([tournament])}
    return render(request, "standings/team_standings/page.html", page)


@require_safe
@may_lag
def team_standings_file_csv(request: TenboRequest, slug: str) -> HttpResponse:
    """Download the teams' standings for a spreadsheet; `?show=official` and `?after=` mean the same as on the page."""
    tournament = seen_tournament(request, slug)
    official, sight = _of_query(request, tournament)
    content = team_standings_csv(tournament, _load(tournament, official=official, sight=sight))
    return download_csv(content, f"{slug}-teams.csv")


@require_safe
@may_lag
def team_standings_file_json(request: TenboRequest, slug: str) -> HttpResponse:
    """Download the teams' standings as data; `?show=official` and `?after=` mean the same as on the page."""
    tournament = seen_tournament(request, slug)
    official, sight = _of_query(request, tournament)
    data = team_standings_json(tournament, _load(tournament, official=official, sight=sight))
    return download_json(data, f"{slug}-teams.json")


def _of_query(request: TenboRequest, tournament: Tournament) -> tuple[bool, Sight]:
    sight = sight_of(tournament, request.visitor)
    after = requested_moment(request.GET, "after")
    # Numbers of rounds that do not exist are dropped, so that they do not cause a cache miss.
    is_shown = after is not None and sight.shows(after) and tournament.rounds.filter(number=after).exists()
    return request.GET.get("show") == "official", sight.after(after if is_shown else None)


def _load(tournament: Tournament, *, official: bool, sight: Sight) -> TeamStandings:
    return team_standings(tournament, leaderboard(tournament, official=official, sight=sight))
