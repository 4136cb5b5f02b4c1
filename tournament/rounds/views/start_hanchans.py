"""Draw tables for everybody who is checked in on a club night, and start their hanchans."""

from uuid import uuid4

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import ngettext

from tournament.core.requests import TenboRequest
from tournament.core.text import whole_number
from tournament.core.views.answers import form_status, refusal_on, require_safe_or_post
from tournament.core.views.authority import refereed_tournament
from tournament.core.views.rates import ROUNDS, count_of_visitor
from tournament.rounds.actions.start_hanchans import start_hanchans
from tournament.rounds.forms.seating import new_seed
from tournament.rounds.forms.start_hanchans import StartHanchansForm, written
from tournament.rounds.queries.evening import evening


@require_safe_or_post
@login_required
def hanchans_new(request: TenboRequest, slug: str) -> HttpResponse:
    """Show the tables drawn with the seed in `?seed=` (without it, a new seed), and who sits out; POST starts the
    hanchans."""
    tournament = refereed_tournament(request, slug)
    if tournament.kind.has_rounds:
        return redirect(tournament)
    form = StartHanchansForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        with refusal_on(form):
            count_of_visitor(request, ROUNDS)
            start_hanchans(
                tournament_id=tournament.pk,
                key=form.cleaned_data["key"],
                tables=form.tables,
                by=request.visitor,
                length=form.cleaned_data["length"],
            )
            text = ngettext("%(count)s hanchan was started.", "%(count)s hanchans were started.", len(form.tables))
            messages.success(request, text % {"count": len(form.tables)})
            return redirect("desk", tournament.slug)
    seed = whole_number(request.GET.get("seed", ""), digits=6) or new_seed()
    now = evening(tournament)
    tables, resting = now.drawn(seed)
    page = {
        "tournament": tournament,
        "evening": now,
        "tables": [(number, [now.names[entry] for entry in four]) for number, four in tables.items()],
        "resting": [now.names[entry] for entry in resting],
        "form": StartHanchansForm(
            initial={"key": uuid4(), "plan": written(tables), "length": tournament.ruleset.game_length}
        ),
        "problems": [error for of_field in form.errors.values() for error in of_field],
    }
    return render(request, "rounds/start_hanchan/several.html", page, status=form_status(form))
