"""A rehearsal plays a whole event through the pages, tells what differs, and leaves nothing behind."""

from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from tournament.models import Player, Tournament, User
from tournament.rehearsal.browser import Browser, Stuck
from tournament.rehearsal.mishaps import Mishap
from tournament.views import exports, hand_entry

pytestmark = pytest.mark.django_db

SMALL = {"players": 8, "rounds": 2, "hands": 3}


def rehearse(**options):
    told = StringIO()
    call_command("rehearse", **SMALL | options, stdout=told)
    return told.getvalue()


def test_an_event_is_played_and_leaves_nothing_behind():
    told = rehearse(seed=3)

    assert "4 signed sheets" in told
    assert "agree with what was played" in told
    assert str(Mishap.PENALTY) in told
    assert not Tournament.objects.exists()
    assert not Player.objects.exists()
    assert not User.objects.exists()


def test_an_event_that_is_kept_can_be_looked_at(client):
    told = rehearse(keep=True, rounds=1, ruleset="ema_2025")

    tournament = Tournament.objects.get()
    assert tournament.get_absolute_url() in told
    assert tournament.ruleset_key == "ema_2025"
    assert tournament.entries.count() == 8
    assert not User.objects.get().is_active


def test_a_hand_that_the_site_forgets_is_noticed(monkeypatch):
    json = exports.hanchan_data
    monkeypatch.setattr(exports, "hanchan_data", lambda *args: {**json(*args), "hands": []})

    with pytest.raises(CommandError, match=r"Seed 1: .* was played"):
        rehearse()


def test_a_hand_that_is_recorded_twice_is_noticed(monkeypatch):
    """The page says Conflict to what was sent twice, as if the key meant nothing."""
    record = hand_entry.record_hand
    sent = set()

    def forgetful(*, key, **said):
        if key in sent:
            raise hand_entry.NotDone("as if it were another hand")
        sent.add(key)
        return record(key=key, **said)

    monkeypatch.setattr(hand_entry, "record_hand", forgetful)

    with pytest.raises(CommandError, match="answered 409"):
        rehearse(seed=1)


@pytest.mark.parametrize("wrong", [{"players": 3}, {"rounds": 0}, {"hands": 1}, {"ruleset": "tenhou"}])
def test_an_event_that_cannot_be_is_refused(wrong):
    with pytest.raises(CommandError, match=r"(A rehearsal|A table)"):
        rehearse(**wrong)


def test_a_robot_does_not_invent_fields(client):
    form = Browser().open("/accounts/login/").form("/login/")

    with pytest.raises(Stuck, match="no field"):
        form.filled(shoe_size="46")
