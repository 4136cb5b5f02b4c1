"""The team of an archived tournament, or one that is away: rights end there too, and none begin."""

import pytest
from django.urls import reverse

from tests.factories import TournamentFactory, UserFactory, visitor
from tournament.archive.actions.archive_tournament import archive_tournament
from tournament.archive.actions.hand_over import take_to_laptop
from tournament.models import Role
from tournament.site.actions.invitations import invite

pytestmark = pytest.mark.django_db


@pytest.fixture
def owner(client):
    owner = UserFactory()
    client.force_login(owner)
    return owner


@pytest.fixture
def archived(owner):
    event = TournamentFactory(owner=owner, organizers=[UserFactory(username="ada")])
    invite(tournament_id=event.pk, role=Role.ORGANIZER, by=visitor(owner))
    archive_tournament(tournament_id=event.pk, by=visitor(owner))
    return event


def ada(event):
    return event.memberships.get(user__username="ada")


def change(client, event, role):
    return client.post(reverse("member-role", args=[event.slug, ada(event).pk]), {"role": role}, follow=True)


def test_a_member_is_removed(client, archived):
    address = reverse("member-remove", args=[archived.slug, ada(archived).pk])
    page = client.get(reverse("team", args=[archived.slug])).text

    client.post(address, {"new_players": "on"})

    assert address in page
    assert not archived.memberships.filter(user__username="ada").exists()
    assert not archived.invitations.exists()
    kinds = {"team.removed", "team.invitation_revoked", "links.players_renewed"}
    assert kinds < set(archived.log.values_list("kind", flat=True))


def test_an_organizer_leaves(client, archived):
    client.force_login(ada(archived).user)

    client.post(reverse("member-remove", args=[archived.slug, ada(archived).pk]))

    assert not archived.memberships.filter(user__username="ada").exists()


def test_a_role_is_lowered_and_not_raised(client, archived):
    raised = change(client, archived, "owner")
    assert ("is archived, so nothing was changed" in raised.text, ada(archived).role) == (True, "organizer")

    change(client, archived, "referee")

    assert ada(archived).role == "referee"


def test_an_invitation_is_withdrawn(client, archived):
    address = reverse("invitation-revoke", args=[archived.slug, archived.invitations.get().pk])
    page = client.get(reverse("team", args=[archived.slug])).text

    client.post(address)

    assert address in page
    assert not archived.invitations.exists()


def test_an_invitation_is_withdrawn_while_the_event_is_at_a_laptop(client, owner):
    event = TournamentFactory(owner=owner)
    invite(tournament_id=event.pk, role=Role.ORGANIZER, by=visitor(owner))
    take_to_laptop(tournament_id=event.pk, place="laptop", by=visitor(owner))
    address = reverse("invitation-revoke", args=[event.slug, event.invitations.get().pk])
    page = client.get(reverse("team", args=[event.slug])).text

    client.post(address)

    assert address in page
    assert not event.invitations.exists()
