"""Change the team of a tournament: roles and leaving.

A tournament always has an owner. Each change counts the owners under the tournament's lock, so that the last two owners
cannot both leave at the same moment.
"""

from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournament.archive.actions.hand_over import replace_mirror_key
from tournament.archive.queries.hand_over import is_late_copy
from tournament.core.actions.journal import log
from tournament.core.actions.locking import locked_tournament
from tournament.core.actions.owners import check_owner
from tournament.core.errors import Archived, NotDone
from tournament.models import Membership, Role, Tournament, User, Visitor
from tournament.models.tournament import ORGANIZING
from tournament.people.actions.renew_links import renew_links_of
from tournament.site.actions.following_teams import follow_in_rehearsal, share_late_copies
from tournament.site.actions.former_nights import kept_out_of_club
from tournament.site.actions.invitations import revoke_invitations
from tournament.site.queries.team import RANK


class LastOwner(NotDone):
    """The change would leave the tournament without an owner."""

    message = _("A tournament needs an owner. Make another member an owner first.")


class NobodyAgreed(NotDone):
    """The member is the last who agreed to organize (`Membership.has_agreed`). Somebody else would have to answer for
    the tournament without being asked (`accountable`)."""

    message = _(
        "The others were given their roles without being asked. First invite one of them to organize this tournament:"
        " once they accept the invitation, you can leave."
    )


def change_role(*, tournament_id: int, member_id: int, role: Role, by: Visitor) -> int:
    """Give a member another role. If the member can no longer organize, revoke the member's invitations, and
    everybody's invitations to become an organizer. Return the number of revoked invitations.

    The team can be changed while the tournament is away at a laptop, and in the archive roles can be lowered. A member
    who was an owner may have the laptop's file, so the key for the live mirror in this file is replaced: the other
    owners have to download the file again.
    Raises `LastOwner`, `NobodyAgreed`, `NoOwnerAnyMore`, `Archived`, `Membership.DoesNotExist`.
    """
    with locked_tournament(tournament_id, even_archived=True, even_away=True) as tournament:
        check_owner(tournament, by)
        member = _member(tournament, member_id)
        _check_no_late_copy(tournament)
        if tournament.archived_at is not None and RANK[role] > RANK[member.role]:
            raise Archived
        if member.role == role:
            return 0
        if member.role == Role.OWNER:
            _check_other_owner(tournament, member)
        if member.user != by.account:
            _agree(tournament, by)
        before, member.role = member.role, role
        if before not in ORGANIZING:
            member.has_agreed, member.invited_by = False, by.account  # the inviter of a referee chose no organizer
        elif role not in ORGANIZING:
            _check_other_agreed(tournament, member)
        with kept_out_of_club(tournament, by):
            member.save(update_fields=["role", "has_agreed", "invited_by"])
        if before == Role.OWNER:
            replace_mirror_key(tournament)
        share_late_copies(tournament)
        follow_in_rehearsal(tournament, member.user_id)
        log(
            tournament,
            "team.role_changed",
            by=by,
            name=member.user.get_full_name() or member.user.get_username(),
            before=before,
            after=role.value,
            protects=RANK[role] < RANK[before],
        )
        if role in ORGANIZING:
            return 0
        return revoke_invitations(tournament, Q(role__in=ORGANIZING) | Q(created_by=member.user), by=by)


def remove_member(
    *,
    tournament_id: int,
    member_id: int,
    by: Visitor,
    new_tables: bool = False,
    new_players: bool = False,
    new_hall: bool = False,
) -> int:
    """Remove a member, who may be `by`, from the team. Returns the number of revoked invitations, and raises the errors
    of `change_role`.

    This works in the archive too. The member also leaves the tournament's `late_copies`. Because the member may know
    the old links, `new_tables` and `new_players` renew the links of all tables or players, and `new_hall` the hall
    link. While the tournament is away, the links are on the laptop, so these three arguments raise `Away`.
    """
    even_away = not (new_tables or new_players or new_hall)
    with locked_tournament(tournament_id, even_archived=True, even_away=even_away) as tournament:
        _check_no_late_copy(tournament)
        member = _member(tournament, member_id)
        if member.user != by.account:
            check_owner(tournament, by)
            _agree(tournament, by)
        if member.role == Role.OWNER:
            _check_other_owner(tournament, member)
        if member.role in ORGANIZING:
            _check_other_agreed(tournament, member)
        with kept_out_of_club(tournament, by):
            _end_role(tournament, member, by=by)
        if member.user != by.account:
            renew_links_of(tournament, tables=new_tables, players=new_players, hall=new_hall, by=by, ends_a_role=True)
        return _revoke_invitations_after(tournament, member, by=by)


