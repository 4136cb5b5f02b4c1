"""The account whose limits an event uses."""

from django.db.models import QuerySet

from tournament.models import Membership
from tournament.models.tournament import ORGANIZING


def accountable(memberships: QuerySet[Membership]) -> int | None:
    """Return the id of the account that is accountable for an event with these memberships: the owner or organizer who
    has been in the team longest. None if there is no owner or organizer.

    Owners do not come before organizers. Otherwise another owner could make this person an owner, so that the event
    uses up this person's mails and turns.
    """
    organizing = memberships.filter(role__in=ORGANIZING).order_by("pk")
    return organizing.values_list("user", flat=True).first()
