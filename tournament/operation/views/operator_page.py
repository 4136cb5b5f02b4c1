"""The page for the site's operator: problems of the site, the current load, and the last hour."""

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from tournament.core.addresses import private_client_address
from tournament.core.requests import TenboRequest
from tournament.operation.queries.operator_page import operator_page


@require_safe
@never_cache
def operator(request: TenboRequest) -> HttpResponse:
    """Show the operator's page to staff; 404 for all others."""
    account = request.visitor.account
    if account is None or not account.is_staff:
        raise Http404
    return render(request, "operation/operator/page.html", {"site": operator_page(private_client_address(request))})
