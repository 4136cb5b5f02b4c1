"""Archive a tournament that is over, or delete it."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from tournament.archive.actions.archive_tournament import archive_tournament, unarchive_tournament
from tournament.archive.actions.delete_tournament import delete_tournament
from tournament.archive.forms.close_tournament import DeleteForm
from tournament.archive.queries.hand_over import is_late_copy, late_copies_of
from tournament.core.actions.write_budget import never_refused
from tournament.core.requests import TenboRequest
from tournament.core.views.answers import form_status, refusal_as_message, refusal_on
from tournament.core.views.authority import owned_tournament
from tournament.core.views.confirmation import recently_confirmed
from tournament.models import Tournament


@require_safe
@login_required
def tournament_close(request: TenboRequest, slug: str) -> HttpResponse:
    """Show the page to archive or delete a tournament, which offers the safety copy first."""
    return _page(request, owned_tournament(request, slug), DeleteForm(), 200)


@require_POST
@never_refused
@login_required
def tournament_archive(request: TenboRequest, slug: str) -> HttpResponse:
    """Archive the tournament, or make it writable again if the form has the field `back`."""
    tournament = owned_tournament(request, slug)
    if "back" in request.POST:
        with refusal_as_message(request):
            unarchive_tournament(tournament_id=tournament.pk, by=request.visitor)
            messages.success(request, _("The tournament is no longer archived."))
    else:
        archive_tournament(tournament_id=tournament.pk, by=request.visitor)
        messages.success(request, _("The tournament is archived."))
    return redirect(tournament)


@require_POST
@never_refused
@login_required
@recently_confirmed
def tournament_delete(request: TenboRequest, slug: str) -> HttpResponse:
    """Delete the tournament for good."""
    tournament = owned_tournament(request, slug)
    form = DeleteForm(request.POST)
    if form.is_valid():
        with refusal_on(form, "name"):
            delete_tournament(tournament_id=tournament.pk, name=form.cleaned_data["name"], by=request.visitor)
            messages.success(request, _("%(name)s was deleted.") % {"name": tournament.name})
            return redirect("home")
    return _page(request, tournament, form, form_status(form))


def _page(request: TenboRequest, tournament: Tournament, form: DeleteForm, status: int) -> HttpResponse:
    page = {
        "tournament": tournament,
        "form": form,
        "is_late_copy": is_late_copy(tournament),
        "late_copies": late_copies_of(tournament),
    }
    return render(request, "archive/close_tournament/page.html", page, status=status)
