"""Start a hanchan at a table of a club night."""

from uuid import uuid4

from django.http import HttpResponse
from django.shortcuts import redirect, render

from tournament.core.forms.submission import key_in
from tournament.core.requests import TenboRequest
from tournament.core.views.answers import form_status, posted, refusal_on, require_safe_or_post
from tournament.core.views.authority import scored_table
from tournament.core.views.rates import count_hanchan_form
from tournament.people.queries.check_in import may_name_new_players
from tournament.rounds.actions.start_hanchan import start_hanchan
from tournament.rounds.forms.seating import new_seed
from tournament.rounds.forms.start_four import StartFourForm
from tournament.rounds.forms.start_hanchan import StartHanchanForm
from tournament.rounds.queries.club_night import free_seats


@require_safe_or_post
def hanchan_new(request: TenboRequest, slug: str, number: int) -> HttpResponse:
    """Show everybody who is free, so that four players can be tapped; with `?seats=1` show a form with a player for
    each seat. The page is for the team and for visitors with the table's link. In a tournament with rounds, redirect to
    the table."""
    table = scored_table(request, slug, number)
    if request.method != "POST" and table.tournament.kind.has_rounds:
        return redirect(table)
    free = free_seats(table, key=key_in(request.POST))
    length = table.tournament.ruleset.game_length
    first = {"key": uuid4(), "seed": new_seed(), "drawn": True, "length": length}
    has_seats = "seats" in request.GET
    form: StartHanchanForm | StartFourForm
    form = (StartHanchanForm if has_seats else StartFourForm)(free, posted(request), initial=first)
    if form.is_valid():
        with refusal_on(form):
            uses = count_hanchan_form(request, table)
            start_hanchan(
                tournament_id=table.tournament_id,
                table_number=table.number,
                key=form.cleaned_data["key"],
                seats=form.seats,
                seed=form.drawn_seed if isinstance(form, StartHanchanForm) else form.cleaned_data["seed"],
                by=request.visitor,
                length=form.cleaned_data["length"],
                uses=uses,
            )
            return redirect(table)
    may_name = may_name_new_players(table.tournament, request.visitor)
    page = {"tournament": table.tournament, "free": free, "form": form, "may_name": may_name}
    template = "rounds/start_hanchan/seats.html" if has_seats else "rounds/start_hanchan/page.html"
    return render(request, template, page, status=form_status(form))
