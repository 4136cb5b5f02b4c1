"""The first page."""

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tournament.middleware import TenboRequest
from tournament.queries import home as queries


@require_safe
def home(request: TenboRequest) -> HttpResponse:
    """What Tenbo is, one's own tournaments, and the public ones."""
    return render(request, "home/page.html", {"home": queries.home(request.visitor, request.GET.get("page", ""))})
