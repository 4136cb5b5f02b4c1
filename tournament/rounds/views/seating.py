"""The seating plan of a whole event: everybody reads it; organizers make, import, repair and remove it."""

from collections.abc import Collection
from functools import partial
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe
from django.views.decorators.vary import vary_on_headers

from scoring.seats import STARTING_WINDS
from tournament.core.errors import NotDone
from tournament.core.limits import MOST_SEATS_SHOWN
from tournament.core.queries.visibility import Audience
from tournament.core.requests import TenboRequest
from tournament.core.views.answers import refusal_as_message, require_safe_or_post
from tournament.core.views.authority import organized_tournament, seen_tournament, with_rounds
from tournament.core.views.rates import LISTS, PLAN_CHANGES, PLANS, count_of_visitor
from tournament.games.queries.seats import current_plan, playing
from tournament.live.fragments import fragment
from tournament.live.news import follows, shows_all
from tournament.live.shared_pages import share
from tournament.live.sharing.parameters import brought_by_streams
from tournament.models import Tournament
from tournament.rounds.actions.accept_plan import PlayersChanged, accept_plan, drop_plan
from tournament.rounds.actions.keep_apart import keep_apart
from tournament.rounds.actions.repair_plan import PlanChanged, accept_repair, take_back_repair
from tournament.rounds.forms.seating import PlanForm, new_seed
from tournament.rounds.forms.seating_import import PlanTextForm
from tournament.rounds.queries.plan_shown import PlanShown
from tournament.rounds.queries.repair_plan import repaired_plan
from tournament.rounds.queries.seating import (
    apart_of,
    imported_plan,
    may_plan,
    names_by_number,
    proposed_plan,
    seating_page,
)
from tournament.seating.people import TooFewPlayers


@require_safe
@vary_on_headers("HX-Request")
@brought_by_streams()
def seating(request: TenboRequest, slug: str) -> HttpResponse:
    """Show the accepted plan by round and by player, with the counts that describe its quality."""
    tournament = with_rounds(seen_tournament(request, slug))
    if shows_all(request, [tournament.pk]):
        return HttpResponse(status=204)  # hands change no seats

    def context() -> dict[str, Any]:
        return {
            "tournament": tournament,
            "plan": seating_page(tournament, for_team=tournament.may_organize),
            "current": current_plan(tournament),
            "has_started": tournament.rounds.exists(),
            "apart": apart_of(tournament) if tournament.may_organize else (),
        }

    # Seats are shown to everybody who may see the tournament, whichever results are withheld from them.
    audience = None if tournament.is_of_team else Audience.EVERYONE
    part = "rounds/seating/page.html#seating-page"
    # A large plan takes half a second to draw.
    drawn = fragment(request, part, context, of=tournament, audience=audience, changed_by_hands=False)
    share(request, tournament, audience)
    if request.htmx:
        return HttpResponse(drawn)
    page = {"tournament": tournament, "fragment": drawn, "follows": follows([tournament])}
    return render(request, "rounds/seating/page.html", page)


@require_safe_or_post
@login_required
def seating_plan(request: TenboRequest, slug: str) -> HttpResponse:
    """Show the plan for the query's rounds and seed by GET; POST accepts the plan. Both are possible only before the
    first round."""
    tournament = with_rounds(organized_tournament(request, slug))
    if tournament.rounds.exists():
        messages.info(request, _("Play has started. The whole event can be planned only before the first round."))
        return redirect("seating", tournament.slug)
    form = PlanForm(request.POST) if request.method == "POST" else PlanForm.read(request.GET)
    plan, problem, status = None, "", 200
    if not may_plan(tournament):
        problem = _("There are fewer than four players. Add players first.")
    elif form.is_valid():
        plan = proposed_plan(tournament, **form.cleaned_data, count=partial(count_of_visitor, request, PLANS))
        if request.method == "POST":
            problem, status = _accept(request, tournament, plan, plan.players), 409
            if not problem:
                return redirect("seating", tournament.slug)
    elif form.is_bound:
        status = 422
    page = {"form": form, "plan": plan, "problem": problem, "other_seed": new_seed(), "apart": apart_of(tournament)}
    drawn = plan and plan.part(MOST_SEATS_SHOWN)
    return render(request, "rounds/seating/plan.html", {"tournament": tournament, "drawn": drawn} | page, status=status)


