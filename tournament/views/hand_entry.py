"""The table's screen: say what happened, see what it does, confirm; take the last hand back."""

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST
from django_htmx.http import replace_url

from scoring.refusal import Refused
from tournament.actions.errors import NotDone
from tournament.actions.record_hand import record_hand
from tournament.actions.undo_hand import undo_hand
from tournament.forms.hand_entry import HandEntry
from tournament.forms.refusals import refusal_words
from tournament.forms.submission import RecordHandForm, UndoHandForm
from tournament.middleware import TenboRequest
from tournament.models import Hanchan, Table
from tournament.queries.table_screen import table_screen


@require_GET
def table(request: TenboRequest, slug: str, number: int) -> HttpResponse:
    """What is on at one table, with what was touched so far in the query string."""
    tables = Table.objects.scored_by(request.visitor).select_related("tournament")
    shown = get_object_or_404(tables, tournament__slug=slug, number=number)
    return show_table(request, shown, HandEntry.read(request.GET))


@require_POST
def hand_record(request: TenboRequest, slug: str, pk: int) -> HttpResponse:
    """Record what was touched as the next hand."""
    hanchan = _scored(request, slug, pk)
    form, entry = RecordHandForm(request.POST), HandEntry.read(request.POST)
    if not form.is_valid():
        return show_table(request, hanchan.table, entry, _("This form is incomplete. Check it and confirm again."), 422)
    try:
        outcome = entry.outcome()
        if outcome is None:
            return show_table(request, hanchan.table, entry, _("Say what happened before you confirm."), 422)
        record_hand(hanchan_id=hanchan.pk, outcome=outcome, by=request.visitor, **form.cleaned_data)
    except Refused as refused:
        return show_table(request, hanchan.table, entry, refusal_words(refused), 422)
    except NotDone as not_done:
        return show_table(request, hanchan.table, HandEntry(), not_done.message, 409, refused=entry)
    return _done(request, hanchan.table)


@require_POST
def hand_undo(request: TenboRequest, slug: str, pk: int) -> HttpResponse:
    """Take back the hand that the screen showed as the last one."""
    hanchan = _scored(request, slug, pk)
    form = UndoHandForm(request.POST)
    if not form.is_valid():
        return show_table(request, hanchan.table, HandEntry(), _("This form is incomplete. Reload the page."), 422)
    data = form.cleaned_data
    try:
        undo_hand(hanchan_id=hanchan.pk, hand_id=data["hand"], key=data["key"], by=request.visitor)
    except NotDone as not_done:
        return show_table(request, hanchan.table, HandEntry(), not_done.message, 409)
    return _done(request, hanchan.table)


def show_table(
    request: TenboRequest,
    table: Table,
    entry: HandEntry,
    problem: object = "",
    status: int = 200,
    *,
    refused: HandEntry | None = None,
) -> HttpResponse:
    """The table's page, or its fragment for htmx. `refused` is what a conflict kept from being recorded."""
    screen = table_screen(table, entry, request.visitor)
    response = render(
        request,
        "hand_entry/page.html#table-screen" if request.htmx else "hand_entry/page.html",
        {"screen": screen, "problem": problem, "refused": refused},
        status=status,
    )
    query = "&".join(f"{name}={value}" for name, value in entry.pairs())
    address = table.get_absolute_url() + (f"?{query}" if query else "")
    return replace_url(response, address) if request.htmx else response


def _scored(request: TenboRequest, slug: str, pk: int) -> Hanchan:
    hanchans = Hanchan.objects.scored_by(request.visitor).select_related("table__tournament")
    return get_object_or_404(hanchans, round__tournament__slug=slug, pk=pk)


def _done(request: TenboRequest, table: Table) -> HttpResponse:
    if request.htmx:
        return show_table(request, table, HandEntry())
    return redirect(table)
