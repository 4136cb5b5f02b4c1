"""Enter the points from paper a second time, without seeing the first entry. If the two entries differ, compare them
and decide."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from tournament.core.requests import TenboRequest
from tournament.core.views.answers import form_status, refusal_on, require_safe_or_post
from tournament.core.views.authority import refereed_tournament
from tournament.core.words.names import who
from tournament.games.game import Game
from tournament.games.queries.game import load_game
from tournament.models import Hanchan, Tournament
from tournament.table.actions.second_keying import decide_paper, key_again
from tournament.table.forms.paper import PaperForm
from tournament.table.forms.second_keying import PaperDecisionForm
from tournament.table.second_keying import Check, Comparison, also_signed, check_of, comparison


@require_safe_or_post
@login_required
@never_cache
def second_keying(request: TenboRequest, slug: str, pk: int) -> HttpResponse:
    """Show a second person an empty form for the points. If two entries differ, show both side by side."""
    tournament, game = _refereed(request, slug, pk)
    if request.method != "POST":
        return _page(request, tournament, game)
    form = PaperForm(request.POST, names=game.names)
    if form.is_valid():
        with refusal_on(form):
            key_again(
                hanchan_id=pk,
                revision=form.cleaned_data["revision"],
                key=form.cleaned_data["key"],
                points=form.points,
                riichi_sticks=form.cleaned_data["riichi_sticks"],
                chombo=form.chombo,
                by=request.visitor,
            )
            if load_game(game.hanchan).is_disputed:
                messages.warning(request, _("The two entries differ. Nothing is signed yet."))
            else:
                messages.success(request, _("Both entries agree: the sheet is signed."))
            return redirect("second-keying", slug, pk)
    return _page(request, tournament, game, form, status=form_status(form))


@require_POST
@login_required
def paper_decide(request: TenboRequest, slug: str, pk: int) -> HttpResponse:
    """Decide between the two entries, with a reason."""
    tournament, game = _refereed(request, slug, pk)
    shown = comparison(game, request.visitor)
    by = (who(shown.first.recorded_by), who(shown.second.recorded_by)) if shown else ("", "")
    form = PaperDecisionForm(request.POST, by=by)
    if form.is_valid():
        data = form.cleaned_data
        with refusal_on(form):
            decide_paper(
                hanchan_id=pk,
                first_id=data["first"],
                second_id=data["second"],
                revision=data["revision"],
                holds=data["holds"],
                key=data["key"],
                reason=data["reason"],
                by=request.visitor,
            )
            messages.success(request, _("Your decision is saved, and the sheet is signed."))
            return redirect("second-keying", slug, pk)
    return _page(request, tournament, game, decision=form, status=form_status(form))


def _refereed(request: TenboRequest, slug: str, pk: int) -> tuple[Tournament, Game]:
    tournament = refereed_tournament(request, slug)
    hanchans = Hanchan.objects.refereed_by(request.visitor).filter(round__tournament=tournament)
    return tournament, load_game(get_object_or_404(hanchans, pk=pk))


def _page(
    request: TenboRequest,
    tournament: Tournament,
    game: Game,
    form: PaperForm | None = None,
    *,
    decision: PaperDecisionForm | None = None,
    status: int = 200,
) -> HttpResponse:
    shown = comparison(game, request.visitor)
    check = check_of(game, request.visitor)
    context = {
        "tournament": tournament,
        "hanchan": game.hanchan,
        "sheet": game.sheet,
        "check": check,
        "shown": shown,
        "game": game,
        "also_signed": also_signed(game),
        "form": form or _empty(game, check, shown),
        "decision": decision or (PaperDecisionForm.of(game.hanchan, shown.first, shown.second) if shown else None),
    }
    return render(request, "table/second_keying/page.html", context, status=status)


def _empty(game: Game, check: Check, shown: Comparison | None) -> PaperForm | None:
    """Return the form for a visitor who may make the second entry: blank, or filled with the visitor's own second
    entry. None for other visitors."""
    if check is Check.OPEN:
        return PaperForm.blank(game)
    return PaperForm.of(game, shown.own_paper) if shown and shown.own_paper and shown.own_paper.is_second else None
