"""Compare the sticks on the table with the hands."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from tournament.core.requests import TenboRequest
from tournament.core.views.answers import refusal_as_message
from tournament.core.views.authority import scored_hanchan
from tournament.games.queries.game import load_game
from tournament.table.actions.record_stick_count import record_stick_count
from tournament.table.forms.stick_count import KeepCountForm, StickCountForm
from tournament.table.queries.stick_count import count_refusal
from tournament.table.stick_count import count_sticks
from tournament.table.touched import TOUCHED, touched_in
from tournament.table.views.table_return_address import table_return_address


@require_safe
def stick_count(request: TenboRequest, slug: str, pk: int) -> HttpResponse:
    """Compare the count in the query string with the hands. Nothing is stored; `stick_count_keep` stores a count."""
    game = load_game(scored_hanchan(request, slug, pk))
    form = StickCountForm(request.GET if request.GET.keys() - {TOUCHED} else None, names=game.names)
    count = count_sticks(game, form.points) if form.is_valid() else None
    rows = list(zip(game.names, game.final_points, count.counted, count.differences, strict=True)) if count else []
    page = {
        "game": game,
        "hanchan": game.hanchan,
        "home": table_return_address(request, game.hanchan),
        "form": form,
        "count": count,
        "may_save": count is not None and count_refusal(game, by=request.visitor) is None,
        "rows": rows,
        "touched": touched_in(request.GET),
    }
    return render(request, "table/stick_count/page.html", page, status=422 if form.errors else 200)


@require_POST
def stick_count_keep(request: TenboRequest, slug: str, pk: int) -> HttpResponse:
    """Save how many points in sticks the table counted; referees see it in the double-check of the round."""
    hanchan = scored_hanchan(request, slug, pk)
    form = KeepCountForm(request.POST, names=("",) * 4)
    if not form.is_valid():
        messages.error(request, _("This form is incomplete. Nothing was changed; try again."))
        return redirect("stick-count", slug, pk)
    with refusal_as_message(request):
        record_stick_count(
            hanchan_id=hanchan.pk, revision=form.cleaned_data["revision"], points=form.points, by=request.visitor
        )
        messages.success(request, _("The count is saved. Referees see it in the double-check of the round."))
    return redirect(table_return_address(request, hanchan))
