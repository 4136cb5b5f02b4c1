"""The clock of a round: everybody reads it; referees start, pause and extend it."""

from typing import Any
from uuid import uuid4

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from tournament.core.errors import NotDone
from tournament.core.requests import TenboRequest
from tournament.core.views.answers import require_safe_or_post
from tournament.core.views.authority import refereed_tournament, seen_tournament
from tournament.games.queries.clock import clock_page
from tournament.live.news import follows
from tournament.models import Hanchan, Round
from tournament.rounds.actions import clock as actions
from tournament.rounds.forms.clock import ClockForm

SIMPLE_ACTS = {
    "start": actions.start_clock,
    "withdraw": actions.withdraw_start,
    "restore": actions.restore_start,
    "pause": actions.pause_clock,
    "resume": actions.resume_clock,
}


@require_safe_or_post
@never_cache
def clock(request: TenboRequest, slug: str, number: int) -> HttpResponse:
    """Show the time left: the whole page, or only the clock if htmx asks. POST is one press of a referee's button, on
    this page or at the desk."""
    get_tournament = refereed_tournament if request.method == "POST" else seen_tournament
    tournament = get_tournament(request, slug)
    round_ = get_object_or_404(tournament.rounds, number=number)
    round_.tournament = tournament
    problem, status = "", 200
    if request.method == "POST":
        form = ClockForm(request.POST)
        if form.is_valid():
            try:
                _act(request, round_, form.cleaned_data)
            except NotDone as not_done:
                problem, status = str(not_done.message), 409
        else:
            problem, status = (
                form.problem or _("This page is out of date, so nothing was changed. Reload it and try again."),
                422,
            )
        if not problem and not request.htmx:
            return redirect("desk", slug) if request.POST.get("back") == "desk" else redirect("clock", slug, number)
    fragment = "#clock-page" if request.method == "POST" else "#clock"
    return render(
        request,
        f"rounds/clock/page.html{fragment if request.htmx else ''}",
        {"tournament": tournament, "round": round_, "page": clock_page(round_), "problem": problem, "key": uuid4()}
        | {"follows": follows([tournament])},
        status=status,
    )


def _act(request: TenboRequest, round_: Round, data: dict[str, Any]) -> None:
    by, key = request.visitor, data["key"]
    common = {"tournament_id": round_.tournament.pk, "number": round_.number, "key": key, "by": by}
    if data["act"] == "minutes":
        actions.set_minutes(**common, minutes=data["minutes"])
    elif data["act"] == "extend":
        actions.add_time(**common, seconds=data["seconds"])
    elif data["act"] == "extend-table":
        hanchan = get_object_or_404(Hanchan.objects.filter(round=round_), pk=data["hanchan"])
        actions.add_time_at_table(hanchan_id=hanchan.pk, seconds=data["seconds"], key=key, by=by)
    else:
        SIMPLE_ACTS[data["act"]](**common)
