"""The page on which two players of a round change places, while nothing was played at their tables."""

from uuid import UUID, uuid4

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from tournament.core.requests import TenboRequest
from tournament.core.views.answers import form_status, refusal_on, require_safe_or_post
from tournament.core.views.authority import organized_tournament, with_rounds
from tournament.core.views.rates import PLAN_CHANGES, count_of_visitor
from tournament.rounds.actions.exchange_players import SeatsChanged, exchange_players
from tournament.rounds.forms.exchange import ExchangeForm
from tournament.rounds.queries.exchange import round_to_change


@require_safe_or_post
@login_required
def exchange(request: TenboRequest, slug: str, number: int) -> HttpResponse:
    """Ask for two players by GET, then show what their exchange would change; POST exchanges them."""
    tournament = with_rounds(organized_tournament(request, slug))
    round_ = round_to_change(tournament, number)
    if round_ is None:
        raise Http404
    data = request.POST if request.method == "POST" else request.GET
    form = ExchangeForm(round_, data if "first" in data or request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        count_of_visitor(request, PLAN_CHANGES)
        with refusal_on(form):
            exchange_players(
                tournament_id=tournament.pk,
                number=number,
                base=request.POST.get("base", ""),
                key=_key(request.POST.get("key", "")),
                by=request.visitor,
                **form.cleaned_data,
            )
            messages.success(request, _("The two players have changed places."))
            return redirect(
                "round" if round_.is_started else "seating", tournament.slug, *([number] * round_.is_started)
            )
    preview = round_.preview(**form.cleaned_data) if form.is_bound and form.is_valid() else None
    page = {"round": round_, "form": form, "preview": preview, "key": uuid4()}
    return render(request, "rounds/exchange/page.html", {"tournament": tournament} | page, status=form_status(form))


def _key(text: str) -> UUID:
    try:
        return UUID(text)
    except ValueError:
        raise SeatsChanged from None
