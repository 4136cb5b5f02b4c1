"""The page for the settings of finals."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from tournament.core.requests import TenboRequest
from tournament.core.views.answers import form_status, refusal_on, require_safe_or_post
from tournament.core.views.authority import organized_tournament, with_rounds
from tournament.core.views.rates import PLAN_CHANGES, count_of_visitor
from tournament.rounds.actions.edit_finals import edit_finals
from tournament.rounds.forms.finals import FinalsForm
from tournament.rounds.words.by_seed import examples


@require_safe_or_post
@login_required
def finals(request: TenboRequest, slug: str) -> HttpResponse:
    """Edit the announced cuts, the tie-break criteria, and the seating by rank; for organizers."""
    tournament = with_rounds(organized_tournament(request, slug))
    form = FinalsForm.of(tournament, request.POST if request.method == "POST" else None)
    if form.is_valid():
        count_of_visitor(request, PLAN_CHANGES)
        with refusal_on(form):
            edit_finals(
                tournament_id=tournament.pk,
                tie_breaks=form.tie_breaks,
                final_seats=form.plan,
                announced_cuts=form.announced_cuts,
                by=request.visitor,
                base={name: getattr(tournament, name) for name in ("tie_breaks", "final_seats", "announced_cuts")},
            )
            messages.success(request, _("The settings were changed."))
            return redirect("finals", tournament.slug)
    page = {"tournament": tournament, "form": form, "examples": examples()}
    return render(request, "rounds/finals/page.html", page, status=form_status(form))
