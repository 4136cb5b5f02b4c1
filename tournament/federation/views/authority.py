"""The permission check of a federation's pages."""

from django.http import Http404

from tournament.core.requests import TenboRequest


def check_federation(request: TenboRequest) -> None:
    """Raise Http404 unless the visitor belongs to the federation's staff."""
    if not request.visitor.is_federation:
        raise Http404
