"""Create a club, edit it, and change its organizers. This is not logged, because a club belongs to no tournament."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta

from django.core import signing
from django.db import IntegrityError, transaction
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournament.clubs.queries.organizers import CountedNights, counted_nights_of
from tournament.core.actions.contacts import bring_homes_back
from tournament.core.actions.rates import take
from tournament.core.actions.slugs import SameMoment, free_slug, slug_of
from tournament.core.errors import Archived, Away, MayNotCreate, NoOrganizerAnyMore, NotDone
from tournament.core.merge import merged
from tournament.core.rates import Rate
from tournament.models import Club, ClubTable, League, Tournament, User, Visitor
from tournament.models.clubs.club import club_nights
from tournament.models.links import LINK_COLUMNS, new_nonce
from tournament.people.actions.renew_links import renew_links
from tournament.site.actions.team import end_membership

INVITATION = "tenbo.club-invitation"
INVITATION_LASTS = 14 * 24 * 60 * 60
"""The seconds after which an invitation expires."""

JOINED = Rate("accounts that joined a club", 20, timedelta(days=1))
"""Limit for accounts that join one club. Each can be removed with new links in all the club's nights, whose logs always
record these."""


class ClubExists(NotDone):
    """This person already organizes a club with the same name; usually because the form was sent twice."""

    message = _("You already have a club with this name.")


class LastOrganizer(NotDone):
    """The change would leave a club without organizers."""

    message = _("Nothing was changed, because the club would have no organizer left. First invite another organizer.")


class InvitationInvalid(NotDone):
    """The invitation was withdrawn, has expired, or its token is invalid."""

    message = _("This invitation was withdrawn or is too old. Ask the club’s organizers for a new one.")


def create_club(*, name: str, place: str, ruleset_key: str, by: Visitor) -> Club:
    """Create a club, which the visitor organizes. Raises `MayNotCreate`, `ClubExists` and `SameMoment`."""
    if not by.may_create_tournaments or by.account is None:
        raise MayNotCreate
    with transaction.atomic():
        # A form may be sent twice at once; the second request waits here for the first.
        User.objects.select_for_update(no_key=True).get(pk=by.account.pk)
        _check_name(name, by)
        slug = free_slug(slug_of(name, otherwise="club"), Club.objects.all(), is_public=True)
        try:
            club = Club.objects.create(name=name, slug=slug, place=place, ruleset_key=ruleset_key)
        except IntegrityError:
            raise SameMoment from None
        club.organizers.add(by.account)
        return club


def edit_club(
    *,
    club_id: int,
    name: str,
    place: str,
    ruleset_key: str,
    by: Visitor,
    base: Mapping[str, str] | None = None,
) -> None:
    """Change a club. `base` has the values that the form was filled in with (see `merged`). The slug stays the same,
    because it is in the printed links. Raises `ClubExists`."""
    new = {"name": name, "place": place, "ruleset_key": ruleset_key}
    with transaction.atomic():
        club = locked_club(club_id, by)
        new = merged(new, base, {column: getattr(club, column) for column in new})
        _check_name(new["name"], by, except_pk=club.pk)
        club.name, club.place, club.ruleset_key = new["name"], new["place"], new["ruleset_key"]
        club.save(update_fields=["name", "place", "ruleset_key"])


def invitation_to(club: Club) -> str:
    """Return the token of an invitation to organize the club."""
    return signing.dumps([club.pk, club.invitation_nonce], salt=INVITATION)


def invited_to(token: str) -> Club:
    """Return the club to which an invitation with this token invites. Raises `InvitationInvalid`."""
    try:
        # Not with former keys: whoever stole one could invite themselves.
        pk, nonce = signing.loads(token, salt=INVITATION, max_age=INVITATION_LASTS, fallback_keys=[])
    except signing.BadSignature:
        raise InvitationInvalid from None
    club = Club.objects.filter(pk=pk, invitation_nonce=nonce).first()
    if club is None:
        raise InvitationInvalid
    return club


def withdraw_invitations(*, club_id: int, by: Visitor) -> None:
    """Invalidate all invitations that were made so far. Raises `Club.DoesNotExist` as `locked_club` does."""
    with transaction.atomic():
        _withdraw_invitations(locked_club(club_id, by))


def _withdraw_invitations(club: Club) -> None:
    club.invitation_nonce = new_nonce()
    club.save(update_fields=["invitation_nonce"])


def join_club(*, token: str, by: Visitor) -> Club:
    """Accept the invitation with this token: the visitor becomes an organizer of the club. A retry changes nothing.
    Raises `InvitationInvalid` and `TooOften`."""
    with transaction.atomic():
        club = Club.objects.select_for_update(no_key=True).get(pk=invited_to(token).pk)
        if by.account is None or invited_to(token) != club:
            raise InvitationInvalid
        if not club.organizers.filter(pk=by.account.pk).exists():
            take((JOINED, f"club {club.pk}"))
            club.organizers.add(by.account)
        return club


@dataclass(frozen=True, kw_only=True)
class CopiedLinks:
    """The kinds of links to renew because a removed organizer may have copied them: the links on the cards of the
    club's tables, and in the club's nights the links of tables, of players and of the hall."""

    cards: bool = False
    tables: bool = False
    players: bool = False
    hall: bool = False


@dataclass(frozen=True, kw_only=True)
class RemovedOrganizer:
    """What is left for the club to do after an organizer was removed; empty if the organizer left voluntarily.

    `nights_with_old_links` are the names of nights that keep their links because they are away at a laptop.
    `counted_nights` are the person's nights that left the club but still count in its leagues; None if there are none.
    """

    nights_with_old_links: Sequence[str] = ()
    counted_nights: CountedNights | None = None


def remove_organizer(
    *, club_id: int, user_id: int, by: Visitor, keeps_nights: bool = False, new: CopiedLinks = CopiedLinks()
) -> RemovedOrganizer:
    """Remove an organizer, who may be `by`; this also invalidates open invitations. Leagues of the club that the
    removed person owns get the owner `by` or, if `by` is removed, the first other organizer. A league of the club
    leaves its ladder if no remaining organizer may change the next league. The person's roles in the club's nights end
    (`club_nights`). People who belong to the club and whose homes leave it get other homes (`bring_homes_back`).

    If somebody else removes the person, the nights that the person owns leave the club and keep their owner. An
    organizer who leaves voluntarily hands these nights over like the leagues, or keeps them if `keeps_nights` is set.

    If somebody else removes the person, the links that `new` names are renewed in the nights that `by` organizes and
    that are not archived. A night that is away at a laptop keeps its links. Raises `LastOrganizer`.
    """
    leaves = by.account is not None and by.account.pk == user_id
    hands_over = leaves and not keeps_nights
    with transaction.atomic():
        club = locked_club(club_id, by)
        heir = _heir(club, user_id, by)
    # Each night has a transaction of its own, because a club may have hundreds. A retry continues with the remaining
    # nights.
    _end_roles(club, user_id, heir if hands_over else None, by)
    left_out = [] if leaves else _renew_links_of_nights(club, user_id, new, by)
    with transaction.atomic():
        club = locked_club(club_id, by)
        heir = _heir(club, user_id, by)
        _end_roles(club, user_id, heir if hands_over else None, by)  # in nights that were opened meanwhile
        counted = None if leaves else counted_nights_of(user_id, club, by)
        club.leagues.filter(owner=user_id).update(owner=heir)
        club.organizers.remove(user_id)
        bring_homes_back(club)
        _end_ladders(club)
        if new.cards and not leaves:
            _renew_cards(club)
        _withdraw_invitations(club)
        return RemovedOrganizer(nights_with_old_links=left_out, counted_nights=counted)


def _heir(club: Club, user_id: int, by: Visitor) -> User:
    staying = club.organizers.exclude(pk=user_id).order_by("pk")
    heir = next((user for user in staying if user == by.account), staying.first())
    if heir is None:
        raise LastOrganizer
    return heir


def _end_roles(club: Club, user_id: int, heir: User | None, by: Visitor) -> None:
    nights = club_nights().filter(club=club, deleted_at=None, memberships__user=user_id).order_by("pk")
    for pk in list(nights.values_list("pk", flat=True)):
        end_membership(tournament_id=pk, user_id=user_id, heir=heir, by=by)


def _end_ladders(club: Club) -> None:
    """Cut the ladders between leagues of the club and leagues that none of the club's organizers may change. Otherwise
    the pages of the club's leagues would show a next league that the club cannot replace."""
    staying = club.organizers.values("pk")
    changeable = League.objects.filter(Q(club=club) | Q(owner__in=staying) | Q(club__organizers__in=staying))
    others = League.objects.exclude(pk__in=changeable.values("pk"))
    others.filter(above__club=club).update(above=None)
    club.leagues.filter(above__in=others).update(above=None)


