"""A removed organizer keeps the nights they own, outside the club, and no role in others; who leaves may choose."""

import pytest
from django.urls import reverse
from django.utils import timezone

from tests.clubs.nights import night_of
from tests.factories import EntryFactory, TableFactory, TournamentFactory, UserFactory, visitor
from tournament.clubs.actions.edit_club import LastOrganizer, remove_organizer
from tournament.models import Membership, Role, Tournament
from tournament.site.actions.invitations import invite
from tournament.site.actions.team import change_role, remove_member

pytestmark = pytest.mark.django_db


def test_a_night_of_a_removed_organizer_stands_for_the_club_no_more(client, club, former_with_night, tonight):
    _user, night = former_with_night
    TableFactory(tournament=night)
    guest = EntryFactory(tournament=night, number=1, player__name="Guest of another").player

    page = client.get(club.get_absolute_url())
    card = client.get(club.tables.get(number=1).get_link())
    people = client.get(reverse("club-people", args=[club.slug]))

    assert night.name not in page.text
    assert "no club night today" in card.text
    assert guest.name not in people.text
    assert club.name not in client.get(night.get_absolute_url()).text


def roles_exchanged(night, *, by_colleague=False, leaves=False):
    """The former organizer makes a colleague the owner, and one of both ends the former organizer's ownership."""
    own = night.memberships.get(role=Role.OWNER)
    colleague = night.memberships.exclude(pk=own.pk).first()
    change_role(tournament_id=night.pk, member_id=colleague.pk, role=Role.OWNER, by=visitor(own.user))
    by = visitor(colleague.user if by_colleague else own.user)
    Membership.objects.filter(pk=colleague.pk).update(has_agreed=leaves or by_colleague)
    if leaves:
        remove_member(tournament_id=night.pk, member_id=own.pk, by=by)
    else:
        change_role(tournament_id=night.pk, member_id=own.pk, role=Role.ORGANIZER, by=by)


@pytest.mark.parametrize("leaves", [False, True])
def test_a_removed_organizer_brings_no_night_back_by_a_colleague_who_owns_it(
    client, club, former_with_night, organizer, tonight, leaves
):
    _user, night = former_with_night
    TableFactory(tournament=night)

    roles_exchanged(night, leaves=leaves)

    assert night.name not in client.get(club.get_absolute_url()).text
    assert "no club night today" in client.get(club.tables.get(number=1).get_link()).text


def test_an_organizer_of_the_club_brings_a_night_back(client, club, former_with_night, organizer, tonight):
    _user, night = former_with_night

    roles_exchanged(night, by_colleague=True)

    assert night.name in client.get(club.get_absolute_url()).text


@pytest.mark.parametrize("role", [Role.ORGANIZER, Role.REFEREE])
@pytest.mark.parametrize("is_archived", [False, True])
def test_a_removed_organizer_keeps_no_role_in_nights_of_others(client, club, organizer, role, is_archived):
    user = UserFactory()
    club.organizers.add(user)
    night = night_of(club, owner=organizer, is_public=False)
    own_event = TournamentFactory(owner=UserFactory(), organizers=[user])
    Membership.objects.create(tournament=night, user=user, role=role)
    invite(tournament_id=night.pk, role=Role.REFEREE, by=visitor(organizer))
    if is_archived:
        Tournament.objects.filter(pk=night.pk).update(archived_at=timezone.now())
    colleague = UserFactory()
    club.organizers.add(colleague)

    remove_organizer(club_id=club.pk, user_id=user.pk, by=visitor(colleague))
    client.force_login(user)

    assert client.get(night.get_absolute_url()).status_code == 404
    assert not night.invitations.exists()
    assert night.log.filter(kind="team.removed").exists()
    assert own_event.memberships.filter(user=user).exists()


def test_who_leaves_a_club_leaves_it_their_nights(client, club, organizer, tonight):
    staying = UserFactory()
    club.organizers.add(staying)
    night = night_of(club, name="Night of before", owner=organizer, organizers=[staying])
    address = reverse("club-organizer-remove", args=[club.slug, organizer.pk])

    assert "go to another organizer of the club." in client.get(reverse("club-edit", args=[club.slug])).text
    client.post(address)

    assert dict(night.memberships.values_list("user", "role")) == {staying.pk: Role.OWNER}
    assert night.name in client.get(club.get_absolute_url()).text
    assert set(night.log.values_list("kind", flat=True)) == {"team.left", "team.role_changed"}


def test_who_leaves_a_club_may_keep_their_nights(client, club, organizer, tonight):
    club.organizers.add(UserFactory())
    night = night_of(club, name="Night of before", owner=organizer)

    client.post(reverse("club-organizer-remove", args=[club.slug, organizer.pk]), {"keeps_nights": "on"})

    assert dict(night.memberships.values_list("user", "role")) == {organizer.pk: Role.OWNER}
    assert night.name not in client.get(club.get_absolute_url()).text


def test_the_last_organizer_of_a_club_keeps_their_nights_when_they_cannot_leave(club, organizer):
    night = night_of(club, owner=organizer)

    with pytest.raises(LastOrganizer):
        remove_organizer(club_id=club.pk, user_id=organizer.pk, by=visitor(organizer))

    assert night.memberships.get().role == Role.OWNER
