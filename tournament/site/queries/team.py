"""Who runs a tournament, and who was asked to."""

from dataclasses import dataclass

from django.db.models import QuerySet
from django.utils import timezone

from tournament.models import Invitation, Membership, Role, Tournament

RANK = {Role.OWNER.value: 3, Role.ORGANIZER.value: 2, Role.REFEREE.value: 1}
"""The higher may do all that the lower may."""


@dataclass(frozen=True)
class Team:
    """Members by rank and name, and the invitations that can still be taken."""

    members: list[Membership]
    invitations: QuerySet[Invitation]

    @property
    def owners(self) -> int:
        return sum(member.role == Role.OWNER for member in self.members)


def team(tournament: Tournament) -> Team:
    members = tournament.memberships.select_related("user")
    return Team(
        members=sorted(members, key=lambda member: (-RANK[member.role], member.user.username.casefold())),
        invitations=tournament.invitations.filter(expires_at__gt=timezone.now())
        .select_related("created_by")
        .order_by("-created_at"),
    )
