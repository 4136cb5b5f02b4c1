"""Cancel a hanchan, or start a new hanchan instead of a cancelled one."""

from django.contrib import messages
from django.forms import Form
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from tournament.core.forms.submission import SubmissionForm
from tournament.core.requests import TenboRequest
from tournament.core.views.answers import form_status, refusal_on, require_safe_or_post
from tournament.core.views.authority import refereed_hanchan
from tournament.games.queries.corrections import entry_address
from tournament.games.queries.game import load_game
from tournament.standings.queries.place_changes import place_changes
from tournament.table.actions.cancel_hanchan import cancel_hanchan, restart_hanchan
from tournament.table.forms.cancel_hanchan import CancelForm
from tournament.table.views.table_return_address import table_return_address


@require_safe_or_post
def hanchan_cancel(request: TenboRequest, slug: str, pk: int) -> HttpResponse:
    """Cancel a hanchan with a reason; if the hanchan is already cancelled, start a new one."""
    hanchan = refereed_hanchan(request, slug, pk)
    again = "again" in request.POST and hanchan.cancelled_by_id is not None
    form: Form = SubmissionForm(request.POST) if again else CancelForm(request.POST)
    if request.method != "POST":
        form = CancelForm.for_hanchan(hanchan)
    elif form.is_valid():
        data = form.cleaned_data
        with refusal_on(form):
            if again:
                restart_hanchan(hanchan_id=hanchan.pk, key=data["key"], by=request.visitor)
            else:
                cancel_hanchan(hanchan_id=hanchan.pk, by=request.visitor, **data)
            messages.success(request, _("The hanchan is started again.") if again else _("The hanchan is cancelled."))
            return redirect(entry_address(hanchan))
    game = load_game(hanchan)
    context = {
        "hanchan": hanchan,
        "home": table_return_address(request, hanchan),
        "game": game,
        "form": form,
        "places": place_changes(game, None),
    }
    return render(request, "table/cancel_hanchan/page.html", context, status=form_status(form))
