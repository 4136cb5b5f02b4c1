"""Record that a player leaves the tournament, or comes back."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _

from tournament.core.requests import TenboRequest
from tournament.core.views.answers import refusal_as_message, require_safe_or_post
from tournament.core.views.authority import organized_tournament
from tournament.games.queries.departures import departure_of
from tournament.games.queries.seats import next_round_number
from tournament.models import Departure, Entry, Tournament
from tournament.people.actions.depart import come_back, depart
from tournament.people.forms.departure import DepartureForm
from tournament.people.forms.penalties import TakeBackForm


@require_safe_or_post
@login_required
def departure(request: TenboRequest, slug: str, number: int) -> HttpResponse:
    """Show a form to leave to the entry of a player, and the departure with a form to come back to one who left."""
    tournament = organized_tournament(request, slug)
    entry = get_object_or_404(tournament.entries.select_related("player"), number=number)
    form: DepartureForm | TakeBackForm
    if request.method == "POST" and "kind" not in request.POST:
        form = TakeBackForm(request.POST)
        if form.is_valid():
            come_back(entry_id=entry.pk, reason=form.cleaned_data["reason"], by=request.visitor)
            messages.success(request, _("%(name)s continues.") % {"name": entry.player.name})
            return redirect("entry", tournament.slug, entry.number)
        return _page(request, tournament, entry, form, 422)
    if request.method == "POST":
        form = DepartureForm(request.POST)
        if not form.is_valid():
            return _page(request, tournament, entry, form, 422)
        data = form.cleaned_data
        with refusal_as_message(request):
            depart(
                entry_id=entry.pk,
                key=data["key"],
                kind=Departure.Kind(data["kind"]),
                from_round=data["from_round"],
                reason=data["reason"],
                by=request.visitor,
            )
            messages.success(request, _("%(name)s no longer plays.") % {"name": entry.player.name})
            return redirect("entry", tournament.slug, entry.number)
        return _page(request, tournament, entry, TakeBackForm(), 409)
    return _page(request, tournament, entry, None, 200)


def _page(
    request: TenboRequest, tournament: Tournament, entry: Entry, form: DepartureForm | TakeBackForm | None, status: int
) -> HttpResponse:
    current = departure_of(entry)
    if form is None:
        form = TakeBackForm() if current else DepartureForm.empty(next_round=next_round_number(tournament))
    context = {"tournament": tournament, "entry": entry, "departure": current, "form": form}
    return render(request, "people/departure/page.html", context, status=status)
