"""Invite people into the team of a tournament by links that work for anybody who knows them."""

import secrets
from datetime import timedelta
from hashlib import sha256

from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournament.core.actions.journal import log
from tournament.core.actions.locking import locked_tournament
from tournament.core.errors import NoOrganizerAnyMore, NotDone
from tournament.core.words.limits import with_limit
from tournament.models import Invitation, Membership, Role, Tournament, User, Visitor
from tournament.models.tournament import ORGANIZING
from tournament.site.actions.following_teams import share_late_copies
from tournament.site.queries.team import RANK

INVITATION_LASTS = timedelta(days=14)

MOST_INVITATIONS = 100
"""The most open invitations of one tournament. Several people may accept the same invitation."""

MOST_MEMBERS = 300
"""The most members of a team that come by invitations. Accounts are free, and many pages and each batch of mails read a
whole team."""


class InvitationGone(NotDone):
    """The invitation was taken back or has expired."""

    message = _("This invitation was withdrawn or is too old. Ask the club’s organizers for a new one.")


class TooManyInvitations(NotDone):
    """The tournament has `MOST_INVITATIONS` open invitations."""

    message = with_limit(
        _("%(most)s invitations are open. Withdraw some first, or send one of them to several people."),
        MOST_INVITATIONS,
    )


class TeamFull(NotDone):
    """The team has `MOST_MEMBERS` members."""

    message = with_limit(
        _("The team already has %(most)s members. Ask its owners to remove somebody who no longer helps."),
        MOST_MEMBERS,
    )


def invite(*, tournament_id: int, role: Role, by: Visitor) -> str:
    """Create an invitation and return its token (`hash_of`). Raises `NoOrganizerAnyMore` and `TooManyInvitations`."""
    token = secrets.token_urlsafe(32)
    with locked_tournament(tournament_id) as tournament:
        organizer = _checked_organizer(tournament, by)
        tournament.invitations.filter(expires_at__lte=timezone.now()).delete()
        if tournament.invitations.count() >= MOST_INVITATIONS:
            raise TooManyInvitations
        tournament.invitations.create(
            role=role,
            token_hash=hash_of(token),
            created_by=organizer,
            expires_at=timezone.now() + INVITATION_LASTS,
        )
        log(tournament, "team.invited", by=by, role=role.value)
    return token


def revoke_invitation(*, tournament_id: int, invitation_id: int, by: Visitor) -> None:
    """Revoke an invitation, also in the archive or while away; a retry changes nothing. Raises `NoOrganizerAnyMore`."""
    with locked_tournament(tournament_id, even_archived=True, even_away=True) as tournament:
        _checked_organizer(tournament, by)
        revoke_invitations(tournament, Q(pk=invitation_id), by=by)


def accept_invitation(*, invitation: Invitation, by: Visitor) -> None:
    """Join with the invitation's role. Somebody who is already a member gets the higher of the old and the new role.
    All count as invited by this invitation's author from now on, but for organizers who open a link for referees: by
    the rights of the inviter they would read more than a referee.

    Raises `InvitationGone` and `TeamFull`.
    """
    with locked_tournament(invitation.tournament_id) as tournament:
        offered = tournament.invitations.filter(pk=invitation.pk, expires_at__gt=timezone.now()).first()
        if offered is None:
            raise InvitationGone
        others = tournament.memberships.exclude(user=by.account).count()
        if others >= MOST_MEMBERS and not tournament.memberships.filter(user=by.account).exists():
            raise TeamFull
        member, is_new = Membership.objects.get_or_create(
            tournament=tournament,
            user=by.account,
            defaults={"role": offered.role, "invited_by_id": offered.created_by_id},
        )
        kind = "team.joined" if is_new or RANK[member.role] < RANK[offered.role] else "team.accepted_again"
        if is_new or _accept_again(member, offered):
            log(tournament, kind, by=by, role=offered.role)
        share_late_copies(tournament)


def _accept_again(member: Membership, offered: Invitation) -> bool:
    """Give a member what another invitation offers beyond the first, and return whether there was anything."""
    before = (member.role, member.invited_by_id, member.has_agreed)
    is_inviter = offered.role in ORGANIZING or member.role not in ORGANIZING
    if is_inviter and offered.created_by_id != member.user_id:
        member.invited_by_id = offered.created_by_id
    if offered.role in ORGANIZING:
        member.has_agreed = True
    if RANK[member.role] < RANK[offered.role]:
        member.role = offered.role
    member.save(update_fields=["role", "invited_by", "has_agreed"])
    return before != (member.role, member.invited_by_id, member.has_agreed)


def hash_of(token: str) -> str:
    """Return the hash to store for an invitation's token; a plain hash is safe, because the token is random."""
    return sha256(token.encode()).hexdigest()


def revoke_invitations(tournament: Tournament, which: Q, *, by: Visitor) -> int:
    """Revoke these invitations and return their number. An invitation's link works for anybody who knows it, so a
    member could otherwise regain a lost role by an old link."""
    revoked = list(tournament.invitations.filter(which, expires_at__gt=timezone.now()))
    for invitation in revoked:
        log(tournament, "team.invitation_revoked", by=by, role=invitation.role)
        invitation.delete()
    return len(revoked)


def _checked_organizer(tournament: Tournament, by: Visitor) -> User:
    """Return the visitor's account. Raises `NoOrganizerAnyMore` if the account does not organize the tournament."""
    if by.account is None or by.role_in(tournament) not in ORGANIZING:
        raise NoOrganizerAnyMore
    return by.account
