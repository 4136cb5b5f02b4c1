"""The hall screen on a projector, which shows seats, clock and standings in turn."""

from collections.abc import Sequence
from typing import Any

from django.http import HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_headers

from tournament.core.queries.visibility import Audience, Sight, sight_on_screen
from tournament.core.requests import TenboRequest
from tournament.core.views.authority import seen_tournament
from tournament.games.queries.clock import clock_page
from tournament.live.fragments import fragment
from tournament.live.news import follows
from tournament.models import Tournament
from tournament.screens.forms.hall import HallQuery, read_hall_query
from tournament.screens.queries import hall as queries
from tournament.screens.queries.ceremony import Revealed, revealed
from tournament.screens.queries.hall import Hall, Scene
from tournament.standings.queries.leaderboard import leaderboard
from tournament.standings.queries.standings_page import divided_lines
from tournament.standings.queries.team_standings import team_standings


@require_safe
@never_cache
@vary_on_headers("HX-Request")
def hall(request: TenboRequest, slug: str) -> HttpResponse:
    """Show one page of the scene that is chosen automatically, or of the scene in the query string
    (`screens.forms.hall`).

    Everybody in the hall reads the screen, so an organizer's account shows no more than what is visible in the hall.
    """
    tournament = seen_tournament(request, slug, to_all=True)
    sight = sight_on_screen(tournament, request.visitor)
    now = queries.hall_now(tournament, sight=sight, now=timezone.now())
    query = read_hall_query(request.GET)
    scene = query.scene or queries.scene_due(now.state)

    def context() -> dict[str, Any]:
        common = {"tournament": tournament, "scene": scene, "state": query.state, "query": query}
        common["is_of_hall"] = sight.audience is Audience.HALL
        common["picture"] = queries.picture_shown(tournament)
        common["has_teams"] = tournament.entries.exclude(team="").exists()
        return common | SCENE_CONTEXTS[scene](tournament, now, query, sight)

    drawn = fragment(
        request,
        f"screens/hall/_{scene}.html",
        context,
        of=tournament,
        audience=None if scene is Scene.CLOCK else sight.key,  # a cached clock would show an old time
        # The day is in the key, because the scene shows the date of a planned start only if the date is not today.
        variant=(query.shown(scene), timezone.localdate()),
    )
    page: dict[str, Any] = {
        "misses_ceremony": now.misses_ceremony,
        "tournament": tournament,
        "scene": scene,
        "face": now.face if now.is_on else None,
        "drawn": drawn,
    }
    if request.htmx:
        return render(request, "screens/hall/page.html#hall", page)
    page |= {"follows": follows([tournament]), "query": query, "following": query.page_of(scene) + 1}
    return render(request, "screens/hall/page.html", page)


def _welcome(tournament: Tournament, hall: Hall, query: HallQuery, sight: Sight) -> dict[str, Any]:
    return _seats(tournament, hall, query.page_of(Scene.WELCOME), before=1) | {
        "arrivals": queries.arrival_count(tournament)
    }


def _seating(tournament: Tournament, hall: Hall, query: HallQuery, sight: Sight) -> dict[str, Any]:
    return _seats(tournament, hall, query.page_of(Scene.SEATING))


def _seats(tournament: Tournament, hall: Hall, page: int, *, before: int = 0) -> dict[str, Any]:
    seats = queries.seats_now(tournament, hall)
    rows = seats.rows if seats else ()
    leaf = queries.leaf(rows, page, queries.grid_for(rows, most=24), before=before)
    return {"seats": seats, "start": queries.start_after(tournament, hall), "leaf": leaf}


def _clock(tournament: Tournament, hall: Hall, query: HallQuery, sight: Sight) -> dict[str, Any]:
    page = None
    if hall.round is not None:
        hall.round.tournament = tournament
        page = clock_page(hall.round)
    return {"round": hall.round, "page": page, "leaf": queries.leaf((), 1, queries.WIDE)}


def _standings(tournament: Tournament, hall: Hall, query: HallQuery, sight: Sight) -> dict[str, Any]:
    board = leaderboard(tournament, official=False, sight=sight)
    lines, _coming = divided_lines(board, tournament, sight)
    leaf = queries.leaf(lines, query.page_of(Scene.STANDINGS), queries.grid_for(lines, most=72))
    return {"board": board, "sight": sight, "leaf": leaf} | _rounds_counted(hall, board.rounds)


def _teams(tournament: Tournament, hall: Hall, query: HallQuery, sight: Sight) -> dict[str, Any]:
    standings = team_standings(tournament, leaderboard(tournament, official=False, sight=sight))
    rows = standings.rows
    leaf = queries.leaf(rows, query.page_of(Scene.TEAMS), queries.grid_for(rows, most=72))
    return {"board": standings, "sight": sight, "leaf": leaf} | _rounds_counted(hall, standings.rounds)


def _rounds_counted(hall: Hall, rounds: Sequence[int]) -> dict[str, int | None]:
    """Return the rounds to name above the standings: `playing` is the round in play, None if the standings do not
    include it; `after` is the last round that the standings include."""
    playing = hall.round.number if hall.round and hall.is_on and hall.round.number in rounds else None
    return {"playing": playing, "after": max(rounds, default=None)}


def _ceremony(tournament: Tournament, hall: Hall, query: HallQuery, sight: Sight) -> dict[str, Any]:
    shown = revealed(hall.ceremony) if hall.ceremony else Revealed(steps=(), at_once=())
    rows = () if shown.newest else shown.at_once
    leaf = queries.leaf(rows, query.page_of(Scene.CEREMONY), queries.grid_for(rows, most=72))
    return {"revealed": shown, "leaf": leaf}


SCENE_CONTEXTS = {
    Scene.WELCOME: _welcome,
    Scene.SEATING: _seating,
    Scene.CLOCK: _clock,
    Scene.STANDINGS: _standings,
    Scene.TEAMS: _teams,
    Scene.CEREMONY: _ceremony,
}
"""The functions that build the template context of each scene."""
