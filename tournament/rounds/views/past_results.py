"""Import past results, pasted or in a file: preview them, then save them."""

import datetime
from uuid import uuid4

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import ngettext

from tournament.core.requests import TenboRequest
from tournament.core.views.answers import form_status, refusal_on, require_safe_or_post
from tournament.core.views.authority import organized_tournament
from tournament.core.views.rates import LISTS, count_of_visitor
from tournament.games.queries.seats import next_round_number, playing
from tournament.rounds.actions.past_results import PastHanchan, record_past_results
from tournament.rounds.forms.past_results import PastResultsForm, seats_of
from tournament.rounds.queries.seating import names_by_number

NOON = datetime.time(12)


@require_safe_or_post
@login_required
def past_results(request: TenboRequest, slug: str) -> HttpResponse:
    """Read the submitted results and preview them by POST. POST with `keep` saves the results, if they have no
    errors."""
    tournament = organized_tournament(request, slug)
    players = playing(tournament)
    names = names_by_number(players, for_team=True)
    first = next_round_number(tournament)
    if request.method == "POST":
        count_of_visitor(request, LISTS)
        form = PastResultsForm(tournament, names, first, request.POST, request.FILES)
    else:
        form = PastResultsForm(tournament, names, first, initial={"key": uuid4(), "played_on": tournament.starts_on})
    results = form.results if form.is_bound and form.is_valid() else None
    may_keep = results is not None and results.is_right and ("accept" in request.POST or not results.differs)
    if results is not None and may_keep and "keep" in request.POST:
        entries = {entry.number: entry.pk for entry in players}
        hanchans = [
            PastHanchan(
                round=table.past.round,
                table=table.past.table,
                started_at=timezone.make_aware(datetime.datetime.combine(form.day_of(table), NOON)),
                seats=seats_of(table, entries),
                keying=keying,
            )
            for table in results.tables
            if (keying := table.keying)
        ]
        with refusal_on(form):
            record_past_results(
                tournament_id=tournament.pk, key=form.cleaned_data["key"], hanchans=hanchans, by=request.visitor
            )
            text = ngettext(
                "%(count)s hanchan was added to the results.",
                "%(count)s hanchans were added to the results.",
                len(hanchans),
            )
            messages.success(request, text % {"count": len(hanchans)})
            return redirect("leaderboard", tournament.slug)
    status = 422 if results is not None and "keep" in request.POST and not may_keep else form_status(form)
    return render(
        request,
        "rounds/past_results/page.html",
        {"tournament": tournament, "form": form, "results": results},
        status=422 if results is not None and not results.is_right else status,
    )
