"""Enter the four final points from paper, or remove them."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST

from tournament.core.errors import NotDone, ReasonMissing
from tournament.core.requests import TenboRequest
from tournament.core.views.answers import form_status, refusal_on, require_safe_or_post
from tournament.core.views.authority import scored_hanchan
from tournament.games.game import Game
from tournament.games.queries.corrections import entry_address, needs_reason
from tournament.games.queries.game import load_game
from tournament.table.actions.paper_result import record_paper_result, remove_paper_result
from tournament.table.forms.paper import PaperForm, RemovePaperForm
from tournament.table.views.table_return_address import table_return_address


@require_safe_or_post
def paper(request: TenboRequest, slug: str, pk: int) -> HttpResponse:
    """Show the form for four points, the riichi bets left, and chombo."""
    hanchan = scored_hanchan(request, slug, pk)
    game = load_game(hanchan)
    if request.method != "POST":
        return _page(request, game, PaperForm.of(game, game.paper), 200)

    form = PaperForm(request.POST, names=game.names, needs_reason=needs_reason(game))
    if form.is_valid():
        with refusal_on(form):
            record_paper_result(
                hanchan_id=hanchan.pk,
                revision=form.cleaned_data["revision"],
                key=form.cleaned_data["key"],
                points=form.points,
                riichi_sticks=form.cleaned_data["riichi_sticks"],
                chombo=form.chombo,
                by=request.visitor,
                reason=form.cleaned_data["reason"],
            )
            return redirect(entry_address(hanchan))
    return _page(request, game, form, form_status(form))


@require_POST
def paper_remove(request: TenboRequest, slug: str, pk: int) -> HttpResponse:
    """Remove the points from paper."""
    hanchan = scored_hanchan(request, slug, pk)
    form = RemovePaperForm(request.POST)
    if form.is_valid():
        data = form.cleaned_data
        try:
            remove_paper_result(
                hanchan_id=hanchan.pk, revision=data["revision"], by=request.visitor, reason=data["reason"]
            )
        except ReasonMissing as missing:
            messages.error(request, str(missing.message))
            return redirect("paper", slug, pk)
        except NotDone as not_done:
            messages.error(request, str(not_done.message))
    return redirect(entry_address(hanchan))


def _page(request: TenboRequest, game: Game, form: PaperForm, status: int) -> HttpResponse:
    home = table_return_address(request, game.hanchan)
    context: dict[str, object] = {"hanchan": game.hanchan, "home": home, "game": game, "form": form, "removal": None}
    context["needs_reason"] = needs_reason(game)
    if game.paper:
        context["removal"] = RemovePaperForm.for_hanchan(game.hanchan)
    return render(request, "table/paper/page.html", context, status=status)
