"""Correct a hanchan in steps: choose a hand, enter it anew, review the changes, decide about later hands that no longer
fit, accept."""

from dataclasses import replace
from urllib.parse import urlencode

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from tournament.core.errors import NotDone, NothingToCorrect, ReasonMissing, Undecided
from tournament.core.requests import TenboRequest
from tournament.core.views.answers import require_safe_or_post
from tournament.core.views.authority import scored_hanchan
from tournament.games.actions.signatures import check_may_change
from tournament.games.game import Game
from tournament.games.queries.game import load_game
from tournament.standings.queries.place_changes import place_changes
from tournament.table.actions.correct_hanchan import check_unchanged, correct_hanchan
from tournament.table.correction import CorrectionPlan
from tournament.table.correction_replay import plan_correction
from tournament.table.edits import Edits, Seen, UnreadableEdits
from tournament.table.entry import HandEntry
from tournament.table.entry_screen import entry_screen
from tournament.table.forms.correction import AcceptForm, Draft, Target, entry_of
from tournament.table.queries.correction_screen import CorrectionPreview, correction_screen
from tournament.table.views.table_return_address import table_return_address

UNFINISHED = (Undecided, NothingToCorrect, ReasonMissing)
"""Errors after which the preview of the correction is shown again with the error, so that the correction can go on."""


@require_safe_or_post
def correction(request: TenboRequest, slug: str, pk: int) -> HttpResponse:
    """Show the hands and, if the query string has edits, the changes that the edits would make. A POST carries the
    correction out."""
    hanchan = scored_hanchan(request, slug, pk)
    game = load_game(hanchan)
    edits: Edits = ()
    problem, status = "", 200
    form = AcceptForm(request.POST, needs_reason=False) if request.method == "POST" else None
    try:
        draft = Draft.read(request.POST or request.GET, hanchan)
        edits = draft.edits
        if form and form.is_valid():
            try:
                correct_hanchan(
                    hanchan_id=hanchan.pk, revision=draft.revision, edits=edits, by=request.visitor, **form.cleaned_data
                )
            except UNFINISHED as unfinished:
                problem, status = str(unfinished.message), 409
            else:
                messages.success(request, _("The hanchan is corrected."))
                return redirect(table_return_address(request, hanchan))
        elif form:
            problem, status = (
                _("This form is incomplete, so nothing was changed. Check the form and accept it again."),
                422,
            )
        plan = dry_run(request, game, draft)
    except UnreadableEdits:
        return unreadable(request, game)
    except NotDone as not_done:
        return stopped(request, game, not_done.message, 409, edits)
    return dry_run_page(request, plan, draft, form, problem, status)


@require_safe
def correction_hand(request: TenboRequest, slug: str, pk: int) -> HttpResponse:
    """Show the form for one hand of a correction; the fields entered so far are in the query string."""
    hanchan = scored_hanchan(request, slug, pk)
    game = load_game(hanchan)
    edits: Edits = ()
    try:
        draft, target = Draft.read(request.GET, hanchan), Target.read(request.GET)
        edits = draft.edits
        plan = dry_run(request, game, draft)
        here = plan.until(**target.at)
        current = target.outcome(plan.edits, game.outcomes)
    except UnreadableEdits:
        return unreadable(request, game)
    except NotDone as not_done:
        return stopped(request, game, not_done.message, 409, edits)
    if here.played and here.played[-1].ending:
        return stopped(
            request, game, _("Nothing was changed: with this correction the hanchan ends before this hand."), 409, edits
        )

    entry = HandEntry.read(request.GET) if "said" in request.GET else entry_of(current)
    context = [*draft.fields, (target.name, str(target.number)), ("said", "1")]
    screen = entry_screen(entry, here, address=request.path, extra=context)
    finished = draft.fields
    if screen.preview and screen.outcome:
        edited = target.edited(plan.edits, screen.outcome, Seen.of(here.situation))
        finished = replace(draft, edits=edited).fields
    return render(
        request,
        "table/correction/hand.html#hand-preview" if request.htmx else "table/correction/hand.html",
        {
            "hanchan": game.hanchan,
            "home": table_return_address(request, game.hanchan),
            "entry": screen,
            "said": current,
            "target": target,
            "finished_at": f"{_address(game, draft)}?{urlencode(finished)}" if screen.preview else "",
            "back": draft.fields,
            "address": _address(game, draft),
        },
    )


def dry_run(request: TenboRequest, game: Game, draft: Draft) -> CorrectionPlan:
    """Return the plan of a correction in progress, after the change that the pressed button makes to it. Nothing is
    stored. Raises `NotDone` and `UnreadableEdits`."""
    check_may_change(game, by=request.visitor)
    check_unchanged(game, draft.revision)
    plan = plan_correction(game, draft.edits)
    edits = draft.decided(plan, request.GET)
    return plan if edits == plan.edits else plan_correction(game, edits)


def dry_run_page(
    request: TenboRequest,
    plan: CorrectionPlan,
    draft: Draft,
    form: AcceptForm | None = None,
    problem: object = "",
    status: int = 200,
    preview: CorrectionPreview | None = None,
) -> HttpResponse:
    """Return the page with all changes, and the hands about which a person must decide. If the correction moves a hand
    to another table, `preview` is this hand at the other table."""
    game = plan.before
    is_referee = request.visitor.role_in(game.hanchan.tournament) is not None
    context = {
        "hanchan": game.hanchan,
        "home": table_return_address(request, game.hanchan),
        "screen": correction_screen(plan),
        "fields": replace(draft, edits=plan.edits).fields,
        "form": form or AcceptForm.new(needs_reason=game.sheet is not None),
        "move": draft.move,
        "preview": preview,
        "address": _address(game, draft),
        "problem": problem,
        # Only for referees, because a table's phone must not learn withheld results of other tables.
        "places": place_changes(game, plan.after) if plan.acceptable and is_referee else None,
        "is_referee": is_referee,
    }
    return render(request, "table/correction/page.html", context, status=status)


def unreadable(request: TenboRequest, game: Game) -> HttpResponse:
    """Answer a correction that cannot be read, because none of our pages made its URL or form."""
    problem = _("This correction could not be read. Nothing was changed; start again from the list of hands.")
    return stopped(request, game, problem, 422, ())


def stopped(request: TenboRequest, game: Game, problem: object, status: int, edits: Edits) -> HttpResponse:
    """Return the page that says why the correction cannot continue. The page lists the edits, so that the visitor can
    enter them again."""
    context = {
        "hanchan": game.hanchan,
        "home": table_return_address(request, game.hanchan),
        "names": game.names,
        "problem": problem,
        "edits": edits,
    }
    page = "table/correction/stopped.html"
    return render(request, f"{page}#hand-preview" if request.htmx else page, context, status=status)


def _address(game: Game, draft: Draft) -> str:
    name = "hand-move" if draft.move else "correction"
    return reverse(name, args=[game.hanchan.tournament.slug, game.hanchan.pk])
