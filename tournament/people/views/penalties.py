"""Penalties and warnings: list them, give one, take one back."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render

from tournament.core.moment import requested_moment
from tournament.core.requests import TenboRequest
from tournament.core.views.answers import form_status, refusal_on, require_safe_or_post
from tournament.core.views.authority import refereed_tournament
from tournament.games.queries.penalties import penalties_page
from tournament.models import Penalty, with_log_entries
from tournament.people.actions.give_penalty import give_penalty, take_back_penalty
from tournament.people.forms.penalties import PenaltyForm
from tournament.people.views.take_back_penalty import take_back_page


@require_safe_or_post
@login_required
def penalties(request: TenboRequest, slug: str) -> HttpResponse:
    """GET shows a page of the penalties, and a form in which the player of `?player=` is selected; POST gives a
    penalty."""
    tournament = refereed_tournament(request, slug)
    page = penalties_page(tournament, request.GET.get("page", ""))
    if request.htmx and request.method != "POST":
        proposal = PenaltyForm.empty(page).proposal(request.GET.get("entry"), request.GET.get("listed"))
        return render(request, "people/penalties/_proposal.html", {"proposal": proposal})
    if request.method != "POST":
        number = requested_moment(request.GET, "player")
        entry = None if number is None else tournament.entries.filter(number=number).first()
        form = PenaltyForm.empty(page, entry=entry.pk if entry else None)
        return render(
            request,
            "people/penalties/page.html",
            {"tournament": tournament, "page": page, "form": form, "proposal": ""},
        )
    form = PenaltyForm(request.POST, page=page)
    if form.is_valid():
        data = form.cleaned_data
        with refusal_on(form):
            give_penalty(
                tournament_id=tournament.pk,
                entry_id=data["entry"],
                minutes=data["minutes"],
                by=request.visitor,
                **form.given,
            )
            messages.success(request, form.done)
            return redirect("penalties", tournament.slug)
    context = {"tournament": tournament, "page": page, "form": form, "proposal": ""}
    return render(request, "people/penalties/page.html", context, status=form_status(form))


@require_safe_or_post
@login_required
def penalty_take_back(request: TenboRequest, slug: str, pk: int) -> HttpResponse:
    """Ask for the reason, and take a penalty back."""
    tournament = refereed_tournament(request, slug)
    penalties = with_log_entries(Penalty.objects.all(), "entry__player", "given_by", "taken_back_by")
    penalty = get_object_or_404(penalties, entry__tournament=tournament, pk=pk)
    return take_back_page(request, tournament, penalty, action=take_back_penalty, back="penalties")
