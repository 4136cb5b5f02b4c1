"""The table's screen: enter a hand, preview it, confirm; undo the last hand."""

from urllib.parse import urlencode

from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe
from django_htmx.http import replace_url

from scoring.refusal import Refused
from tournament.core.actions.links import note_link_use
from tournament.core.actions.write_budget import not_counted
from tournament.core.addresses import absolute_url, secure_address
from tournament.core.errors import Gone, NotDone, SameHandRecorded
from tournament.core.forms.submission import RecordHandForm, UndoHandForm
from tournament.core.languages import activate_language
from tournament.core.moment import requested_moment
from tournament.core.requests import TenboRequest, note_scored
from tournament.core.text import whole_number
from tournament.core.views.authority import scored_hanchan, scored_table
from tournament.core.words.refusals import refusal_words
from tournament.games.queries.corrections import entry_address
from tournament.live.news import follows, shows_all
from tournament.models import Hanchan, Hand, Table
from tournament.table.actions.record_hand import record_hand
from tournament.table.actions.undo_hand import undo_hand
from tournament.table.entry import HandEntry
from tournament.table.entry_screen import checked_outcome
from tournament.table.forms.correction import entry_of
from tournament.table.queries.table_screen import TableScreen, table_screen, table_state
from tournament.table.touched import MEANT_FOR

FRAGMENTS = {"table-clock": "table-clock", "preview": "hand-preview"}
"""Fragments of the page that htmx may request, by the id of the element that the fragment replaces."""


@require_safe
def table(request: TenboRequest, slug: str, number: int) -> HttpResponse:
    """Show the screen of one table; the fields entered so far are in the query string."""
    shown = scored_table(request, slug, number)
    if request.visitor.account is None:
        note_link_use(shown)
    if request.htmx.target == "table-news":
        return _news(request, table_state(shown), shown.get_absolute_url())
    if _shows_all(request, shown):
        return HttpResponse(status=204)
    return show_table(request, shown, HandEntry.read(request.GET), number=_meant_for(request))


@require_safe
def table_round(request: TenboRequest, slug: str, number: int, round: int) -> HttpResponse:  # noqa: A002
    """Show the table's screen for its hanchan of one round, even of an earlier round whose hands are entered only
    now."""
    hanchans = Hanchan.objects.scored_by(request.visitor).valid().select_related("table__tournament", "round")
    hanchan = get_object_or_404(hanchans, round__tournament__slug=slug, table__number=number, round__number=round)
    note_scored(request, hanchan.table)
    activate_language(request, hanchan.table.tournament)
    if request.htmx.target == "table-news":
        return _news(request, table_state(hanchan.table, hanchan), hanchan.get_screen_url())
    if _shows_all(request, hanchan.table):
        return HttpResponse(status=204)
    return show_hanchan(request, hanchan, HandEntry.read(request.GET), number=_meant_for(request))


@require_POST
@not_counted
def hand_record(request: TenboRequest, slug: str, pk: int) -> HttpResponse:
    """Record the entered hand as the next hand."""
    try:
        hanchan = scored_hanchan(request, slug, pk)
    except Http404:
        return _hanchan_gone(request, slug, pk)
    form, entry = RecordHandForm(request.POST), HandEntry.read(request.POST)
    if not form.is_valid() or entry.problem:
        problem = entry.problem or _(
            "This form is incomplete, so nothing was recorded. Check the form and confirm it again."
        )
        return show_hanchan(request, hanchan, entry, problem, 422)
    try:
        outcome = checked_outcome(entry, hanchan.tournament.ruleset)
        if outcome is None:
            return show_hanchan(request, hanchan, entry, _("First enter what happened in the hand, then confirm."), 422)
        record_hand(hanchan_id=hanchan.pk, outcome=outcome, by=request.visitor, **form.cleaned_data)
    except Refused as refused:
        return show_hanchan(request, hanchan, entry, refusal_words(refused), 422)
    except SameHandRecorded as recorded:
        return show_hanchan(request, hanchan, HandEntry(), recorded.message, 409)
    except NotDone as not_done:
        return show_hanchan(request, hanchan, HandEntry(), not_done.message, not_done.status, refused=entry)
    except Hanchan.DoesNotExist:  # the start of the round was withdrawn meanwhile
        return _shown(request, table_screen(hanchan.table, HandEntry(), request.visitor), Gone.message, 409, entry)
    return _done(request, hanchan)


