"""Copies the team of a tournament to the tournaments derived from it: late copies and the rehearsal. For actions that
hold the tournament's lock."""

from itertools import product
from typing import Any

from django.db.models import Q

from tournament.models import Membership, Role, Tournament
from tournament.models.imported import late_copies
from tournament.models.tournament import ORGANIZING


def share_late_copies(tournament: Tournament) -> None:
    """Copy the team of this tournament, with the same roles, to its `late_copies`: the separate tournaments made from
    files that laptops returned too late. Only what differs is written, in a few queries for any team."""
    copies = list(late_copies([tournament.pk]))
    if not copies:
        return
    team = {member.user_id: member for member in tournament.memberships.all()}
    Membership.objects.filter(tournament__in=copies).exclude(user__in=team).delete()
    there = {(row.tournament_id, row.user_id): row for row in Membership.objects.filter(tournament__in=copies)}
    new, changed = [], []
    for copy, (user, member) in product(copies, team.items()):
        shared, row = _shared(member), there.get((copy, user))
        if row is None:
            new.append(Membership(tournament_id=copy, user_id=user, **shared))
        elif any(getattr(row, name) != value for name, value in shared.items()):
            for name, value in shared.items():
                setattr(row, name, value)
            changed.append(row)
    Membership.objects.bulk_create(new)
    Membership.objects.bulk_update(changed, ["role", "invited_by", "has_agreed"], batch_size=100)


def follow_in_rehearsal(tournament: Tournament, user_id: int) -> None:
    """Give an account the same role in the tournament's rehearsal as in the tournament, or none, and revoke the
    rehearsal's invitations. A guest of the rehearsal alone is removed if the inviter no longer organizes the
    tournament. Others who do not organize the tournament become referees of the rehearsal.

    The rehearsal has a copy of the team, in which the person who started it is the owner. The tournament's owners
    become owners of the rehearsal too.
    """
    rehearsal = Tournament.objects.filter(rehearsal_of=tournament).first()
    if rehearsal is None:
        return
    rehearsal.invitations.all().delete()
    organizers = tournament.memberships.filter(role__in=ORGANIZING).values("user")
    guests = rehearsal.memberships.exclude(user__in=tournament.memberships.values("user"))
    guests.filter(invited_by__isnull=False).exclude(invited_by__in=organizers).delete()
    agreed = set(rehearsal.memberships.filter(role__in=ORGANIZING, has_agreed=True).values_list("user", flat=True))
    rehearsal.memberships.filter(user=user_id).delete()
    # The person who left may have made others organizers of the rehearsal. The robots, whom nobody invited, stay.
    robots = guests.filter(invited_by=None).values("user")
    others = rehearsal.memberships.exclude(user__in=organizers).exclude(user__in=robots)
    others.update(role=Role.REFEREE)
    for member in tournament.memberships.filter(Q(user=user_id) | Q(role=Role.OWNER)):
        in_rehearsal = _shared(member) | {"has_agreed": member.user_id in agreed}
        Membership.objects.update_or_create(tournament=rehearsal, user_id=member.user_id, defaults=in_rehearsal)


def _shared(member: Membership) -> dict[str, Any]:
    return {"role": member.role, "invited_by_id": member.invited_by_id, "has_agreed": member.has_agreed}
