"""Correct the seats of a hanchan's players."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from tournament.core.errors import NotDone
from tournament.core.forms.submission import SubmissionForm
from tournament.core.requests import TenboRequest
from tournament.core.views.answers import form_status, refusal_on, require_safe_or_post
from tournament.core.views.authority import scored_hanchan
from tournament.games.actions.signatures import check_may_change
from tournament.games.game import Game
from tournament.games.queries.game import load_game
from tournament.standings.queries.place_changes import place_changes, with_seats
from tournament.table.actions.swap_seats import swap_seats
from tournament.table.forms.seats import SeatsForm
from tournament.table.views.correction import stopped
from tournament.table.views.table_return_address import table_return_address


@require_safe_or_post
def seats(request: TenboRequest, slug: str, pk: int) -> HttpResponse:
    """Show a form for the seats. A POST shows a preview of the change; a POST with `accept` carries out the change."""
    hanchan = scored_hanchan(request, slug, pk)
    game = load_game(hanchan)
    if request.method != "POST":
        try:
            check_may_change(game, by=request.visitor)
        except NotDone as not_done:
            return stopped(request, game, not_done.message, 409, ())
        form = SeatsForm(initial=dict(SubmissionForm.for_hanchan(game.hanchan).initial), game=game)
        return _page(request, game, form, 200)

    form = SeatsForm(request.POST, game=game)
    if form.is_valid() and "accept" in request.POST:
        data = form.cleaned_data
        with refusal_on(form):
            swap_seats(
                hanchan_id=hanchan.pk,
                revision=data["revision"],
                entries=form.entries,
                key=data["key"],
                reason=data["reason"],
                by=request.visitor,
            )
            messages.success(request, _("The players have changed seats."))
            return redirect(table_return_address(request, hanchan))
    return _page(request, game, form, form_status(form))


def _page(request: TenboRequest, game: Game, form: SeatsForm, status: int) -> HttpResponse:
    names = dict(zip((seat.entry_id for seat in game.seats), game.names, strict=True))
    rows = []
    if form.is_bound and not form.errors:
        after = [names[entry] for entry in form.entries]
        rows = list(zip(form.seats, game.names, after, game.final_points, strict=True))
    is_referee = request.visitor.role_in(game.hanchan.tournament) is not None
    context = {
        "hanchan": game.hanchan,
        "home": table_return_address(request, game.hanchan),
        "game": game,
        "form": form,
        "rows": rows,
        "is_referee": is_referee,
        # Only for referees, because a table's phone must not learn withheld results of other tables.
        "places": place_changes(game, with_seats(game, form.entries)) if rows and is_referee else None,
    }
    return render(request, "table/seats/page.html", context, status=status)
