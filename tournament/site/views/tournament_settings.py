"""Create a tournament, and change its settings."""

from uuid import uuid4

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from tournament.core.requests import TenboRequest
from tournament.core.views.answers import form_status, refusal_on, require_safe_or_post
from tournament.core.views.authority import organized_tournament, with_rounds
from tournament.core.views.rates import TOURNAMENTS, count_of_visitor
from tournament.models.tournament import SitOut
from tournament.rounds.actions.edit_sit_out import edit_sit_out
from tournament.rounds.forms.sit_out import SitOutForm
from tournament.site.actions.create_tournament import create_tournament
from tournament.site.actions.edit_tournament import edit_tournament
from tournament.site.forms.tournament_settings import NewTournamentForm, SettingsForm


@require_safe_or_post
@login_required
def tournament_new(request: TenboRequest) -> HttpResponse:
    """Create a tournament; a name and rules are enough to begin."""
    if not request.visitor.may_create_tournaments:
        raise Http404
    form = NewTournamentForm(request.POST or None, initial={"key": uuid4()})
    if form.is_valid():
        with refusal_on(form):
            count_of_visitor(request, TOURNAMENTS)
            return redirect(create_tournament(**form.cleaned_data, by=request.visitor))
    return render(request, "site/tournament_settings/new.html", {"form": form}, status=form_status(form))


@require_safe_or_post
@login_required
def tournament_edit(request: TenboRequest, slug: str) -> HttpResponse:
    """Edit a tournament's settings; for its organizers."""
    tournament = organized_tournament(request, slug)
    form = SettingsForm.of(tournament, request.POST or None)
    if form.is_valid():
        with refusal_on(form):
            edit_tournament(tournament_id=tournament.pk, **form.cleaned_data, base=form.initial, by=request.visitor)
            messages.success(request, _("The settings were changed."))
            return redirect("tournament-edit", tournament.slug)
    form.freeze()
    page = {"tournament": tournament, "form": form, "sit_out": SitOutForm.of(tournament)}
    return render(request, "site/tournament_settings/edit.html", page, status=form_status(form))


@require_POST
@login_required
def sit_out_edit(request: TenboRequest, slug: str) -> HttpResponse:
    """Edit how a round counts for the players who sit it out; the form is on the page of the settings."""
    tournament = with_rounds(organized_tournament(request, slug))
    form = SitOutForm.of(tournament, request.POST)
    if not form.is_valid():
        page = {"tournament": tournament, "form": SettingsForm.of(tournament), "sit_out": form}
        return render(request, "site/tournament_settings/edit.html", page, status=422)
    edit_sit_out(
        tournament_id=tournament.pk,
        sit_out=SitOut(form.cleaned_data["sit_out"]),
        points=form.exact_points,
        base={"sit_out": tournament.sit_out, "sit_out_points": tournament.sit_out_points},
        by=request.visitor,
    )
    messages.success(request, _("The settings were changed."))
    return redirect("tournament-edit", tournament.slug)
