"""One hanchan as a file."""

from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404
from django.views.decorators.http import require_safe

from tournament.core.languages import activate_language
from tournament.core.queries.visibility import withheld_of
from tournament.core.replica.readers import may_lag
from tournament.core.requests import TenboRequest
from tournament.core.views.downloads import download_json
from tournament.games.game_data import game_data
from tournament.games.queries.game import load_game
from tournament.models import Hanchan


@require_safe
@may_lag
def hanchan_json(request: TenboRequest, slug: str, pk: int) -> HttpResponse:
    """Download one hanchan as `hanchan/1`. The response is 404 if the points are from paper, because the hanchan then
    has no hands. It is also 404 while the hands are withheld, except for visitors who may score the table."""
    hanchan = get_object_or_404(
        Hanchan.objects.seen_by(request.visitor).select_related("round__tournament"),
        pk=pk,
        round__tournament__slug=slug,
    )
    activate_language(request, hanchan.round.tournament)
    game = load_game(hanchan)
    if game.paper or withheld_of(hanchan, request.visitor):
        raise Http404
    name = f"{slug}-round-{game.hanchan.round.number}-table-{game.hanchan.table.number}.json"
    return download_json(game_data(game), name)
