"""Pages to rehearse a tournament with robots before its first day."""

from uuid import uuid4

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from tournament.archive.actions.delete_tournament import delete_rehearsal
from tournament.core.languages import tournament_or_404
from tournament.core.requests import TenboRequest
from tournament.core.views.answers import form_status, posted, refusal_on, require_safe_or_post
from tournament.core.views.rates import REHEARSALS, count_of_visitor
from tournament.live.news import follows
from tournament.models import Tournament
from tournament.site.actions.rehearse import open_rehearsal
from tournament.site.forms.rehearsal import RehearsalForm
from tournament.site.queries.rehearsal import rehearsal_state, usual_players


@require_safe_or_post
@login_required
def rehearsal(request: TenboRequest, slug: str) -> HttpResponse:
    """Show the progress of the rehearsal, or a form to start one."""
    tournament = _rehearsable(request, slug)
    usual = {"key": uuid4(), "players": usual_players(tournament), "rounds": 2, "pace": 3}
    form = RehearsalForm(posted(request), initial=usual)
    if form.is_valid():
        with refusal_on(form):
            count_of_visitor(request, REHEARSALS)
            open_rehearsal(tournament_id=tournament.pk, **form.cleaned_data, by=request.visitor)
            return redirect("rehearsal", slug)
    state = rehearsal_state(tournament)
    page = {"tournament": tournament, "form": form, "state": state}
    if request.htmx:
        return render(request, "site/rehearsal/page.html#rehearsal", page)
    page["follows"] = follows([state.tournament if state else tournament])
    return render(request, "site/rehearsal/page.html", page, status=form_status(form))


@require_POST
@login_required
def rehearsal_wipe(request: TenboRequest, slug: str) -> HttpResponse:
    """Delete the rehearsal with all its data."""
    tournament = _rehearsable(request, slug)
    delete_rehearsal(tournament_id=tournament.pk)
    messages.success(request, _("The rehearsal was deleted."))
    return redirect("rehearsal", slug)


def _rehearsable(request: TenboRequest, slug: str) -> Tournament:
    """Return the tournament if it is no rehearsal itself and the visitor may create tournaments, else raise 404."""
    tournaments = Tournament.objects.organized_by(request.visitor).filter(rehearsal_of=None)
    if not request.visitor.may_create_tournaments:
        raise Http404
    return tournament_or_404(request, tournaments.with_role(request.visitor), slug)
