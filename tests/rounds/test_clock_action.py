"""The clock of a round: each touch once, each with a way back, and no time lost on the way."""

from datetime import timedelta
from functools import partial
from uuid import uuid4

import pytest
from django.db import IntegrityError
from django.utils import timezone

from tests.factories import STRANGER, HanchanFactory, RoundFactory, TournamentFactory
from tournament.core.errors import HanchanCancelled, KeyTaken
from tournament.models import Hanchan, RoundClock
from tournament.rounds.actions import clock as actions
from tournament.rounds.actions.take_back_round import take_back_round
from tournament.table.actions.cancel_hanchan import cancel_hanchan

pytestmark = pytest.mark.django_db

MINUTE = timedelta(minutes=1)


@pytest.fixture
def round_():
    return RoundFactory(tournament__ruleset_key="ema_2016")


@pytest.fixture
def wait(monkeypatch):
    """Lets time go by for the server: `wait(10)` minutes."""
    moment = [timezone.now()]
    monkeypatch.setattr(timezone, "now", lambda: moment[0])

    def wait(minutes):
        moment[0] += minutes * MINUTE

    return wait


def do(action, round_, key=None, **facts):
    action(tournament_id=round_.tournament_id, number=round_.number, key=key or uuid4(), by=STRANGER, **facts)


def left(round_):
    clock = RoundClock.objects.get(round=round_)
    return clock.countdown(round_.tournament.ruleset).left(timezone.now()) / MINUTE


def kinds(round_):
    return list(round_.tournament.log.values_list("kind", flat=True))


def test_a_clock_runs_for_the_rulesets_minutes(round_, wait):
    do(actions.start_clock, round_)
    wait(20)
    do(actions.start_clock, round_)  # another referee, who did not see that it runs

    assert left(round_) == 55
    assert kinds(round_) == ["clock.started"]


def test_a_pause_loses_no_time(round_, wait):
    do(actions.start_clock, round_)
    wait(20)
    do(actions.pause_clock, round_)
    wait(7)
    do(actions.pause_clock, round_)
    wait(6)
    assert left(round_) == 55

    do(actions.resume_clock, round_)
    do(actions.resume_clock, round_)
    wait(1)

    assert left(round_) == 54
    assert round_.tournament.log.get(kind="clock.resumed").data == {"round": 1, "seconds": 780}


def test_several_pauses_add_up(round_, wait):
    do(actions.start_clock, round_)
    for _ in range(3):
        do(actions.pause_clock, round_)
        wait(5)
        do(actions.resume_clock, round_)
        wait(1)

    assert left(round_) == 72


def test_a_late_copy_of_a_pause_does_not_stop_the_clock_again(round_, wait):
    key = uuid4()
    do(actions.start_clock, round_)
    do(actions.pause_clock, round_, key)
    do(actions.resume_clock, round_)

    do(actions.pause_clock, round_, key)
    wait(1)

    assert left(round_) == 74


def test_an_accidental_start_is_taken_back_and_given_back(round_, wait):
    do(actions.start_clock, round_)
    wait(10)
    do(actions.pause_clock, round_)
    wait(3)
    do(actions.resume_clock, round_)
    do(actions.withdraw_start, round_)
    wait(5)
    assert left(round_) == 75

    do(actions.restore_start, round_)

    assert left(round_) == 60
    assert kinds(round_)[-2:] == ["clock.start_withdrawn", "clock.start_restored"]


def test_a_paused_clock_is_given_back_paused(round_, wait):
    do(actions.start_clock, round_)
    wait(10)
    do(actions.pause_clock, round_)
    do(actions.withdraw_start, round_)
    wait(5)

    do(actions.restore_start, round_)
    wait(5)

    assert left(round_) == 65


def test_time_is_added_once_and_taken_back(round_):
    key = uuid4()
    do(actions.add_time, round_, key, seconds=300)
    do(actions.add_time, round_, key, seconds=300)
    assert left(round_) == 80

    do(actions.add_time, round_, seconds=-300)

    assert left(round_) == 75
    with pytest.raises(actions.NoExtraTime):
        do(actions.add_time, round_, seconds=-60)


