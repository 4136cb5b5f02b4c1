"""The page to take back a penalty, of a player or of a team."""

from collections.abc import Callable

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from tournament.core.requests import TenboRequest
from tournament.core.views.answers import form_status, posted
from tournament.models import Penalty, TeamPenalty, Tournament
from tournament.people.forms.penalties import TakeBackForm


def take_back_page(
    request: TenboRequest,
    tournament: Tournament,
    penalty: Penalty | TeamPenalty,
    *,
    action: Callable[..., None],
    back: str,
) -> HttpResponse:
    """Ask for the reason, take the penalty back with the action `action`, and redirect to the list, whose URL name is
    `back`."""
    form = TakeBackForm(posted(request))
    if form.is_valid():
        action(penalty_id=penalty.pk, reason=form.cleaned_data["reason"], by=request.visitor)
        messages.success(request, _("The penalty was withdrawn."))
        return redirect(back, tournament.slug)
    context = {"tournament": tournament, "penalty": penalty, "form": form, "back": back}
    return render(request, "people/penalties/take_back.html", context, status=form_status(form))
