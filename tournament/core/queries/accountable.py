"""The account whose limits an event uses."""

from django.db.models import OuterRef, QuerySet, Subquery

from tournament.models import Membership
from tournament.models.tournament import ORGANIZING


def accountable(memberships: QuerySet[Membership]) -> int | None:
    """Return the id of the account that is accountable for an event with these memberships. This is the owner or
    organizer who has been in the team longest, among those who agreed to organize it (`Membership.has_agreed`). If
    nobody agreed, all owners and organizers count. None if there is no owner or organizer.

    Owners do not come before organizers. Otherwise another owner could make this person an owner, so that the event
    uses up this person's mails and turns. Who agreed stays in the team (`site.actions.team`), unless the account is
    deleted or leaves the club of a night.
    """
    return _accounts(memberships).first()


def accountable_for(tournament: str) -> Subquery:
    """Return the account that is `accountable` as an expression; `tournament` is the query's path to the event."""
    return Subquery(_accounts(Membership.objects.filter(tournament=OuterRef(tournament)))[:1])


def _accounts(memberships: QuerySet[Membership]) -> "QuerySet[Membership, int]":
    organizing = memberships.filter(role__in=ORGANIZING).order_by("-has_agreed", "pk")
    return organizing.values_list("user", flat=True)
