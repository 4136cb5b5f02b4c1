"""Penalties and warnings of players' teams: list them, give one, take one back."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render

from tournament.core.requests import TenboRequest
from tournament.core.views.answers import form_status, refusal_on, require_safe_or_post
from tournament.core.views.authority import refereed_tournament
from tournament.models import TeamPenalty, with_log_entries
from tournament.people.actions.give_team_penalty import give_team_penalty, take_back_team_penalty
from tournament.people.forms.team_penalties import TeamPenaltyForm
from tournament.people.queries.team_penalties import team_penalties_page
from tournament.people.views.take_back_penalty import take_back_page


@require_safe_or_post
@login_required
def team_penalties(request: TenboRequest, slug: str) -> HttpResponse:
    """GET shows a page of the penalties of teams, and a form; POST gives a penalty."""
    tournament = refereed_tournament(request, slug)
    page = team_penalties_page(tournament, request.GET.get("page", ""))
    form = TeamPenaltyForm(request.POST, page=page) if request.method == "POST" else TeamPenaltyForm.empty(page)
    if request.htmx and request.method != "POST":
        proposal = form.proposal(request.GET.get("entry"), request.GET.get("listed"))
        return render(request, "people/penalties/_proposal.html", {"proposal": proposal})
    if form.is_valid():
        with refusal_on(form):
            give_team_penalty(
                tournament_id=tournament.pk,
                team_key=form.cleaned_data["entry"],
                by=request.visitor,
                **form.given,
            )
            messages.success(request, form.done)
            return redirect("team-penalties", slug)
    context = {"tournament": tournament, "page": page, "form": form, "proposal": ""}
    return render(request, "people/team_penalties/page.html", context, status=form_status(form))


@require_safe_or_post
@login_required
def team_penalty_take_back(request: TenboRequest, slug: str, pk: int) -> HttpResponse:
    """Ask for the reason, and take a team's penalty back."""
    tournament = refereed_tournament(request, slug)
    penalties = with_log_entries(TeamPenalty.objects.all(), "team", "given_by", "taken_back_by")
    penalty = get_object_or_404(penalties, team__tournament=tournament, pk=pk)
    return take_back_page(request, tournament, penalty, action=take_back_team_penalty, back="team-penalties")
