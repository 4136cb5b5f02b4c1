"""Begin a tournament as a copy of another."""

from uuid import uuid4

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render

from tournament.archive.actions.copy_tournament import copy_tournament
from tournament.archive.forms.copy_tournament import CopyForm
from tournament.core.errors import NotDone
from tournament.core.requests import TenboRequest
from tournament.core.views.answers import require_safe_or_post
from tournament.core.views.authority import organized_tournament


@require_safe_or_post
@login_required
def tournament_copy(request: TenboRequest, slug: str) -> HttpResponse:
    """A name is enough."""
    tournament = organized_tournament(request, slug)
    if not request.visitor.may_create_tournaments:
        raise Http404
    form = CopyForm(request.POST or None, initial={"key": uuid4(), "name": tournament.name, "with_team": True})
    status = 200
    if request.method == "POST":
        status = 422
        if form.is_valid():
            try:
                return redirect(copy_tournament(origin_id=tournament.pk, **form.cleaned_data, by=request.visitor))
            except NotDone as error:
                form.add_error(None, str(error.message))
                status = 409
    return render(request, "archive/copy_tournament/page.html", {"tournament": tournament, "form": form}, status=status)
