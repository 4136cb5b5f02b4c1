"""The grid in which a round is entered from paper, and its signatures."""

from collections.abc import Mapping
from dataclasses import dataclass
from uuid import uuid4

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from tournament.core.requests import TenboRequest
from tournament.core.text import whole_number
from tournament.core.views.answers import require_safe_or_post
from tournament.core.views.authority import refereed_tournament
from tournament.models import Round
from tournament.rounds.actions.paper_round import KeyedTable, record_paper_round, sign_paper_round
from tournament.rounds.forms.paper_round import KeyForm, PaperLineForm, sheets_in, was_sent
from tournament.rounds.paper_line import Keying, LineState
from tournament.rounds.queries.paper_round import Keys, PaperRound, PaperTable
from tournament.rounds.queries.paper_round import paper_round as read_round
from tournament.rounds.words.paper_round import notices_of, refusal_of


@dataclass(frozen=True)
class GridLine:
    """One table of the page, its form if the visitor may enter it, and the reason (`problem`) why the submitted line
    was not saved. `typed` is the submitted text of a line without a form, which the visitor may no longer enter."""

    table: PaperTable
    form: PaperLineForm | None
    problem: str = ""
    typed: str = ""
    is_focused: bool = False


@require_safe_or_post
@login_required
@never_cache
def paper_round(request: TenboRequest, slug: str, number: int) -> HttpResponse:
    """Show a line for each table, and save the submitted lines. `?table=` (from the link on a table's printed sheet)
    focuses the table's line."""
    tournament = refereed_tournament(request, slug)
    round_ = get_object_or_404(tournament.rounds, number=number)
    before = read_round(round_, request.visitor)
    if request.method != "POST":
        asked = whole_number(request.GET.get("table", ""))
        return _page(request, round_, before, [_line(table) for table in before.tables], asked=asked)

    key = KeyForm(request.POST)
    sent = {table.hanchan.pk: PaperLineForm(table, request.POST) for table in _sent(before, request)}
    problems = {pk: form.problem for pk, form in sent.items() if form.problem}
    if "check" in request.POST or not key.is_valid():
        if not key.is_valid():
            messages.error(request, _("This form is incomplete. Nothing was saved; save again."))
        return _page(request, round_, before, [_line(table, request, problems) for table in before.tables])

    keyed = [_keyed(form, new) for pk, form in sent.items() if pk not in problems and (new := form.new_keying)]
    refused = record_paper_round(key=key.cleaned_data["key"], tables=keyed, by=request.visitor)
    after = read_round(round_, request.visitor)
    tables = {table.hanchan.pk: table for table in after.tables}
    problems |= {pk: refusal_of(error, tables.get(pk)) for pk, error in refused.items()}
    notices = notices_of(tables, [table.hanchan_id for table in keyed if table.hanchan_id not in refused])
    if not request.htmx and not problems:
        for level, text in notices:
            messages.add_message(request, level, text)
        return redirect("paper-round", tournament.slug, number)
    status = 409 if refused else 200
    lines = [_line(table, request, problems) for table in after.tables]
    return _page(request, round_, after, lines, notices=notices, status=status)


@require_safe
@login_required
@never_cache
def paper_line(request: TenboRequest, slug: str, pk: int) -> HttpResponse:
    """Show how the server understands a line while it is typed: its sum and, if the sum is right, places and scores.
    Nothing is saved."""
    tournament = refereed_tournament(request, slug)
    round_ = get_object_or_404(tournament.rounds, hanchans=pk)
    table = next(iter(read_round(round_, request.visitor, hanchan_id=pk).tables), None)
    if table is None:
        raise Http404
    if table.keys is None:
        return HttpResponse(status=204)  # signed meanwhile: the line stays as it is shown
    form = PaperLineForm(table, request.GET)
    return render(request, "rounds/paper_round/_answer.html", {"table": table, "answer": form.answer})


@require_POST
@login_required
def paper_sign(request: TenboRequest, slug: str, number: int) -> HttpResponse:
    """Sign, as a referee, the sheets on the page: the sheets of this round that were entered once."""
    tournament = refereed_tournament(request, slug)
    round_ = get_object_or_404(tournament.rounds, number=number)
    of_round = set(round_.hanchans.values_list("pk", flat=True))
    sheets = [(pk, revision) for pk, revision in sheets_in(request.POST) if pk in of_round]
    refused = sign_paper_round(sheets=sheets, by=request.visitor)
    for message in {str(error.message) for error in refused.values()}:
        messages.error(request, message)
    signed = len(sheets) - len(refused)
    if signed:
        text = ngettext("%(count)s sheet is signed.", "%(count)s sheets are signed.", signed)
        messages.success(request, text % {"count": signed})
    return redirect("paper-round", tournament.slug, number)


def _sent(page: PaperRound, request: TenboRequest) -> list[PaperTable]:
    return [table for table in page.tables if was_sent(table, request.POST)]


def _keyed(form: PaperLineForm, keying: Keying) -> KeyedTable:
    data = form.cleaned_data
    return KeyedTable(
        hanchan_id=form.table.hanchan.pk, revision=data["revision"], keys=Keys(data["keys"]), keying=keying
    )


def _line(
    table: PaperTable, request: TenboRequest | None = None, problems: Mapping[int, str] | None = None
) -> GridLine:
    """Return the table's line with the saved values, or with the typed values if the line could not be saved or was
    only checked."""
    problem = (problems or {}).get(table.hanchan.pk, "")
    if request is None or not was_sent(table, request.POST) or not (problem or "check" in request.POST):
        return GridLine(table, PaperLineForm(table) if table.keys else None)
    if table.keys is None:
        typed = " · ".join(filter(None, PaperLineForm(table, request.POST).texts))
        return GridLine(table, None, problem, typed)
    return GridLine(table, PaperLineForm(table, request.POST, drawn_anew=True), problem, is_focused=bool(problem))


def _page(
    request: TenboRequest,
    round_: Round,
    page: PaperRound,
    lines: list[GridLine],
    *,
    asked: int | None = None,
    notices: list[tuple[int, str]] | None = None,
    status: int = 200,
) -> HttpResponse:
    context = {
        "tournament": round_.tournament,
        "round": round_,
        "page": page,
        "lines": lines,
        "notices": notices,
        "first": _first(lines, asked, after_save=notices is not None),
        "asked": asked,
        "not_saved": sum(bool(line.problem) for line in lines),
        "key": uuid4(),
    }
    return render(
        request,
        "rounds/paper_round/page.html#paper-round" if request.htmx else "rounds/paper_round/page.html",
        context,
        status=422 if status == 200 and context["not_saved"] else status,
    )


def _first(lines: list[GridLine], asked: int | None, *, after_save: bool) -> str:
    """Return the id of the field to focus: in the first line that was refused or whose two entries differ, else in the
    line of the requested table, else in the first empty line."""
    forms = [line for line in lines if line.form]
    for line in (
        *(line for line in forms if line.is_focused or (after_save and line.table.compared)),
        *(line for line in forms if line.table.number == asked),
        *(line for line in forms if line.form and line.form.answer.state is LineState.EMPTY),
    ):
        if line.form:
            return line.form.points[0].auto_id
    return ""
