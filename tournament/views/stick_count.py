"""Compare the sticks on the table with the hands."""

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tournament.forms.stick_count import StickCountForm
from tournament.middleware import TenboRequest
from tournament.queries.corrections import home_of
from tournament.queries.game import load_game
from tournament.queries.stick_count import count_sticks
from tournament.views.correction import scored


@require_safe
def stick_count(request: TenboRequest, slug: str, pk: int) -> HttpResponse:
    """What was counted stands in the address; nothing is kept."""
    game = load_game(scored(request, slug, pk))
    form = StickCountForm(request.GET or None, names=game.names)
    count = count_sticks(game, form.points) if form.is_valid() else None
    rows = list(zip(game.names, game.final_points, count.counted, count.differences, strict=True)) if count else []
    page = {"game": game, "hanchan": game.hanchan, "home": home_of(game.hanchan), "form": form}
    status = 422 if form.errors else 200
    return render(request, "stick_count/page.html", page | {"count": count, "rows": rows}, status=status)