def _hanchan_gone(request: TenboRequest, slug: str, pk: int) -> HttpResponse:
    """Refuse a hand that waited in a phone while the start of its round was undone: show the table's current screen.
    The hand stays in the phone, and can be filled in again as soon as the table has a hanchan."""
    number = whole_number(request.POST.get("table", ""))
    if number is None or Hanchan.objects.filter(pk=pk).exists():
        raise Http404
    screen = table_screen(scored_table(request, slug, number), HandEntry(), request.visitor)
    return _shown(request, screen, Gone.message, 409, HandEntry.read(request.POST))


@require_POST
@not_counted
def hand_undo(request: TenboRequest, slug: str, pk: int) -> HttpResponse:
    """Undo the hand that the screen showed as the last one."""
    hanchan = scored_hanchan(request, slug, pk)
    form = UndoHandForm(request.POST)
    if not form.is_valid():
        return show_hanchan(
            request,
            hanchan,
            HandEntry(),
            _("This form was incomplete, so nothing was changed. Reload the page and try again."),
            422,
        )
    data = form.cleaned_data
    try:
        undone = undo_hand(hanchan_id=hanchan.pk, hand_id=data["hand"], key=data["key"], by=request.visitor)
    except NotDone as not_done:
        return show_hanchan(request, hanchan, HandEntry(), not_done.message, not_done.status)
    return _done(request, hanchan, undone)


def show_table(request: TenboRequest, table: Table, entry: HandEntry, *, number: int | None = None) -> HttpResponse:
    """Return the table's current screen: the whole page, or only a fragment of it for htmx. `number` is the number of
    the hand that the entry is for."""
    return _shown(request, table_screen(table, entry, request.visitor, number=number))


def show_hanchan(
    request: TenboRequest,
    hanchan: Hanchan,
    entry: HandEntry,
    problem: object = "",
    status: int = 200,
    *,
    refused: HandEntry | None = None,
    number: int | None = None,
    undone: Hand | None = None,
) -> HttpResponse:
    """Return the screen of this hanchan, even if the table has a later hanchan. For a cancelled hanchan, return the
    table's current screen. `refused` is an entry that was not recorded because of a conflict, and `undone` is a hand
    that was just undone."""
    of = None if hanchan.cancelled_by_id else hanchan
    screen = table_screen(hanchan.table, entry, request.visitor, of, number=number)
    return _shown(request, screen, problem, status, refused, undone)


def _shown(
    request: TenboRequest,
    screen: TableScreen,
    problem: object = "",
    status: int = 200,
    refused: HandEntry | None = None,
    undone: Hand | None = None,
) -> HttpResponse:
    fragment = FRAGMENTS.get(request.htmx.target or "", "table-screen")
    if fragment == "hand-preview" and not screen.entry:
        fragment = "table-screen"
    response = render(
        request,
        f"table/hand_entry/page.html#{fragment}" if request.htmx else "table/hand_entry/page.html",
        {
            "screen": screen,
            "problem": problem,
            "refused": refused,
            "undone": undone,
            "is_next_asked": screen.is_latest and "next" in request.GET,
            "undone_fields": urlencode(entry_of(undone.parsed_outcome()).pairs()) if undone else "",
            "follows": follows([screen.table.tournament]),
            "secure": secure_address(request, ""),
            "site": absolute_url(request, "/"),
        },
        status=status,
    )
    address = f"{screen.touched_at}?{screen.touched}" if screen.touched else screen.address
    return replace_url(response, address) if request.htmx and fragment == "table-screen" else response


def _meant_for(request: TenboRequest) -> int | None:
    return requested_moment(request.GET, MEANT_FOR)


def _shows_all(request: TenboRequest, table: Table) -> bool:
    return shows_all(request, [table.tournament_id], Hanchan.objects.filter(table=table))


def _news(request: TenboRequest, state: str, address: str) -> HttpResponse:
    """Answer 204 if the screen is up to date, otherwise with a notice that another device changed the table. `state` is
    the present state of the table."""
    shown = request.GET.get("shown", "")[:60]
    if shown == state:
        return HttpResponse(status=204)
    return render(
        request, "table/hand_entry/_news.html", {"address": address, "news_address": f"{address}?shown={shown}"}
    )


def _done(request: TenboRequest, hanchan: Hanchan, undone: Hand | None = None) -> HttpResponse:
    if request.htmx:
        return show_hanchan(request, hanchan, HandEntry(), undone=undone)
    return redirect(entry_address(hanchan))
