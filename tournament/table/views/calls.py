"""Calls for a referee: on the table's screen and in the referees' list, where they are answered by rulings."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from tournament.core.actions.rates import take
from tournament.core.actions.write_budget import not_counted
from tournament.core.requests import TenboRequest
from tournament.core.views.answers import form_status, posted, refusal_as_message, refusal_on, require_safe_or_post
from tournament.core.views.authority import refereed_tournament, scored_table
from tournament.core.views.rates import CALLS
from tournament.live.news import follows
from tournament.models import Call, with_log_entries
from tournament.table.actions.calls import answer_call, call_referee, take_call, withdraw_call
from tournament.table.forms.calls import CallForm, RulingForm
from tournament.table.queries.calls import calls_page, open_call_at


@require_safe_or_post
@not_counted
def call(request: TenboRequest, slug: str, number: int) -> HttpResponse:
    """Call a referee by POST, or withdraw the call if the data has `withdraw`. The response for htmx is the part of the
    table's screen about the call, otherwise a redirect to the table."""
    table = scored_table(request, slug, number)
    status = 200
    if request.method == "POST":
        take((CALLS, f"{table.pk} {table.link_nonce}"))  # a replaced link uses up no calls of the new one
    if request.method == "POST" and "withdraw" in request.POST:
        withdraw_call(table_id=table.pk, by=request.visitor)
    elif request.method == "POST":
        form = CallForm(request.POST)
        if form.is_valid():
            call_referee(table_id=table.pk, word=form.cleaned_data["word"], by=request.visitor)
        else:
            status = 422
    if request.htmx or status == 422:
        context = {"table": table, "call": open_call_at(table), "too_long": status == 422}
        return render(
            request,
            "table/calls/_at_table.html" if request.htmx else "table/calls/too_long.html",
            context,
            status=status,
        )
    return redirect(table)


@require_safe
@login_required
def calls(request: TenboRequest, slug: str) -> HttpResponse:
    """Show the open calls, and the rulings that match `?q=`."""
    tournament = refereed_tournament(request, slug)
    query = request.GET.get("q", "").strip()[:80]
    page = calls_page(tournament, query, request.GET.get("page", ""), now=timezone.now())
    template = "table/calls/page.html#open-calls" if request.htmx else "table/calls/page.html"
    context = {"tournament": tournament, "page": page, "query": query}
    return render(request, template, context | {"follows": follows([tournament])})


@require_POST
@login_required
def call_take(request: TenboRequest, slug: str, pk: int) -> HttpResponse:
    """Mark a call as taken by this referee, and go back to the list of calls or to the desk."""
    tournament = refereed_tournament(request, slug)
    waiting = get_object_or_404(Call, table__tournament=tournament, pk=pk)
    with refusal_as_message(request):
        take_call(call_id=waiting.pk, by=request.visitor)
    return redirect("desk" if request.POST.get("back") == "desk" else "calls", tournament.slug)


@require_safe_or_post
@login_required
def call_answer(request: TenboRequest, slug: str, pk: int) -> HttpResponse:
    """Close a call, with a ruling or without."""
    tournament = refereed_tournament(request, slug)
    calls = with_log_entries(Call.objects.filter(table__tournament=tournament), "table", "called_by")
    answered = get_object_or_404(calls, pk=pk)
    form = RulingForm(posted(request))
    if form.is_valid():
        with refusal_on(form):
            answer_call(call_id=answered.pk, by=request.visitor, **form.cleaned_data)
            messages.success(
                request,
                _("The call for a referee from table %(number)s is closed.") % {"number": answered.table.number},
            )
            return redirect("calls", tournament.slug)
    page = {"tournament": tournament, "call": answered, "form": form}
    return render(request, "table/calls/answer.html", page, status=form_status(form))
