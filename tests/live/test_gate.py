"""Permission to follow a tournament."""

from datetime import timedelta
from unittest.mock import Mock

import pytest
from django.contrib.auth.models import AnonymousUser
from django.utils import timezone

from tests.factories import STRANGER, EntryFactory, RoundFactory, TournamentFactory, UserFactory, visitor
from tournament.live import gate
from tournament.live.bodies import Uploader
from tournament.live.gate import _versions, sender_of
from tournament.models import HandOver, Role, Tournament, Visitor

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
    return sender_of(scope | {"client": ("192.0.2.7", 50000)})


def test_large_bodies_come_from_accounts_alone(client, monkeypatch):
    monkeypatch.setattr(gate, "connection", Mock())  # the test's own
    user = UserFactory()
    client.force_login(user)
    key = client.cookies["sessionid"].value.encode()

    assert asked("/tournaments/import/", (b"cookie", b"sessionid=" + key)) == Uploader(
        name=f"account {user.pk}", network="192.0.2.7", has_event=False
    )
    assert asked("/tournaments/import/", (b"cookie", b"sessionid=invented")) is None
    assert asked("/tournaments/import/") is None


def test_a_laptop_sends_its_mirror_with_its_key(monkeypatch):
    monkeypatch.setattr(gate, "connection", Mock())
    tournament = TournamentFactory()
    lent = HandOver.objects.create(
        tournament=tournament, is_lent=True, place="laptop", actor="a", log_until=0, began_at=timezone.now()
    )
    path = f"/t/{tournament.slug}/laptop/mirror/"

    assert asked(path, (b"authorization", b"Bearer " + lent.mirror_key.encode())) == Uploader(
        name=f"laptop {lent.pk}", network="192.0.2.7", has_event=True
    )
    assert asked(path, (b"authorization", b"Bearer wrong")) is asked(path) is None


@pytest.mark.parametrize(
    ("days", "created", "role", "expected"),
    [
        (0, 2, Role.OWNER, True),
        (-3, 2, Role.ORGANIZER, True),
        (1, 2, Role.OWNER, True),
        (-4, 9, Role.OWNER, False),
        (2, 2, Role.OWNER, False),
        (0, 0, Role.OWNER, False),  # anybody can create one
        (0, 2, Role.REFEREE, False),
    ],
)
def test_who_organizes_an_event_of_today_has_a_reserve(days, created, role, expected):
    user, day = UserFactory(), timedelta(days=1)
    event = TournamentFactory(starts_on=timezone.localdate() + days * day)
    event.memberships.create(user=user, role=role)
    Tournament.objects.update(created_at=timezone.now() - created * day)

    assert gate._has_event(visitor(user)) is expected


def test_an_event_without_a_day_runs_when_a_round_of_it_has_begun():
    user = UserFactory()
    event = TournamentFactory(owner=user)
    Tournament.objects.update(created_at=timezone.now() - timedelta(days=9))
    assert not gate._has_event(visitor(user))

    RoundFactory(tournament=event, started_at=timezone.now() - timedelta(hours=20))

    assert gate._has_event(visitor(user))


def test_who_is_logged_out_reads_what_to_do_in_their_language():
    scope = {
        "type": "http",
        "method": "POST",
        "path": "/",
        "query_string": b"",
        "headers": [(b"accept-language", b"fr")],
    }

    assert "Connectez-vous et renvoyez" in gate.page_for_strangers(scope)
