"""Start the next round: seats are proposed, previewed and accepted."""

from urllib.parse import urlencode

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from tournament.core.limits import MOST_TABLES
from tournament.core.requests import TenboRequest
from tournament.core.text import whole_number
from tournament.core.views.answers import form_status, refusal_on, require_safe_or_post
from tournament.core.views.authority import organized_tournament, with_rounds
from tournament.core.views.rates import ROUNDS, count_of_visitor
from tournament.models import Tournament
from tournament.rounds.actions.start_round import StandingsChanged, start_round
from tournament.rounds.forms.seating import new_seed
from tournament.rounds.forms.start_round import (
    RoundSeatsForm,
    absent_in,
    leaves_method_open,
    seating_request_in,
    seats_as_initial,
    seed_in,
    side_in,
    wants_plan,
)
from tournament.rounds.queries.ranks import ranks_behind, ranks_now
from tournament.rounds.queries.start_round import Proposal, announced_seats, as_planned, propose_round
from tournament.rounds.words.by_seed import pattern_choices, pattern_problem


@require_safe_or_post
@login_required
def round_new(request: TenboRequest, slug: str) -> HttpResponse:
    """Propose the seats of the seating plan by GET, or compute seats from the seed and the method in the query. POST
    starts the round with the seats that the page showed."""
    tournament = with_rounds(organized_tournament(request, slug))
    if request.method == "POST":
        return _start(request, tournament)
    how = request.GET.get("seats", "")
    by_hand = how in {"given", "empty"}
    seed = seed_in(request.GET)
    if seed is None:
        seed = new_seed()
    seating = seating_request_in(request.GET)
    if leaves_method_open(request.GET):
        seating = announced_seats(tournament) or seating
    side = side_in(request.GET)
    ranks = ranks_behind(tournament, seating.method)  # before the seats: a hand may be recorded meanwhile
    proposal = propose_round(tournament, seed=seed, absent=absent_in(request.GET), seating=seating, side=side)
    if wants_plan(request.GET):
        proposal = as_planned(tournament, proposal)
    form = RoundSeatsForm(
        proposal,
        len(proposal.tables),
        by_hand=by_hand,
        initial={
            "number": proposal.number,
            "tables": len(proposal.tables),
            "seed": None if by_hand or proposal.planned else seed,
            "ranks": ranks if proposal.method == seating.method and how != "empty" else "",
            "asked": request.GET.urlencode(),
        }
        | ({} if how == "empty" else seats_as_initial(proposal.tables)),
    )
    keeps_draw = not proposal.planned and how != "empty"
    status = 422 if proposal.bad_pattern else 200
    return _page(request, tournament, proposal, form, seed=seed, by_hand=by_hand, keeps_draw=keeps_draw, status=status)


def _start(request: TenboRequest, tournament: Tournament) -> HttpResponse:
    seed = seed_in(request.POST)
    proposal = propose_round(tournament, seed=seed or 0, with_seats=False)
    count = whole_number(request.POST.get("tables", ""), digits=3) or 0
    form = RoundSeatsForm(proposal, min(count, MOST_TABLES), request.POST, by_hand=True)
    if form.is_valid():
        with refusal_on(form):
            count_of_visitor(request, ROUNDS)
            try:
                started = start_round(
                    tournament_id=tournament.pk,
                    number=form.cleaned_data["number"],
                    tables=form.seats,
                    seed=form.cleaned_data["seed"],
                    by=request.visitor,
                    ranks=form.cleaned_data["ranks"],
                )
            except StandingsChanged:
                form.keep_seats(ranks_now(tournament, form.cleaned_data["ranks"]))
                raise
            messages.success(request, _("Round %(number)s has started.") % {"number": started.number})
            return redirect(started)
    return _page(request, tournament, proposal, form, seed=seed or 0, by_hand=True, status=form_status(form))


def _page(
    request: TenboRequest,
    tournament: Tournament,
    proposal: Proposal,
    form: RoundSeatsForm,
    *,
    seed: int,
    by_hand: bool,
    keeps_draw: bool = False,
    status: int = 200,
) -> HttpResponse:
    """Render the page. With `keeps_draw` the form carries the seed and the method of the seats on the page, so that the
    seats can be changed by hand."""
    missing = [pk for pk in form.seated() if pk in proposal.missing]
    context = {
        "tournament": tournament,
        "proposal": proposal,
        "form": form,
        "missing": [proposal.names[pk] for pk in missing],
        "without_missing": urlencode([("out", pk) for pk in [*proposal.absent, *missing]]),
        "without_seat": form.without_seat(),
        "seed": seed,
        "other_seed": new_seed(),
        "by_hand": by_hand,
        "keeps_draw": keeps_draw,
        "patterns": pattern_choices(proposal.final_tables or len(proposal.tables)),
        "pattern_problem": pattern_problem(proposal.bad_pattern) if proposal.bad_pattern else "",
    }
    return render(request, "rounds/start_round/page.html", context, status=status)
