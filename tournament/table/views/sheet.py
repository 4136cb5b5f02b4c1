"""Confirm the sheet of a finished hanchan: a player on the table's phone, or a referee for all."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from tournament.core.actions.write_budget import not_counted
from tournament.core.errors import NotDone
from tournament.core.requests import TenboRequest
from tournament.core.views.authority import scored_hanchan
from tournament.games.queries.corrections import entry_address
from tournament.models import Hanchan
from tournament.table.actions.sign_sheet import confirm_seat, sign_sheet
from tournament.table.entry import HandEntry
from tournament.table.forms.sheet import REFEREE, SignForm
from tournament.table.views.hand_entry import show_hanchan


@require_POST
@not_counted
def sheet(request: TenboRequest, slug: str, pk: int) -> HttpResponse:
    """Confirm the sheet for one seat, or as a referee for all four."""
    hanchan = scored_hanchan(request, slug, pk)
    form = SignForm(request.POST)
    if not form.is_valid():
        return _refused(
            request, hanchan, _("This form was incomplete, so nothing was changed. Reload the page and try again."), 422
        )
    seat, revision = form.cleaned_data["seat"], form.cleaned_data["revision"]
    try:
        if seat == REFEREE:
            sign_sheet(hanchan_id=hanchan.pk, revision=revision, by=request.visitor)
        else:
            confirm_seat(hanchan_id=hanchan.pk, revision=revision, seat=int(seat), by=request.visitor)
    except NotDone as not_done:
        return _refused(request, hanchan, not_done.message, not_done.status)
    if request.htmx:
        return show_hanchan(request, hanchan, HandEntry())
    return redirect(entry_address(hanchan))


def _refused(request: TenboRequest, hanchan: Hanchan, problem: object, status: int) -> HttpResponse:
    """Show the problem on the table's screen. If the hanchan is cancelled, the table's phone gets the table's current
    screen, and a browser without htmx the hanchan's page."""
    if request.htmx or not hanchan.cancelled_by_id:
        return show_hanchan(request, hanchan, HandEntry(), problem, status)
    messages.error(request, str(problem))
    return redirect(hanchan)