def _renew_cards(club: Club) -> None:
    tables = list(club.tables.all())
    for table in tables:
        table.renew_link()
    ClubTable.objects.bulk_update(tables, LINK_COLUMNS)


def _renew_links_of_nights(club: Club, user_id: int, new: CopiedLinks, by: Visitor) -> list[str]:
    """Renew links in the club's nights, in a transaction for each night. Nights in which the removed person still has a
    role keep their links. Nights that are away at a laptop keep their links too; return their names."""
    if not (new.tables or new.players or new.hall):
        return []
    nights = Tournament.objects.organized_by(by).filter(club=club, archived_at=None)
    if not (new.tables or new.players):
        nights = nights.exclude(hall_nonce="")
    left_out = []
    for night in list(nights.exclude(memberships__user=user_id).order_by("pk").only("pk", "name")):
        try:
            renew_links(
                tournament_id=night.pk,
                tables=new.tables,
                players=new.players,
                hall=new.hall,
                by=by,
                ends_a_role=True,
            )
        except Away:
            left_out.append(night.name)
        except (Archived, NoOrganizerAnyMore, Tournament.DoesNotExist):  # changed since the query
            continue
    return left_out


def locked_club(club_id: int, by: Visitor) -> Club:
    """Lock a club for this transaction. Raises `Club.DoesNotExist`, also if the visitor no longer organizes it."""
    # Nobody changes its key, to which people refer (`Player.home_club`) while their tournament is locked.
    club = Club.objects.select_for_update(no_key=True).get(pk=club_id)
    return Club.objects.organized_by(by).get(pk=club.pk)


def _check_name(name: str, by: Visitor, *, except_pk: int | None = None) -> None:
    others = Club.objects.organized_by(by).filter(name__iexact=name)
    if any(club.pk != except_pk for club in others):
        raise ClubExists
