"""Permission to follow a tournament."""

from unittest.mock import Mock

import pytest
from django.contrib.auth.models import AnonymousUser
from django.utils import timezone

from tests.factories import STRANGER, EntryFactory, TournamentFactory, UserFactory
from tournament.live import gate
from tournament.live.gate import _versions, sender_of
from tournament.models import HandOver, Visitor

pytestmark = pytest.mark.django_db


def test_a_player_follows_a_private_tournament_by_their_present_link():
    entry, other = EntryFactory(tournament__is_public=False), EntryFactory(tournament__is_public=False)
    both = [entry.tournament_id, other.tournament_id]

    def followed(nonce):
        return set(_versions(Visitor(user=AnonymousUser(), entries={entry.pk: nonce}), both))

    assert followed(entry.link_nonce) == {entry.tournament_id}
    assert followed("another") == set(_versions(STRANGER, both)) == set()


def asked(path, *headers):
    scope = {"type": "http", "method": "POST", "path": path, "headers": list(headers), "query_string": b""}
    return sender_of(scope)


def test_large_bodies_come_from_accounts_alone(client, monkeypatch):
    monkeypatch.setattr(gate, "connection", Mock())  # the test's own
    user = UserFactory()
    client.force_login(user)
    key = client.cookies["sessionid"].value.encode()

    assert asked("/tournaments/import/", (b"cookie", b"sessionid=" + key)) == f"account {user.pk}"
    assert asked("/tournaments/import/", (b"cookie", b"sessionid=invented")) == ""
    assert asked("/tournaments/import/") == ""


def test_a_laptop_sends_its_mirror_with_its_key(monkeypatch):
    monkeypatch.setattr(gate, "connection", Mock())
    tournament = TournamentFactory()
    lent = HandOver.objects.create(
        tournament=tournament, is_lent=True, place="laptop", actor="a", log_until=0, began_at=timezone.now()
    )
    path = f"/t/{tournament.slug}/laptop/mirror/"

    assert asked(path, (b"authorization", b"Bearer " + lent.mirror_key.encode())) == f"laptop {lent.pk}"
    assert asked(path, (b"authorization", b"Bearer wrong")) == asked(path) == ""
