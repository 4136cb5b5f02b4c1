"""Move a hand that was entered at the wrong table: choose the right table, preview both, accept."""

from dataclasses import replace

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _

from scoring.refusal import Refused
from tournament.core.errors import NotDone
from tournament.core.requests import TenboRequest
from tournament.core.views.answers import require_safe_or_post
from tournament.core.views.authority import refereed_hanchan
from tournament.core.words.refusals import refusal_words
from tournament.games.game import Game
from tournament.games.queries.corrections import entry_address
from tournament.games.queries.game import load_game
from tournament.models import Hanchan
from tournament.table.actions.move_hand import move_hand
from tournament.table.edits import Edits, Remove, UnreadableEdits
from tournament.table.forms.correction import AcceptForm, Draft, Move, removal
from tournament.table.queries.correction_screen import CorrectionPreview, moved_hand, tables_that_take_a_hand
from tournament.table.views.correction import UNFINISHED, dry_run, dry_run_page, stopped, unreadable


@require_safe_or_post
def hand_move(request: TenboRequest, slug: str, pk: int) -> HttpResponse:
    """Let the referee choose the right table. When a table is chosen, show the changes at both tables. A POST moves the
    hand."""
    hanchan = refereed_hanchan(request, slug, pk)
    game = load_game(hanchan)
    query = request.POST if request.method == "POST" else request.GET
    edits: Edits = ()
    problem, status = "", 200
    form = AcceptForm(request.POST, needs_reason=False) if request.method == "POST" else None
    try:
        draft = Draft.read(query, hanchan)
        edits = draft.edits
        move = draft.move
        if move is None:
            return _choose(request, game, query.get("choose", ""))
        if not edits:
            draft = replace(draft, edits=removal(move.number))
        if form and form.is_valid():
            try:
                return _accept(request, hanchan, draft, move, form)
            except UNFINISHED as unfinished:
                problem, status = str(unfinished.message), 409
        elif form:
            problem, status = (
                _("This form is incomplete, so nothing was changed. Check the form and accept it again."),
                422,
            )
        plan = dry_run(request, game, draft)
        preview = _preview(request, game, move, plan.edits)
    except UnreadableEdits:
        return unreadable(request, game)
    except Refused as refused:
        return stopped(request, game, refusal_words(refused), 409, edits)
    except NotDone as not_done:
        return stopped(request, game, not_done.message, 409, edits)
    return dry_run_page(request, plan, draft, form, problem, status, preview)


def _choose(request: TenboRequest, game: Game, number: str) -> HttpResponse:
    numbers = {str(hand.number): hand for hand in game.hands}
    if number not in numbers or game.paper:
        raise UnreadableEdits("no hand to move")
    context = {
        "hanchan": game.hanchan,
        "home": entry_address(game.hanchan),
        "game": game,
        "hand": numbers[number],
        "others": tables_that_take_a_hand(game.hanchan),
    }
    return render(request, "table/move_hand/page.html", context)


def _preview(request: TenboRequest, game: Game, move: Move, edits: Edits) -> CorrectionPreview:
    if Remove(move.number) not in edits:
        raise UnreadableEdits("the hand to move is not taken out")
    others = Hanchan.objects.refereed_by(request.visitor).filter(round__tournament=game.hanchan.tournament)
    return moved_hand(game, move.number, load_game(get_object_or_404(others, pk=move.to)))


def _accept(request: TenboRequest, hanchan: Hanchan, draft: Draft, move: Move, form: AcceptForm) -> HttpResponse:
    get_object_or_404(Hanchan, pk=move.to, round__tournament=hanchan.tournament)
    move_hand(
        hanchan_id=hanchan.pk,
        revision=draft.revision,
        number=move.number,
        edits=draft.edits,
        to_id=move.to,
        to_revision=move.revision,
        by=request.visitor,
        **form.cleaned_data,
    )
    messages.success(request, _("The hand is moved."))
    return redirect(entry_address(hanchan))
