"""The permission check of a club's pages for its organizers."""

from django.shortcuts import get_object_or_404

from tournament.core.requests import TenboRequest
from tournament.models import Club


def organized_club(request: TenboRequest, slug: str) -> Club:
    """Return the club if this visitor organizes it, else raise 404."""
    return get_object_or_404(Club.objects.organized_by(request.visitor), slug=slug)