@require_safe_or_post
@login_required
def seating_import(request: TenboRequest, slug: str) -> HttpResponse:
    """Parse an imported plan by POST and show it; a POST with the fingerprint of the plan on the page accepts this
    plan."""
    tournament = with_rounds(organized_tournament(request, slug))
    if tournament.rounds.exists():
        messages.info(request, _("Play has started. The whole event can be planned only before the first round."))
        return redirect("seating", tournament.slug)
    names = names_by_number(playing(tournament), for_team=True)
    is_sent = request.method == "POST"
    if is_sent:
        count_of_visitor(request, LISTS)
    form = PlanTextForm(names, request.POST, request.FILES) if is_sent else PlanTextForm(names)
    rows = form.plan if is_sent and form.is_valid() else None
    plan = imported_plan(tournament, rows.rounds) if rows and rows.rounds else None
    problem, status = "", 422 if is_sent and plan is None else 200
    if plan and "hash" in request.POST:
        problem, status = _accept(request, tournament, plan, plan.seated), 409
        if not problem:
            return redirect("seating", tournament.slug)
    named_rows = [
        (row, [names.get(number or 0, cell) for number, cell in zip(row.players, row.cells, strict=True)])
        for row in (rows.rows if rows else ())
    ]
    page = {"form": form, "rows": rows, "read": named_rows, "plan": plan, "problem": problem, "winds": STARTING_WINDS}
    return render(request, "rounds/seating/import.html", {"tournament": tournament} | page, status=status)


def _accept(request: TenboRequest, tournament: Tournament, plan: PlanShown, players: Collection[int]) -> str:
    """Accept this plan if the page showed it; return the problem, or an empty string."""
    count_of_visitor(request, PLAN_CHANGES)
    try:
        if request.POST.get("hash", plan.quality.hash) != plan.quality.hash:
            raise PlayersChanged
        accept_plan(
            tournament_id=tournament.pk, rounds=plan.rounds, players=players, seed=plan.seed, by=request.visitor
        )
    except NotDone as not_done:
        return str(not_done.message)
    messages.success(request, _("The plan was accepted. When you start a round, Tenbo proposes the seats of the plan."))
    return ""


@require_POST
@login_required
def seating_drop(request: TenboRequest, slug: str) -> HttpResponse:
    """Remove the seating plan."""
    tournament = with_rounds(organized_tournament(request, slug))
    drop_plan(tournament_id=tournament.pk, by=request.visitor)
    messages.success(request, _("The seating plan was removed. The seats of the next rounds will be drawn by lot."))
    return redirect("seating", tournament.slug)


@require_POST
@login_required
def seating_apart(request: TenboRequest, slug: str) -> HttpResponse:
    """Choose the groups whose members are kept apart. `base` are the groups that the page showed as chosen."""
    tournament = with_rounds(organized_tournament(request, slug))
    base = request.POST["base"].split() if "base" in request.POST else None
    keep_apart(tournament_id=tournament.pk, kinds=request.POST.getlist("apart"), base=base, by=request.visitor)
    messages.success(request, _("Saved. The groups are kept apart in all seats that are drawn or planned from now on."))
    return redirect("seating", tournament.slug)


@require_safe_or_post
@login_required
def seating_repair(request: TenboRequest, slug: str) -> HttpResponse:
    """Preview by GET how the plan changes for players who joined or left; POST accepts the changes."""
    tournament = with_rounds(organized_tournament(request, slug))
    current = current_plan(tournament)
    if current is None:
        return redirect("seating", tournament.slug)
    repair, problem, status = None, "", 200
    try:
        repair = repaired_plan(tournament, current, count=partial(count_of_visitor, request, PLANS))
    except TooFewPlayers:
        problem = _("There are fewer than four players. Add players first.")
    if request.method == "POST" and repair:
        count_of_visitor(request, PLAN_CHANGES)
        try:
            if request.POST.get("hash") != repair.plan.quality.hash:
                raise PlanChanged
            accept_repair(
                tournament_id=tournament.pk,
                base=repair.base,
                started=repair.plan.started,
                rounds=repair.plan.rounds,
                players=repair.plan.players,
                by=request.visitor,
            )
        except NotDone as not_done:
            problem, status = str(not_done.message), 409
        else:
            messages.success(request, _("The plan was changed. You can undo the change until the next round starts."))
            return redirect("seating", tournament.slug)
    page = {"repair": repair, "problem": problem}
    return render(request, "rounds/seating/repair.html", {"tournament": tournament} | page, status=status)


@require_POST
@login_required
def seating_take_back(request: TenboRequest, slug: str) -> HttpResponse:
    """Undo the last repair of the plan."""
    tournament = with_rounds(organized_tournament(request, slug))
    count_of_visitor(request, PLAN_CHANGES)
    with refusal_as_message(request):
        take_back_repair(tournament_id=tournament.pk, base=request.POST.get("base", ""), by=request.visitor)
        messages.success(request, _("The change of the plan was undone."))
    return redirect("seating", tournament.slug)