def test_one_table_has_time_of_its_own():
    hanchan = HanchanFactory()
    key, give = uuid4(), partial(actions.add_time_at_table, hanchan_id=hanchan.pk, by=STRANGER)
    give(seconds=120, key=key)
    give(seconds=120, key=key)

    hanchan.refresh_from_db()
    assert (hanchan.extra_seconds, hanchan.revision) == (120, 0)
    give(seconds=-120, key=uuid4())
    with pytest.raises(actions.NoExtraTime):
        give(seconds=-60, key=uuid4())
    with pytest.raises(KeyTaken):
        give(seconds=60, key=key)


def test_a_hanchan_that_is_started_again_keeps_its_time_and_a_cancelled_one_gets_none():
    hanchan = HanchanFactory(extra_seconds=180)
    cancel_hanchan(hanchan_id=hanchan.pk, revision=0, restart=True, key=uuid4(), reason="Wrong seats", by=STRANGER)

    assert Hanchan.objects.valid().get().extra_seconds == 180
    with pytest.raises(HanchanCancelled):
        actions.add_time_at_table(hanchan_id=hanchan.pk, seconds=60, key=uuid4(), by=STRANGER)


def test_a_round_can_have_minutes_of_its_own(round_):
    key = uuid4()
    do(actions.set_minutes, round_, minutes=90)
    do(actions.set_minutes, round_, key, minutes=60)
    do(actions.set_minutes, round_, key, minutes=60)
    do(actions.set_minutes, round_, minutes=60)

    assert left(round_) == 60
    facts = [entry.data for entry in round_.tournament.log.filter(kind="clock.minutes_set")]
    assert [(data["before"], data["minutes"]) for data in facts] == [(75, 90), (90, 60)]


@pytest.mark.parametrize(
    ("action", "facts", "other"),
    [
        (actions.add_time, {"seconds": 60}, {"seconds": 300}),
        (actions.set_minutes, {"minutes": 60}, {"minutes": 70}),
    ],
)
def test_a_key_that_said_something_else_is_refused(round_, action, facts, other):
    key = uuid4()
    do(action, round_, key, **facts)

    with pytest.raises(KeyTaken):
        do(action, round_, key, **other)
    with pytest.raises(KeyTaken):
        do(actions.start_clock, round_, key)
    with pytest.raises(KeyTaken):
        do(action, RoundFactory(tournament=round_.tournament, number=2), key, **facts)


def test_what_cannot_be_says_so(round_):
    with pytest.raises(actions.ClockNotStarted):
        do(actions.pause_clock, round_)
    with pytest.raises(actions.NothingToRestore):
        do(actions.restore_start, round_)
    do(actions.resume_clock, round_)
    do(actions.withdraw_start, round_)

    assert kinds(round_) == []


def test_rules_without_a_clock_have_none():
    tournament = TournamentFactory(ruleset_key="tenhou")
    hanchan = HanchanFactory(round__tournament=tournament)

    with pytest.raises(actions.NoClock):
        do(actions.start_clock, hanchan.round)
    with pytest.raises(actions.NoClock):
        actions.add_time_at_table(hanchan_id=hanchan.pk, seconds=60, key=uuid4(), by=STRANGER)
    assert RoundClock(round=hanchan.round).countdown(tournament.ruleset) is None


def test_the_database_refuses_a_pause_before_the_start(round_):
    with pytest.raises(IntegrityError):
        RoundClock.objects.create(round=round_, paused_at=timezone.now())


def test_a_round_that_was_taken_back_has_no_clock_and_leaves_none_behind(round_):
    do(actions.start_clock, round_)
    do(actions.withdraw_start, round_)
    take_back_round(tournament_id=round_.tournament_id, number=1, by=STRANGER)

    with pytest.raises(actions.RoundTakenBack):
        do(actions.start_clock, round_)
    with pytest.raises(actions.NothingToRestore):
        do(actions.restore_start, RoundFactory(tournament=round_.tournament))
