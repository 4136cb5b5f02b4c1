"""The account whose limits an event uses."""

from django.db.models import QuerySet

from tournament.models import Membership
from tournament.models.tournament import ORGANIZING


def accountable(memberships: QuerySet[Membership]) -> int | None:
    """Return the account that is accountable for an event with these memberships: of its owners and organizers the one
    who has been in the team longest; None if there is nobody.

    Whether somebody is an owner does not matter, because another owner can make any member an owner, and so could use
    up this person's mails and turns.
    """
    organizing = memberships.filter(role__in=ORGANIZING).order_by("pk")
    return organizing.values_list("user", flat=True).first()
