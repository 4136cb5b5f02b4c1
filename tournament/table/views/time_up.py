"""Records that time is up at a table and whether a hand was in progress, or withdraws a wrong record."""

from typing import Any

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from scoring.refusal import Refused
from tournament.core.actions.write_budget import not_counted
from tournament.core.errors import NotDone
from tournament.core.moment import requested_moment
from tournament.core.requests import TenboRequest
from tournament.core.views.answers import require_safe_or_post
from tournament.core.views.authority import scored_hanchan
from tournament.core.words.refusals import refusal_words
from tournament.games.queries.game import load_game
from tournament.models import Hanchan
from tournament.table.actions.call_time import call_time, withdraw_time
from tournament.table.entry import HandEntry
from tournament.table.forms.time_up import TimeForm
from tournament.table.queries.time_up import clock_at, time_question
from tournament.table.touched import touched_in
from tournament.table.views.hand_entry import show_hanchan
from tournament.table.views.table_return_address import table_return_address


@require_safe_or_post
@not_counted
def time_up(request: TenboRequest, slug: str, pk: int) -> HttpResponse:
    """Show the question whether a hand was in progress when time was up; a POST saves the answer. If htmx sent the
    POST, the response is the table's screen."""
    hanchan = scored_hanchan(request, slug, pk)
    problem, status = "", 200
    if request.method == "POST":
        form = TimeForm(request.POST)
        if form.is_valid():
            problem, status = _answer(request, hanchan, form.cleaned_data)
        else:
            problem, status = _("Choose one of the answers to the question."), 422
        if request.htmx:
            return show_hanchan(request, hanchan, HandEntry.read(request.POST), problem, status)
        if not problem:
            return redirect(table_return_address(request, hanchan))
    hanchan.refresh_from_db()
    game = load_game(hanchan)
    question = time_question(game, clock_at(game), after=requested_moment(request.GET, "after"))
    context = {
        "hanchan": hanchan,
        "home": table_return_address(request, hanchan),
        "game": game,
        "problem": problem,
        "question": question,
        "touched": touched_in(request.GET),
    }
    return render(request, "table/time_up/page.html", context, status=status)


def _answer(request: TenboRequest, hanchan: Hanchan, data: dict[str, Any]) -> tuple[str, int]:
    """Save the answer; return a sentence about the problem ("" if there is none) and the response's status."""
    revision = data["revision"]
    try:
        if data["answer"] == "withdraw":
            withdraw_time(hanchan_id=hanchan.pk, revision=revision, by=request.visitor)
        else:
            in_progress = data["answer"] == "in_progress"
            after = data["after"]
            call_time(
                hanchan_id=hanchan.pk, revision=revision, in_progress=in_progress, after=after, by=request.visitor
            )
    except Refused as refused:
        return refusal_words(refused), 422
    except NotDone as not_done:
        return str(not_done.message), not_done.status
    return "", 200
