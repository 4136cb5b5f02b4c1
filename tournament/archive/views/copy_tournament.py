"""Begin a tournament as a copy of another."""

from uuid import uuid4

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render

from tournament.archive.actions.copy_tournament import copy_tournament
from tournament.archive.forms.copy_tournament import CopyForm
from tournament.core.requests import TenboRequest
from tournament.core.views.answers import form_status, posted, refusal_on, require_safe_or_post
from tournament.core.views.authority import organized_tournament
from tournament.core.views.rates import TOURNAMENTS, count_of_visitor


@require_safe_or_post
@login_required
def tournament_copy(request: TenboRequest, slug: str) -> HttpResponse:
    """Show the form to copy a tournament, and make the copy; only the name is required."""
    tournament = organized_tournament(request, slug)
    if not request.visitor.may_create_tournaments:
        raise Http404
    initial = {"key": uuid4(), "name": tournament.name, "with_team": True}
    form = CopyForm(posted(request), initial=initial, is_owner=tournament.is_owned_by_visitor)
    if form.is_valid():
        with refusal_on(form):
            count_of_visitor(request, TOURNAMENTS)
            return redirect(copy_tournament(origin_id=tournament.pk, **form.cleaned_data, by=request.visitor))
    page = {"tournament": tournament, "form": form}
    return render(request, "archive/copy_tournament/page.html", page, status=form_status(form))
