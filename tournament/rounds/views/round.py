"""The page of one round, its approval, and the button that takes its start back."""

from functools import cache
from typing import Any
from uuid import uuid4

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe
from django.views.decorators.vary import vary_on_headers

from tournament.core.forms.submission import RoundDecisionForm
from tournament.core.queries.visibility import is_held_back, sight_of
from tournament.core.requests import TenboRequest
from tournament.core.views.answers import refusal_as_message
from tournament.core.views.authority import organized_tournament, seen_tournament
from tournament.games.queries.clock import clock_of, read_clock
from tournament.live.fragments import fragment, preview
from tournament.live.news import follows
from tournament.live.shared_pages import share
from tournament.live.sharing.parameters import brought_by_streams
from tournament.rounds.actions.approve_round import approve_round, withdraw_approval
from tournament.rounds.actions.take_back_round import take_back_round
from tournament.rounds.exports.previews import round_preview
from tournament.rounds.queries.round import round_page, signed_sheets
from tournament.table.queries.calls import open_calls


@require_safe
@vary_on_headers("HX-Request")
@brought_by_streams()
def round(request: TenboRequest, slug: str, number: int) -> HttpResponse:  # noqa: A001 (named like its URL)
    """Show the seats and the progress of each table."""
    tournament = seen_tournament(request, slug)
    round_ = get_object_or_404(tournament.rounds, number=number)
    sight = sight_of(tournament, request.visitor)

    @cache
    def context() -> dict[str, Any]:
        return {
            "tournament": tournament,
            "round": round_,
            "sheets": signed_sheets(round_) if tournament.may_organize else "",  # read before the page's results
            "page": round_page(round_, sight=sight, for_team=tournament.is_of_team),
            "open_calls": open_calls(tournament).count() if tournament.is_of_team else 0,
            "held": tournament.may_organize and is_held_back(round_),
            "clock": read_clock(clock_of(round_), tournament.ruleset),
            "key": uuid4(),
        }

    audience = None if tournament.is_of_team else sight.key
    drawn = fragment(request, "rounds/round/page.html#round-page", context, of=tournament, audience=audience)
    share(request, tournament, audience)
    if request.htmx:
        return HttpResponse(drawn)
    page = {"tournament": tournament, "round": round_, "fragment": drawn}
    page["preview"] = preview(
        request, lambda: round_preview(tournament, round_, context()["page"]), of=tournament, audience=audience
    )
    page["follows"] = follows([tournament])
    return render(request, "rounds/round/page.html", page)


@require_POST
@login_required
def round_take_back(request: TenboRequest, slug: str, number: int) -> HttpResponse:
    """Take back the start of a round that was started by mistake."""
    tournament = organized_tournament(request, slug)
    with refusal_as_message(request):
        take_back_round(tournament_id=tournament.pk, number=number, by=request.visitor)
        messages.success(request, _("The start of round %(number)s was undone.") % {"number": number})
        return redirect(tournament)
    return redirect("round", tournament.slug, number)


@require_POST
@login_required
def round_approve(request: TenboRequest, slug: str, number: int) -> HttpResponse:
    """Approve the results of a round, or withdraw the approval; redirect to the round's page, or to the desk."""
    tournament = organized_tournament(request, slug)
    round_ = get_object_or_404(tournament.rounds, number=number)
    form = RoundDecisionForm(request.POST)
    if not form.is_valid():
        messages.error(request, _("This form is incomplete. Nothing was changed; try again."))
    elif form.cleaned_data["withdraw"]:
        withdraw_approval(tournament_id=tournament.pk, number=number, by=request.visitor)
        messages.success(request, _("The approval was withdrawn."))
    else:
        with refusal_as_message(request):
            seen = {"key": form.cleaned_data["key"], "sheets": form.cleaned_data["sheet"]}
            approve_round(tournament_id=tournament.pk, number=number, by=request.visitor, **seen)
            messages.success(request, _("The results of round %(number)s are approved.") % {"number": number})
    return redirect("desk", slug) if request.POST.get("back") == "desk" else redirect(round_)
