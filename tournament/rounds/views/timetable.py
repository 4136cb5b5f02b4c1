"""The organizers' page for the planned starts of the rounds to come."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from tournament.core.requests import TenboRequest
from tournament.core.views.answers import form_status, refusal_on, require_safe_or_post
from tournament.core.views.authority import organized_tournament
from tournament.models import Tournament
from tournament.rounds.actions.set_timetable import set_timetable
from tournament.rounds.forms.timetable import TimetableForm
from tournament.rounds.queries.timetable import timetable as rounds_to_plan


@require_safe_or_post
@login_required
@never_cache
def timetable(request: TenboRequest, slug: str) -> HttpResponse:
    """Show a time for each coming round. POST saves the times; with `fill` it previews the empty ones filled in."""
    tournament = organized_tournament(request, slug)
    if not tournament.kind.has_rounds:
        raise Http404
    rounds = rounds_to_plan(tournament)
    if request.method != "POST":
        return _page(request, tournament, TimetableForm(rounds))
    is_filling = "fill" in request.POST
    form = TimetableForm(rounds, request.POST, is_filling=is_filling)
    if not form.is_valid():
        return _page(request, tournament, form, status=422)
    if is_filling:
        return _page(request, tournament, form.filled(), is_filled=True)
    with refusal_on(form):
        set_timetable(tournament_id=tournament.pk, starts=form.starts, by=request.visitor)
        messages.success(request, _("The timetable was saved."))
        return redirect("timetable", slug)
    return _page(request, tournament, form, status=form_status(form))


def _page(
    request: TenboRequest, tournament: Tournament, form: TimetableForm, *, is_filled: bool = False, status: int = 200
) -> HttpResponse:
    page = {"tournament": tournament, "form": form, "is_filled": is_filled}
    return render(request, "rounds/timetable/page.html", page, status=status)
