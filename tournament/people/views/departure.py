"""Record that a player leaves the tournament, or comes back."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.forms import Form
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
    """Show a form to record that a player leaves. For a player who has left, show the departure and a form to come
    back."""
    tournament = organized_tournament(request, slug)
    entry = get_object_or_404(tournament.entries.select_related("player"), number=number)
    if request.method != "POST":
        return _page(request, tournament, entry)
    form = DepartureForm(tournament, request.POST) if "kind" in request.POST else TakeBackForm(request.POST)
    if not form.is_valid():
        return _page(request, tournament, entry, form, 422)
    data = form.cleaned_data
    if isinstance(form, DepartureForm):
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
    come_back(entry_id=entry.pk, reason=data["reason"], by=request.visitor)
    messages.success(request, _("%(name)s plays again.") % {"name": entry.player.name})
    return redirect("entry", tournament.slug, entry.number)


def _page(
    request: TenboRequest, tournament: Tournament, entry: Entry, form: Form | None = None, status: int = 200
) -> HttpResponse:
    current = departure_of(entry)
    if form is None:
        form = TakeBackForm() if current else DepartureForm.empty(tournament, next_round=next_round_number(tournament))
    context = {"tournament": tournament, "entry": entry, "departure": current, "form": form}
    return render(request, "people/departure/page.html", context, status=status)
