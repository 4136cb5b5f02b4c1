"""The members of a tournament's team, and its open invitations."""

from dataclasses import dataclass

from django.db.models import QuerySet
from django.utils import timezone

from tournament.models import Invitation, Membership, Role, Tournament

RANK = {Role.OWNER.value: 3, Role.ORGANIZER.value: 2, Role.REFEREE.value: 1}
"""Roles by rank; a higher role includes the permissions of the lower ones."""


@dataclass(frozen=True)
class Team:
    """The members, sorted by role (highest first) and then by name, and the invitations that can still be accepted."""

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
