"""Files to take away: standings and hanchans."""

from typing import Any

from django.http import Http404, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404
from django.views.decorators.http import require_safe

from tournament.exports.hanchan_json import hanchan_json as hanchan_data
from tournament.exports.standings_csv import standings_csv
from tournament.exports.standings_json import standings_json
from tournament.middleware import TenboRequest
from tournament.models import Hanchan, Tournament
from tournament.queries.game import load_game
from tournament.queries.leaderboard import leaderboard


@require_safe
def leaderboard_csv(request: TenboRequest, slug: str) -> HttpResponse:
    """The standings for a spreadsheet; `?show=official` as on the page."""
    tournament = get_object_or_404(Tournament.objects.seen_by(request.visitor), slug=slug)
    board = leaderboard(tournament, official=request.GET.get("show") == "official")
    response = HttpResponse(standings_csv(board), content_type="text/csv; charset=utf-8")
    return _download(response, f"{slug}-standings.csv")


@require_safe
def leaderboard_json(request: TenboRequest, slug: str) -> HttpResponse:
    """The standings as data; `?show=official` as on the page."""
    tournament = get_object_or_404(Tournament.objects.seen_by(request.visitor), slug=slug)
    board = leaderboard(tournament, official=request.GET.get("show") == "official")
    return _json(standings_json(tournament, board), f"{slug}-standings.json")


@require_safe
def hanchan_json(request: TenboRequest, slug: str, pk: int) -> HttpResponse:
    """One hanchan as `hanchan/1`. There is none of a hanchan that was entered from paper: it has no hands."""
    hanchans = Hanchan.objects.seen_by(request.visitor)
    game = load_game(get_object_or_404(hanchans, pk=pk, round__tournament__slug=slug))
    if game.paper:
        raise Http404
    name = f"{slug}-round-{game.hanchan.round.number}-table-{game.hanchan.table.number}.json"
    return _json(hanchan_data(game), name)


def _json(data: dict[str, Any], name: str) -> HttpResponse:
    return _download(JsonResponse(data, json_dumps_params={"ensure_ascii": False, "indent": 1}), name)


def _download(response: HttpResponse, name: str) -> HttpResponse:
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response
