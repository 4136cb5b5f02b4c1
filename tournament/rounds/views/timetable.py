"""The organizers' page for the planned starts of the rounds to come."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from tournament.core.requests import TenboRequest
from tournament.core.views.answers import form_status, refusal_on, require_safe_or_post
from tournament.core.views.authority import organized_tournament, seen_tournament, with_rounds
from tournament.core.views.rates import PLAN_CHANGES, count_of_visitor
from tournament.models import Tournament
from tournament.rounds.actions.set_timetable import set_breaks, set_timetable
from tournament.rounds.forms.timetable import BreaksForm, TimetableForm
from tournament.rounds.queries.timetable import timetable as rounds_to_plan
from tournament.rounds.queries.timetable import whole_timetable


@require_safe_or_post
@login_required
@never_cache
def timetable(request: TenboRequest, slug: str) -> HttpResponse:
    """Show a time for each coming round, the breaks and the time zone. POST saves the times, or the breaks and the time
    zone; with `fill` it only previews the form with the empty times filled in."""
    tournament = with_rounds(organized_tournament(request, slug))
    if "breaks" in request.POST:
        return _set_breaks(request, tournament)
    rounds = rounds_to_plan(tournament)
    if request.method != "POST":
        return _page(request, tournament, TimetableForm(rounds))
    is_filling = "fill" in request.POST
    form = TimetableForm(rounds, request.POST, is_filling=is_filling)
    if not form.is_valid():
        return _page(request, tournament, form, status=422)
    if is_filling:
        return _page(request, tournament, form.filled(), is_filled=True)
    count_of_visitor(request, PLAN_CHANGES)
    with refusal_on(form):
        set_timetable(tournament_id=tournament.pk, starts=form.starts, base=rounds, by=request.visitor)
        messages.success(request, _("The timetable was saved."))
        return redirect("timetable", slug)
    return _page(request, tournament, form, status=form_status(form))


@require_safe
def times(request: TenboRequest, slug: str) -> HttpResponse:
    """Show everybody the whole timetable: rounds and breaks by day, in the event's time zone."""
    tournament = with_rounds(seen_tournament(request, slug))
    page = {"tournament": tournament, "days": whole_timetable(tournament)}
    return render(request, "rounds/timetable/times.html", page)


def _set_breaks(request: TenboRequest, tournament: Tournament) -> HttpResponse:
    form = BreaksForm(tournament, request.POST)
    if form.is_valid():
        with refusal_on(form):
            set_breaks(
                tournament_id=tournament.pk,
                breaks=form.lines,
                time_zone=form.cleaned_data["time_zone"],
                base=form.initial,
                by=request.visitor,
            )
            messages.success(request, _("The timetable was saved."))
            return redirect("timetable", tournament.slug)
    times_form = TimetableForm(rounds_to_plan(tournament))
    return _page(request, tournament, times_form, breaks=form, status=form_status(form))


def _page(
    request: TenboRequest,
    tournament: Tournament,
    form: TimetableForm,
    *,
    breaks: BreaksForm | None = None,
    is_filled: bool = False,
    status: int = 200,
) -> HttpResponse:
    page = {
        "tournament": tournament,
        "form": form,
        "breaks": breaks or BreaksForm(tournament),
        "is_filled": is_filled,
    }
    return render(request, "rounds/timetable/page.html", page, status=status)
