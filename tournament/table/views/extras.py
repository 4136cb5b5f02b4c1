"""The page for a hanchan's points at the start, chips, and who won no hand."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from tournament.core.requests import TenboRequest
from tournament.core.views.answers import form_status, refusal_on, require_safe_or_post
from tournament.core.views.authority import scored_hanchan
from tournament.games.queries.game import load_game
from tournament.table.actions.edit_extras import edit_extras
from tournament.table.forms.extras import ExtrasForm
from tournament.table.views.table_return_address import table_return_address


@require_safe_or_post
def extras(request: TenboRequest, slug: str, pk: int) -> HttpResponse:
    """Show the form for a hanchan's points at the start, chips, and who won no hand; a POST saves the form."""
    hanchan = scored_hanchan(request, slug, pk)
    game = load_game(hanchan)
    is_referee = request.visitor.role_in(hanchan.tournament) is not None
    form = ExtrasForm.drawn(game, is_referee=is_referee)
    if request.method == "POST":
        form = ExtrasForm(request.POST, game=game, is_referee=is_referee)
        if form.is_valid():
            with refusal_on(form):
                edit_extras(
                    hanchan_id=hanchan.pk,
                    revision=form.cleaned_data["revision"],
                    key=form.cleaned_data["key"],
                    start_points=form.start_points,
                    chips=form.chips,
                    winless=form.winless,
                    by=request.visitor,
                    reason=form.cleaned_data.get("reason", ""),
                )
                messages.success(request, _("Saved."))
                return redirect(table_return_address(request, hanchan))
    context = {"hanchan": hanchan, "home": table_return_address(request, hanchan), "game": game, "form": form}
    return render(request, "table/extras/page.html", context, status=form_status(form))
