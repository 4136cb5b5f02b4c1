"""What was done in a tournament, by whom, when and why."""

from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from tournament.middleware import TenboRequest
from tournament.models import Tournament
from tournament.queries.log import import_of, log_page


@require_safe
@login_required
def log(request: TenboRequest, slug: str) -> HttpResponse:
    """The log, for the team."""
    tournament = get_object_or_404(
        Tournament.objects.refereed_by(request.visitor).with_role(request.visitor), slug=slug
    )
    page = log_page(tournament, request.GET.get("page", ""))
    return render(request, "log/page.html", {"tournament": tournament, "page": page, "imported": import_of(tournament)})