def end_membership(*, tournament_id: int, user_id: int, heir: User | None, by: Visitor) -> None:
    """End an account's role in a tournament as `remove_member` does, even if the tournament is archived or away. If the
    account is an owner, `heir` becomes an owner instead; without an heir the owner stays. For an account without a role
    nothing changes.

    For actions only: the caller checks that `by` may decide this.
    """
    with locked_tournament(tournament_id, even_archived=True, even_away=True) as tournament:
        member = tournament.memberships.select_related("user").filter(user=user_id).first()
        if member is None or (member.role == Role.OWNER and heir is None):
            return
        _end_role(tournament, member, by=by)
        if member.role == Role.OWNER and heir is not None:
            _make_owner(tournament, heir, by=by)
        _revoke_invitations_after(tournament, member, by=by)


def _end_role(tournament: Tournament, member: Membership, *, by: Visitor) -> None:
    member.delete()
    if member.role == Role.OWNER:
        replace_mirror_key(tournament)
    share_late_copies(tournament)
    follow_in_rehearsal(tournament, member.user_id)
    if member.user == by.account:
        log(tournament, "team.left", by=by, role=member.role)
    else:
        name = member.user.get_full_name() or member.user.get_username()
        log(tournament, "team.removed", by=by, name=name, role=member.role)


def _revoke_invitations_after(tournament: Tournament, member: Membership, *, by: Visitor) -> int:
    """Revoke the invitations made by a member who has left; if somebody else removed the member, revoke everybody's
    invitations. Return their number."""
    which = Q(created_by=member.user) if member.user == by.account else Q()
    return revoke_invitations(tournament, which, by=by)


def _make_owner(tournament: Tournament, user: User, *, by: Visitor) -> None:
    member, _is_new = tournament.memberships.get_or_create(user=user, defaults={"role": Role.REFEREE})
    if member.role == Role.OWNER:
        return
    if member.role not in ORGANIZING:
        member.has_agreed, member.invited_by = user == by.account, None  # chosen as the heir, not invited
    before, member.role = member.role, Role.OWNER
    member.save(update_fields=["role", "has_agreed", "invited_by"])
    share_late_copies(tournament)
    follow_in_rehearsal(tournament, user.pk)
    name = user.get_full_name() or user.get_username()
    # `protects`: a full log does not refuse this entry, because the former owner's role has to end.
    log(tournament, "team.role_changed", by=by, name=name, before=before, after=Role.OWNER.value, protects=True)


def _check_no_late_copy(tournament: Tournament) -> None:
    """Raise `Archived` for a late copy, whose team is that of its tournament (`share_late_copies`)."""
    if tournament.archived_at is not None and is_late_copy(tournament):
        raise Archived


def _member(tournament: Tournament, member_id: int) -> Membership:
    return tournament.memberships.select_related("user").get(pk=member_id)


def _agree(tournament: Tournament, by: Visitor) -> None:
    """Note that the visitor agreed to organize the tournament, by changing its team."""
    tournament.memberships.filter(user=by.account, role__in=ORGANIZING).update(has_agreed=True)


def _check_other_agreed(tournament: Tournament, member: Membership) -> None:
    others = tournament.memberships.filter(role__in=ORGANIZING).exclude(pk=member.pk)
    if member.has_agreed and others.exists() and not others.filter(has_agreed=True).exists():
        raise NobodyAgreed


def _check_other_owner(tournament: Tournament, member: Membership) -> None:
    if not tournament.memberships.filter(role=Role.OWNER).exclude(pk=member.pk).exists():
        raise LastOwner
