"""A rehearsal plays a whole event through the pages, reports differences, and leaves nothing behind."""

import re
from contextlib import contextmanager
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.core.signals import request_started
from django.db import connection

from tests.factories import UserFactory
from tournament.models import Player, Tournament, User
from tournament.rehearsal.browser import Browser
from tournament.rehearsal.html_forms import Stuck
from tournament.rehearsal.mishaps import Mishap
from tournament.table.views import files, hand_entry

pytestmark = pytest.mark.django_db

SMALL = {"players": 8, "rounds": 2, "hands": 3}


def rehearse(**options):
    output = StringIO()
    call_command("rehearse", **SMALL | options, stdout=output)
    return output.getvalue()


# Rows of no tournament.
NOT_OF_ONE = {
    "tournament_user", "tournament_league", "tournament_league_tournaments", "tournament_player", "tournament_rateuse",
}  # fmt: skip
WRITTEN = re.compile(r'^(?:INSERT INTO|UPDATE|DELETE FROM) "(tournament_\w+)"(?: SET ("version"))?')


@contextmanager
def written_by_requests():
    """What each request writes: its address, and the tables, with "version" where that was raised."""
    requests = []

    def begins(sender, environ=None, **_):
        requests.append((f"{environ['REQUEST_METHOD']} {environ['PATH_INFO']}", set()))

    def note(execute, sql, params, many, context):
        match = WRITTEN.match(sql)
        if match and requests:
            requests[-1][1].update(filter(None, match.groups()))
        return execute(sql, params, many, context)

    request_started.connect(begins)
    try:
        with connection.execute_wrapper(note):
            yield requests
    finally:
        request_started.disconnect(begins)


@pytest.mark.long
def test_an_event_is_played_and_leaves_nothing_behind():
    with written_by_requests() as written:
        output = rehearse(seed=3)

    of_tournaments = [
        (address, tables) for address, tables in written if tables - NOT_OF_ONE and address.startswith("POST /t/")
    ]
    assert len(of_tournaments) > 30
    assert [address for address, tables in of_tournaments if '"version"' not in tables] == []
    assert "3 signed sheets" in output
    assert "agree with what was played" in output
    assert str(Mishap.WRONG_WINNER) in output
    assert not Tournament.objects.exists()
    assert not Player.objects.exists()
    assert not User.objects.exists()


@pytest.mark.slow
def test_a_late_sheet_is_signed_on_the_page_of_its_round():
    assert "agree with what was played" in rehearse(seed=8, players=13, rounds=3, hands=2)


@pytest.mark.long
def test_an_event_that_is_kept_is_there_and_private(client):
    output = rehearse(keep=True, rounds=1, ruleset="ema_2025")

    tournament = Tournament.objects.get()
    assert tournament.get_absolute_url() in output
    assert tournament.ruleset_key == "ema_2025"
    assert tournament.entries.count() == 8
    assert not User.objects.get().is_active
    assert "with --owner and the name of your account" in output
    assert client.get(tournament.get_absolute_url()).status_code == 404


@pytest.mark.slow
def test_an_owner_looks_at_the_event_of_a_rehearsal(client):
    owner = UserFactory(username="somebody", is_active=False)
    with pytest.raises(CommandError, match=r"^There is no account somebody, or it is not active\.$"):
        rehearse(owner="somebody")
    owner.is_active = True
    owner.save()

    output = rehearse(owner="somebody", rounds=1)

    address = Tournament.objects.get().get_absolute_url()
    assert f"Look at it, logged in as somebody: {address}" in output
    client.force_login(owner)
    assert client.get(address).status_code == 200


@pytest.mark.long
def test_a_hand_that_the_site_forgets_is_noticed(monkeypatch):
    json = files.game_data  # type: ignore[attr-defined]
    monkeypatch.setattr(files, "game_data", lambda *args: {**json(*args), "hands": []})

    with pytest.raises(CommandError, match=r"Seed 1: .* was played"):
        rehearse()


@pytest.mark.slow
def test_a_hand_that_is_recorded_twice_is_noticed(monkeypatch):
    """The page says Conflict to what was sent twice, as if the key meant nothing."""
    record = hand_entry.record_hand  # type: ignore[attr-defined]
    sent = set()

    def forgetful(*, key, **arguments):
        if key in sent:
            raise hand_entry.NotDone("as if it were another hand")  # type: ignore[attr-defined]
        sent.add(key)
        return record(key=key, **arguments)

    monkeypatch.setattr(hand_entry, "record_hand", forgetful)

    with pytest.raises(CommandError, match="answered 409"):
        rehearse(seed=2)


@pytest.mark.parametrize("wrong", [{"players": 3}, {"rounds": 0}, {"hands": 1}, {"ruleset": "tenhou"}])
def test_an_impossible_event_is_refused(wrong):
    with pytest.raises(CommandError, match=r"(A rehearsal|A table)"):
        rehearse(**wrong)


def test_a_robot_does_not_invent_fields(client):
    form = Browser().open("/accounts/login/").form(ending="/login/")

    with pytest.raises(Stuck, match="no field"):
        form.filled(shoe_size="46")
