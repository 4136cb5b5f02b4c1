"""Pages for the visibility of rounds: the settings, the release of a round, and the link for the hall."""

from typing import Any
from uuid import uuid4

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from tournament.core.actions.write_budget import never_refused
from tournament.core.addresses import absolute_url
from tournament.core.forms.submission import RoundDecisionForm
from tournament.core.limits import MOST_ROUNDS
from tournament.core.requests import TenboRequest, remember_hall_link
from tournament.core.views.answers import refusal_as_message, require_safe_or_post
from tournament.core.views.authority import organized_tournament
from tournament.core.views.rates import count_new_browser
from tournament.models import Tournament
from tournament.rounds.actions.release_round import hold_back_round, release_round
from tournament.rounds.queries.visibility_page import rounds_shown
from tournament.screens.actions.hall_link import make_hall_link, revoke_hall_link
from tournament.site.actions.edit_visibility import drop_round_visibility, edit_visibility
from tournament.site.forms.visibility import VisibilityForm


@require_safe_or_post
@never_refused
@login_required
@never_cache
def visibility(request: TenboRequest, slug: str) -> HttpResponse:
    """Edit when players, hall and everyone see a round."""
    tournament = organized_tournament(request, slug)
    form = VisibilityForm.of(tournament, request.POST or None)
    if request.method == "POST":
        if not form.is_valid():
            return _page(request, tournament, form, status=422)
        edit_visibility(
            tournament_id=tournament.pk, number=None, base=form.initial, by=request.visitor, **form.cleaned_data
        )
        messages.success(request, _("From now on results are shown at the times that you chose."))
        return redirect("visibility", slug)
    return _page(request, tournament, form)


@require_POST
@never_refused
@login_required
def round_visibility(request: TenboRequest, slug: str, number: int) -> HttpResponse:
    """Edit the visibility of one round, started or to come; with `drop`, the tournament's visibility applies to the
    round again."""
    tournament = organized_tournament(request, slug)
    if not 1 <= number <= MOST_ROUNDS:
        raise Http404
    if "drop" in request.POST:
        drop_round_visibility(tournament_id=tournament.pk, number=number, by=request.visitor)
        messages.success(
            request, _("The results of round %(number)s are shown like those of the other rounds.") % {"number": number}
        )
        return redirect("visibility", slug)
    current = tournament.round_visibilities.filter(number=number).first() or tournament
    form = VisibilityForm.of(current, request.POST, prefix=_prefix(number))
    if not form.is_valid():
        return _page(request, tournament, VisibilityForm.of(tournament), {number: form}, status=422)
    edit_visibility(
        tournament_id=tournament.pk, number=number, base=form.initial, by=request.visitor, **form.cleaned_data
    )
    messages.success(request, _("The results of round %(number)s now have their own times.") % {"number": number})
    return redirect("visibility", slug)


@require_POST
@login_required
def round_release(request: TenboRequest, slug: str, number: int) -> HttpResponse:
    """Release a round that was held back, or hold it back again."""
    tournament = organized_tournament(request, slug)
    get_object_or_404(tournament.rounds, number=number)
    form = RoundDecisionForm(request.POST)
    if not form.is_valid():
        messages.error(request, _("This form is incomplete. Nothing was changed; try again."))
    elif form.cleaned_data["withdraw"]:
        hold_back_round(tournament_id=tournament.pk, number=number, by=request.visitor)
        messages.success(request, _("The results of round %(number)s are hidden again.") % {"number": number})
    else:
        with refusal_as_message(request):
            release_round(tournament_id=tournament.pk, number=number, key=form.cleaned_data["key"], by=request.visitor)
            messages.success(request, _("The results of round %(number)s are released.") % {"number": number})
    return redirect("visibility", slug)


@require_POST
@never_refused
@login_required
def hall_link_new(request: TenboRequest, slug: str) -> HttpResponse:
    """Create a link for the hall, which replaces an earlier one."""
    make_hall_link(tournament_id=organized_tournament(request, slug).pk, by=request.visitor)
    messages.success(
        request,
        _("There is a new hall link. Screens that opened an earlier hall link now show only what everyone sees."),
    )
    return redirect("ceremony" if request.POST.get("for") == "ceremony" else "visibility", slug)


@require_POST
@never_refused
@login_required
def hall_link_remove(request: TenboRequest, slug: str) -> HttpResponse:
    """Remove the link for the hall."""
    revoke_hall_link(tournament_id=organized_tournament(request, slug).pk, by=request.visitor)
    messages.success(
        request, _("The hall link was withdrawn. Screens that opened it now show only what everyone sees.")
    )
    return redirect("visibility", slug)


@require_safe
@never_cache
def hall_link(request: TenboRequest, slug: str, token: str) -> HttpResponse:
    """Open the link for the hall: from then on this browser may see everything that is shown in the hall."""
    tournament = get_object_or_404(Tournament, slug=slug)
    if not tournament.accepts_hall(token):
        raise Http404
    count_new_browser(request, tournament, f"hall {tournament.pk} {tournament.hall_nonce}")
    remember_hall_link(request, tournament)
    return redirect("hall", slug)


def _prefix(number: int) -> str:
    return f"round-{number}"


def _page(
    request: TenboRequest,
    tournament: Tournament,
    form: VisibilityForm,
    forms_of_rounds: dict[int, VisibilityForm] | None = None,
    *,
    status: int = 200,
) -> HttpResponse:
    bound = forms_of_rounds or {}
    rounds = [
        (line, bound.get(line.number) or VisibilityForm.of(line.times, prefix=_prefix(line.number)))
        for line in rounds_shown(tournament)
    ]
    page: dict[str, Any] = {
        "tournament": tournament,
        "form": form,
        "rounds": rounds,
        "link": absolute_url(request, tournament.get_hall_link()) if tournament.hall_nonce else "",
        "key": uuid4(),
    }
    return render(request, "site/visibility/page.html", page, status=status)
