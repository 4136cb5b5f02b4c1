"""The account whose limits an event uses."""

from django.db.models import QuerySet

from tournament.models import Membership
from tournament.models.tournament import ORGANIZING


def accountable(memberships: QuerySet[Membership]) -> int | None:
    """Return the id of the account that is accountable for an event with these memberships. Of the owners and
    organizers who agreed to organize it (`Membership.has_agreed`), it is the one who has been in the team longest; if
    nobody agreed, of all owners and organizers. None if there is no owner or organizer.

    Owners do not come before organizers. Otherwise another owner could make this person an owner, so that the event
    uses up this person's mails and turns. Who agreed stays in the team (`site.actions.team`), unless the account is
    deleted or leaves the club of a night.
    """
    organizing = memberships.filter(role__in=ORGANIZING).order_by("-has_agreed", "pk")
    return organizing.values_list("user", flat=True).first()
