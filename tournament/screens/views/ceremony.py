"""The page on which an organizer leads the ceremony."""

from typing import Any
from uuid import uuid4

from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from tournament.core.addresses import absolute_url
from tournament.core.errors import NotDone
from tournament.core.requests import TenboRequest
from tournament.core.views.answers import require_safe_or_post
from tournament.core.views.authority import organized_tournament, with_rounds
from tournament.live.news import follows
from tournament.models import Tournament
from tournament.screens.actions import ceremony as actions
from tournament.screens.forms.ceremony import CeremonyForm
from tournament.screens.queries.ceremony import ceremony_page


@require_safe_or_post
@login_required
@never_cache
def ceremony(request: TenboRequest, slug: str) -> HttpResponse:
    """Show the organizer the hall's view, the next place, and large buttons. A POST is one press of a button."""
    tournament = with_rounds(organized_tournament(request, slug))
    problem, status = "", 200
    if request.method == "POST":
        form = CeremonyForm(request.POST)
        if form.is_valid():
            try:
                _act(request, tournament, form.cleaned_data)
            except NotDone as not_done:
                problem, status = str(not_done.message), 409
        else:
            problem, status = _("This form is incomplete. Nothing was changed; try again."), 422
        if not problem and not request.htmx:
            return redirect("ceremony", slug)
        tournament.refresh_from_db(fields=["version"])
    page: dict[str, Any] = {
        "tournament": tournament,
        "page": ceremony_page(tournament),
        "problem": problem,
        "key": uuid4(),
    }
    if request.htmx:
        return render(request, "screens/ceremony/page.html#ceremony", page, status=status)
    page["link"] = absolute_url(request, tournament.get_hall_link()) if tournament.hall_nonce else ""
    page["follows"] = follows([tournament])
    return render(request, "screens/ceremony/page.html", page, status=status)


def _act(request: TenboRequest, tournament: Tournament, data: dict[str, Any]) -> None:
    common = {"tournament_id": tournament.pk, "key": data["key"], "by": request.visitor}
    if data["act"] == "start":
        actions.start_ceremony(**common, from_place=data["from_place"])
    elif data["act"] == "reveal":
        actions.reveal_next(**common, revealed=data["revealed"] or 0)
    elif data["act"] == "take-back":
        actions.take_back_reveal(**common, revealed=data["revealed"] or 0)
    else:
        actions.end_ceremony(**common, release=data["release"])
