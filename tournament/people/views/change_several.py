"""Change the players who are ticked in the list: payment, status, or removal."""

from urllib.parse import urlencode

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST

from tournament.core.requests import TenboRequest
from tournament.core.views.answers import refusal_as_message
from tournament.core.views.authority import organized_tournament
from tournament.core.views.confirmation import recently_confirmed
from tournament.models import Tournament
from tournament.people.actions.change_several import change_several as change_entries
from tournament.people.forms.change_several import ChangeSeveralForm
from tournament.people.several_change import SeveralChange


@require_POST
@login_required
def change_several(request: TenboRequest, slug: str) -> HttpResponse:
    """Make one change to all ticked players, and return to the list with its present filter. A removal must be
    confirmed first, and needs the password."""
    tournament = organized_tournament(request, slug)
    filters = urlencode({name: value for name in ("q", "sort", "without") if (value := request.GET.get(name))})
    back = f"{reverse('players', args=[slug])}{'?' if filters else ''}{filters}"
    form = ChangeSeveralForm(tournament, request.POST)
    if not form.is_valid():
        messages.error(request, form.problem)
        return redirect(back)
    change, chosen = form.cleaned_data["change"], form.cleaned_data["entry"]
    numbers = [entry.number for entry in chosen]
    if change is not SeveralChange.REMOVED:
        return _change(request, tournament, numbers, change, back, form.shown_cancelled)
    if form.cleaned_data["is_sure"]:
        return _remove(request, tournament, numbers, change, back)
    context = {"tournament": tournament, "chosen": chosen, "back": back, "filters": filters}
    return render(request, "people/players/remove_several.html", context)


def _change(
    request: TenboRequest,
    tournament: Tournament,
    numbers: list[int],
    change: SeveralChange,
    back: str,
    shown_cancelled: set[int] | None = None,
) -> HttpResponse:
    with refusal_as_message(request):
        count = change_entries(
            tournament_id=tournament.pk,
            numbers=numbers,
            change=change,
            shown_cancelled=shown_cancelled,
            by=request.visitor,
        )
        messages.success(request, _words(change, count))
    return redirect(back)


_remove = recently_confirmed(_change)


def _words(change: SeveralChange, count: int) -> str:
    if change is SeveralChange.REMOVED:
        words = ngettext("%(count)s player was removed.", "%(count)s players were removed.", count)
    else:
        words = ngettext("%(count)s player was changed.", "%(count)s players were changed.", count)
    return words % {"count": count}
