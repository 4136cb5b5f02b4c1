"""What was done in a tournament, by whom, when and why."""

from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tournament.core.middleware import TenboRequest
from tournament.core.views.authority import refereed_tournament
from tournament.log.forms import LogForm
from tournament.log.queries import LogFilter, import_of, log_choices, log_page


@require_safe
@login_required
def log(request: TenboRequest, slug: str) -> HttpResponse:
    """The log, for the team; `?person=`, `kind`, `round` and `table` show a part of it."""
    tournament = refereed_tournament(request, slug)
    form = LogForm(request.GET, log_choices(tournament))
    context = {
        "tournament": tournament,
        "form": form,
        "is_filtered": form.filter != LogFilter(),
        "page": log_page(tournament, form.filter, request.GET.get("page", "")),
        "imported": import_of(tournament),
    }
    return render(request, "log/page.html", context)
