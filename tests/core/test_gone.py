"""Two act at once: what a view has found is gone when its action has the lock, and whoever asked is told so."""

from types import SimpleNamespace
from uuid import uuid4

import pytest
from django.db import transaction
from django.urls import reverse

from tests.factories import EntryFactory, HanchanFactory, TournamentFactory, UserFactory
from tests.table.phones import HTMX, phone_at
from tournament.core.actions import locking
from tournament.models import Role

pytestmark = pytest.mark.django_db

SAID = "removed or undone meanwhile"
DRAW = {"mode": "draw", "number": 1, "revision": 0}


@pytest.fixture
def hanchan(client):
    owner = UserFactory()
    client.force_login(owner)
    return HanchanFactory(round__tournament=TournamentFactory(owner=owner))


@pytest.fixture
def meanwhile(monkeypatch):
    """Has something happen between a request's view and its first lock."""

    def happens(what):
        def atomic():
            monkeypatch.undo()
            what()
            return transaction.atomic()

        monkeypatch.setattr(locking, "transaction", SimpleNamespace(atomic=atomic))

    return happens


@pytest.mark.parametrize(
    ("view", "fields"),
    [
        ("sheet", {"revision": 0, "seat": 0}),
        ("time-up", {"revision": 0, "answer": "in_progress"}),
        ("hanchan-cancel", {"revision": 0, "reason": "a mistake"}),
        ("hand-undo", {"revision": 0, "hand": 1}),
    ],
)
def test_a_hanchan_whose_start_is_taken_back(client, hanchan, meanwhile, view, fields):
    meanwhile(hanchan.round.delete)

    answer = client.post(reverse(view, args=[hanchan.tournament.slug, hanchan.pk]), fields | {"key": uuid4()})

    assert answer.status_code == 409
    assert SAID in answer.text


@pytest.mark.parametrize("view", ["round-approve", "round-release"])
def test_a_round_whose_start_is_taken_back(client, hanchan, meanwhile, view):
    meanwhile(hanchan.round.delete)

    answer = client.post(reverse(view, args=[hanchan.tournament.slug, 1]), {"key": uuid4()})

    assert answer.status_code == 409
    assert SAID in answer.text


@pytest.mark.parametrize(
    ("view", "fields"),
    [
        ("entry-edit", {"name": "New", "status": "accepted"}),
        ("entry-decide", {"status": "waiting"}),
        ("arrival", {"here": "1"}),
    ],
)
def test_an_entry_that_is_removed(client, hanchan, meanwhile, view, fields):
    entry = EntryFactory(tournament=hanchan.tournament, number=9_999)
    meanwhile(entry.delete)

    answer = client.post(reverse(view, args=[hanchan.tournament.slug, 9_999]), fields)

    assert answer.status_code == 409
    assert SAID in answer.text


def test_a_member_who_is_removed_leads_back_to_the_team(client, hanchan, meanwhile):
    tournament = hanchan.tournament
    member = tournament.memberships.create(user=UserFactory(), role=Role.REFEREE)
    team = reverse("team", args=[tournament.slug])
    meanwhile(member.delete)

    change = reverse("member-role", args=[tournament.slug, member.pk])
    answer = client.post(change, {"role": "organizer"}, headers={"Referer": f"http://testserver{team}"})

    assert answer.status_code == 409
    assert f'href="http://testserver{team}"' in answer.text


def test_no_way_leads_back_to_another_site(client, hanchan, meanwhile):
    meanwhile(hanchan.round.delete)

    approval = reverse("round-approve", args=[hanchan.tournament.slug, 1])
    answer = client.post(approval, {"key": uuid4()}, headers={"Referer": "https://elsewhere.example/"})

    assert answer.status_code == 409
    assert "elsewhere" not in answer.text


@pytest.mark.parametrize("headers", [{}, HTMX])
def test_the_tables_phone_shows_the_table_and_keeps_the_hand(hanchan, meanwhile, headers):
    phone = phone_at(hanchan.table)
    meanwhile(hanchan.round.delete)

    record = reverse("hand-record", args=[hanchan.tournament.slug, hanchan.pk])
    answer = phone.post(record, DRAW | {"key": uuid4(), "tenpai": "0"}, headers=headers)

    assert answer.status_code == 409
    assert SAID in answer.text
    assert 'id="table-screen"' in answer.text
    assert "The hand that you entered was not recorded." in answer.text
    assert "mode=draw" in answer.text


def test_in_place_of_a_fragment_stands_the_sentence(hanchan, meanwhile):
    phone = phone_at(hanchan.table)
    meanwhile(hanchan.round.delete)

    time_up = reverse("time-up", args=[hanchan.tournament.slug, hanchan.pk])
    answer = phone.post(time_up, {"revision": 0, "answer": "in_progress"}, headers=HTMX)

    assert answer.status_code == 409
    assert answer["HX-Reselect"] == "#gone"
    assert 'id="gone"' in answer.text


@pytest.mark.parametrize("headers", [{}, HTMX])
def test_a_full_log_is_said_wherever_it_is_met(client, hanchan, headers, monkeypatch):
    monkeypatch.setattr("tournament.core.actions.journal.LOGGED_IN_PLAY", 0)

    tables = reverse("tables-prepare", args=[hanchan.tournament.slug])
    answer = client.post(tables, {"count": 3}, headers=headers)

    assert answer.status_code == 409
    assert "has had too many changes" in answer.text
