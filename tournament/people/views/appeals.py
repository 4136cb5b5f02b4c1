"""Record and decide appeals against penalties and rulings."""

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import partial
from uuid import uuid4

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _

from tournament.core.requests import TenboRequest
from tournament.core.views.answers import form_status, posted, refusal_on, require_safe_or_post
from tournament.core.views.authority import refereed_tournament
from tournament.models import Appeal, Call, Penalty, Tournament, with_log_entries
from tournament.people.actions.appeals import appeal_penalty, appeal_ruling, decide_appeal
from tournament.people.forms.appeals import AppealForm, DecideForm


@require_safe_or_post
@login_required
def penalty_appeal(request: TenboRequest, slug: str, pk: int) -> HttpResponse:
    """Record an appeal against a penalty."""
    tournament = refereed_tournament(request, slug)
    penalties = with_log_entries(Penalty.objects.filter(entry__tournament=tournament), "entry__player", "given_by")
    penalty = get_object_or_404(penalties, pk=pk)
    act = partial(appeal_penalty, tournament_id=tournament.pk, penalty_id=pk)
    context = {"penalty": penalty, "call": None}
    return _appeal_page(request, tournament, context, AppealForm.empty(penalty.entry.player.name), act)


@require_safe_or_post
@login_required
def ruling_appeal(request: TenboRequest, slug: str, pk: int) -> HttpResponse:
    """Record an appeal against a referee's ruling at a table."""
    tournament = refereed_tournament(request, slug)
    answered = Call.objects.filter(table__tournament=tournament, was_answered=True)
    call = get_object_or_404(with_log_entries(answered, "table", "closed_by"), pk=pk)
    act = partial(appeal_ruling, tournament_id=tournament.pk, call_id=pk)
    context = {"penalty": None, "call": call}
    return _appeal_page(request, tournament, context, AppealForm.empty(), act)


@require_safe_or_post
@login_required
def appeal_decide(request: TenboRequest, slug: str, pk: int) -> HttpResponse:
    """Decide an appeal: the penalty or ruling stands, it is changed, or the appeal was withdrawn."""
    tournament = refereed_tournament(request, slug)
    of_ruling = ("penalty__entry__player", "penalty__given_by", "call__table", "call__closed_by")
    appeals = with_log_entries(tournament.appeals.all(), *of_ruling, "made_by", "decided_by")
    appeal = get_object_or_404(appeals, pk=pk)
    form = DecideForm(posted(request), appeal=appeal, initial={"key": uuid4()})
    if form.is_valid():
        data = form.cleaned_data
        points = data.get("points")
        with refusal_on(form):
            decide_appeal(
                appeal_id=appeal.pk,
                key=data["key"],
                outcome=Appeal.Outcome(data["outcome"]),
                points=None if points is None else Fraction(points),
                decision=data.get("decision", ""),
                reason=data["reason"],
                by=request.visitor,
            )
            messages.success(request, _("The appeal is decided."))
            return redirect("penalties" if appeal.penalty_id else "calls", slug)
    context = {"tournament": tournament, "appeal": appeal, "penalty": appeal.penalty, "call": appeal.call, "form": form}
    return render(request, "people/appeals/decide.html", context, status=form_status(form))


def _appeal_page(
    request: TenboRequest,
    tournament: Tournament,
    context: Mapping[str, object],
    empty: AppealForm,
    act: Callable[..., None],
) -> HttpResponse:
    form = AppealForm(request.POST) if request.method == "POST" else empty
    if form.is_valid():
        with refusal_on(form):
            act(by=request.visitor, **form.cleaned_data)
            messages.success(
                request, _("The appeal is recorded. The original decision applies until the appeal is decided.")
            )
            return redirect("penalties" if context["penalty"] else "calls", tournament.slug)
    page = {"tournament": tournament, "form": form, **context}
    return render(request, "people/appeals/new.html", page, status=form_status(form))
