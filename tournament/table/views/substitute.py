"""The referees' page on which a substitute is named for a player, or withdrawn."""

from django.http import HttpResponse
from django.shortcuts import redirect, render

from tournament.core.forms.submission import SubmissionForm
from tournament.core.requests import TenboRequest
from tournament.core.views.answers import form_status, refusal_on, require_safe_or_post
from tournament.core.views.authority import refereed_hanchan
from tournament.games.game import Game
from tournament.games.queries.game import load_game
from tournament.models import Hanchan
from tournament.table.actions.substitute import name_substitute, remove_substitute
from tournament.table.forms.substitute import RemoveSubstituteForm, SubstituteForm
from tournament.table.views.table_return_address import table_return_address


@require_safe_or_post
def substitute(request: TenboRequest, slug: str, pk: int) -> HttpResponse:
    """Show the four seats with their substitutes. A POST names a substitute; a POST with `substitution` withdraws
    one."""
    hanchan = refereed_hanchan(request, slug, pk)
    game = load_game(hanchan)
    if request.method != "POST":
        return _page(request, game, None, 200)
    if "substitution" in request.POST:
        return _remove(request, hanchan, game)
    form = SubstituteForm(request.POST, game=game)
    if form.is_valid():
        data = form.cleaned_data
        with refusal_on(form):
            name_substitute(
                hanchan_id=hanchan.pk,
                revision=data["revision"],
                key=data["key"],
                entry_id=data["entry"],
                name=data["name"],
                may_publish=data["may_publish"],
                after_hand=form.after_hand,
                reason=data["reason"],
                by=request.visitor,
            )
            return redirect(table_return_address(request, hanchan))
    return _page(request, game, form, form_status(form))


def _remove(request: TenboRequest, hanchan: Hanchan, game: Game) -> HttpResponse:
    removal = RemoveSubstituteForm(request.POST)
    if removal.is_valid():
        data = removal.cleaned_data
        with refusal_on(removal):
            remove_substitute(
                hanchan_id=hanchan.pk,
                revision=data["revision"],
                substitution_id=data["substitution"],
                reason=data["reason"],
                by=request.visitor,
            )
            return redirect(table_return_address(request, hanchan))
    return _page(request, game, None, form_status(removal), removal)


def _page(
    request: TenboRequest,
    game: Game,
    form: SubstituteForm | None,
    status: int,
    removal: RemoveSubstituteForm | None = None,
) -> HttpResponse:
    if form is None:
        form = SubstituteForm(initial=dict(SubmissionForm.for_hanchan(game.hanchan).initial), game=game)
    context = {
        "hanchan": game.hanchan,
        "home": table_return_address(request, game.hanchan),
        "game": game,
        "form": form,
        "removal": removal or RemoveSubstituteForm(),
    }
    return render(request, "table/substitute/page.html", context, status=status)
