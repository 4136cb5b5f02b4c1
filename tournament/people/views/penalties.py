"""Penalties and warnings: list them, give one, take one back."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _

from tournament.core.moment import moment_asked
from tournament.core.requests import TenboRequest
from tournament.core.views.answers import form_status, refusal_on, require_safe_or_post
from tournament.core.views.authority import refereed_tournament
from tournament.games.queries.penalties import penalties_page
from tournament.models import Offence, Penalty
from tournament.people.actions.give_penalty import give_penalty, take_back_penalty
from tournament.people.forms.penalties import PenaltyForm, TakeBackForm


@require_safe_or_post
@login_required
def penalties(request: TenboRequest, slug: str) -> HttpResponse:
    """GET shows all penalties and a form, with `?player=` selected if given; POST gives a penalty."""
    tournament = refereed_tournament(request, slug)
    page = penalties_page(tournament)
    if request.htmx and request.method != "POST":
        proposal = PenaltyForm.empty(page).proposal(request.GET.get("entry"), request.GET.get("listed"))
        return render(request, "people/penalties/_proposal.html", {"proposal": proposal})
    if request.method != "POST":
        number = moment_asked(request.GET, "player")
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
                key=data["key"],
                entry_id=data["entry"],
                offence=Offence(data["offence"]),
                points=data["points"],
                minutes=data["minutes"],
                round_number=data["round"],
                rule=data["rule"],
                reason=data["reason"],
                by=request.visitor,
            )
            message = _("%(name)s was given a penalty.") if data["points"] else _("%(name)s was warned.")
            messages.success(request, message % {"name": page.names[data["entry"]]})
            return redirect("penalties", tournament.slug)
    context = {"tournament": tournament, "page": page, "form": form, "proposal": ""}
    return render(request, "people/penalties/page.html", context, status=form_status(form))


@require_safe_or_post
@login_required
def penalty_take_back(request: TenboRequest, slug: str, pk: int) -> HttpResponse:
    """Ask for the reason, and take a penalty back."""
    tournament = refereed_tournament(request, slug)
    penalties = Penalty.objects.select_related("entry__player", "given_by", "taken_back_by")
    penalty = get_object_or_404(penalties, entry__tournament=tournament, pk=pk)
    form = TakeBackForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        take_back_penalty(penalty_id=penalty.pk, reason=form.cleaned_data["reason"], by=request.visitor)
        messages.success(request, _("It was withdrawn."))
        return redirect("penalties", tournament.slug)
    status = 422 if request.method == "POST" else 200
    context = {"tournament": tournament, "penalty": penalty, "form": form}
    return render(request, "people/penalties/take_back.html", context, status=status)
