"""A form that waits for the lock while its sender is removed from the team changes nothing that cannot be undone."""

from functools import partial

import pytest
from django.urls import reverse

from tests.factories import EntryFactory, TableFactory, TournamentFactory, UserFactory, visitor
from tournament.archive.actions.archive_tournament import archive_tournament, unarchive_tournament
from tournament.archive.actions.delete_tournament import delete_tournament
from tournament.archive.actions.hand_over import call_back, return_from_laptop, take_to_laptop
from tournament.core.actions.locking import locked_tournament
from tournament.core.errors import NoOrganizerAnyMore, NoOwnerAnyMore
from tournament.models import Membership, Role
from tournament.people.actions.renew_links import renew_links, renew_player_link
from tournament.screens.actions.hall_link import make_hall_link, revoke_hall_link
from tournament.site.actions.edit_tournament import edit_tournament
from tournament.table.actions.revoke_table_link import revoke_table_link

pytestmark = pytest.mark.django_db

FOR_OWNERS = {
    "delete": partial(delete_tournament, name="Race"),
    "take to a laptop": partial(take_to_laptop, place="mine"),
    "call back": call_back,
    "return": return_from_laptop,
    "archive": archive_tournament,
    "unarchive": unarchive_tournament,
}
FOR_ORGANIZERS = {
    "publish": partial(edit_tournament, name="Race", place="", starts_on=None, is_public=True, ruleset_key="wrc-2015"),
    "all links": partial(renew_links, tables=True, players=True),
    "a player's link": partial(renew_player_link, number=1),
    "a table's link": partial(revoke_table_link, number=1),
    "a hall link": make_hall_link,
    "no hall link": revoke_hall_link,
}


@pytest.mark.parametrize("action", [*FOR_OWNERS, *FOR_ORGANIZERS])
def test_who_was_removed_meanwhile_changes_nothing(action):
    tournament = TournamentFactory(name="Race", is_public=False, hall_nonce="nonce", owner=UserFactory())
    EntryFactory(tournament=tournament, number=1)
    TableFactory(tournament=tournament, number=1)
    removed = UserFactory()
    if action in FOR_OWNERS:
        Membership.objects.create(tournament=tournament, user=removed, role=Role.ORGANIZER)
    version = tournament.version

    with pytest.raises(NoOwnerAnyMore if action in FOR_OWNERS else NoOrganizerAnyMore):
        (FOR_OWNERS | FOR_ORGANIZERS)[action](tournament_id=tournament.pk, by=visitor(removed))

    tournament.refresh_from_db()
    assert (tournament.version, tournament.is_public, tournament.hall_nonce) == (version, False, "nonce")


def test_a_form_that_waits_is_answered_by_the_reason(client, monkeypatch):
    """The sender is removed after the view has checked the permission, and before the lock is taken."""
    owner = UserFactory()
    tournament = TournamentFactory(hall_nonce="nonce", owner=owner)
    client.force_login(owner)

    def waiting(tournament_id):
        Membership.objects.filter(user=owner).delete()
        return locked_tournament(tournament_id)

    monkeypatch.setattr("tournament.screens.actions.hall_link.locked_tournament", waiting)
    response = client.post(reverse("hall-link-remove", args=[tournament.slug]))

    assert response.status_code == 409
    assert "You no longer organize this tournament" in response.text
    tournament.refresh_from_db()
    assert tournament.hall_nonce == "nonce"
