"""The members of a tournament's team, its open invitations, and who has left."""

from dataclasses import dataclass

from django.db.models import Min, QuerySet
from django.utils import timezone

from tournament.core.queries.logged import logged_values
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


MOST_LEFT = 10
"""The most names that `may_know_links` returns, the latest first."""

MOST_LEFT_READ = 300
"""The most log entries that `may_know_links` reads. Somebody may come and leave many times by one invitation."""


def may_know_links(tournament: Tournament) -> tuple[str, ...]:
    """Return the names of people who left the team, or were removed, after the oldest link of a table or player was
    made. They may have copied links that still work. Members of today are left out."""
    rows = (tournament.tables, tournament.entries)
    made = [row.aggregate(oldest=Min("link_made_at"))["oldest"] for row in rows]
    if not any(made):
        return ()
    kinds = ("team.left", "team.removed")
    log = tournament.log.filter(kind__in=kinds, at__gt=min(filter(None, made))).order_by("-number")
    names = (removed or author for removed, author in logged_values(log[:MOST_LEFT_READ], ["name"], "actor_name"))
    members = tournament.memberships.select_related("user")
    today = {member.user.get_full_name() or member.user.get_username() for member in members}
    return tuple(name for name in dict.fromkeys(names) if name not in today)[:MOST_LEFT]
