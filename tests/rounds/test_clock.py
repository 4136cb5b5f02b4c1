"""The clock's page: what the hall reads, what a referee touches, and what each of them may not."""

import re
from datetime import timedelta
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.factories import HanchanFactory, RoundFactory, TournamentFactory, UserFactory
from tests.queries import queries_of
from tests.table.phones import HTMX
from tournament.models import RoundClock

pytestmark = pytest.mark.django_db

AS_CLOCK = HTMX | {"HX-Target": "clock"}


@pytest.fixture
def referee(client):
    user = UserFactory()
    client.force_login(user)
    return user


@pytest.fixture
def round_(referee):
    round_ = RoundFactory(tournament=TournamentFactory(ruleset_key="ema_2016", referees=[referee]))
    HanchanFactory(round=round_, table__number=7)
    return round_


def address(round_):
    return reverse("clock", args=[round_.tournament.slug, round_.number])


def touch(client, round_, act, *, htmx=False, key=None, **fields):
    data = {"key": key or uuid4(), "act": act, **fields}
    return client.post(address(round_), data, headers=HTMX if htmx else {})


def started(round_, minutes_ago, **facts):
    return RoundClock.objects.create(
        round=round_, started_at=timezone.now() - timedelta(minutes=minutes_ago, seconds=30), **facts
    )


def shown(page):
    """What the large panel says: its state, and the whole minutes left."""
    state, left = re.search(r'clock-panel" data-state="(\w+)" data-left="(-?\d+)"', page.text).groups()
    return state, int(left) // 60_000


def test_a_referee_starts_stops_and_goes_on(client, round_):
    assert shown(client.get(address(round_))) == ("waiting", 75)

    assert touch(client, round_, "start").url == address(round_)
    assert shown(client.get(address(round_)))[0] == "running"
    touch(client, round_, "pause")
    assert shown(client.get(address(round_)))[0] == "paused"
    touch(client, round_, "resume")
    assert shown(client.get(address(round_)))[0] == "running"
    touch(client, round_, "withdraw")
    assert shown(client.get(address(round_)))[0] == "waiting"
    touch(client, round_, "restore")
    assert shown(client.get(address(round_)))[0] == "running"


def test_the_time_left_follows_from_the_facts(client, round_):
    started(round_, 20, extra_seconds=300)

    page = client.get(address(round_))

    assert shown(page) == ("running", 59)
    assert "60 min" in page.text  # for those without JavaScript
    assert "Signal at" in page.text


def test_the_signal_is_seen(client, round_):
    started(round_, 80)

    page = client.get(address(round_))

    assert shown(page) == ("sounded", -6)
    assert "play one more" in page.text
    assert 'value="pause"' not in page.text


def test_one_table_plays_on_and_the_clock_can_still_be_paused(client, round_):
    started(round_, 80)
    touch(client, round_, "extend-table", seconds=300, hanchan=round_.hanchans.get().pk)
    touch(client, round_, "extend-table", seconds=300, hanchan=round_.hanchans.get().pk)

    page = client.get(address(round_))

    assert shown(page)[0] == "sounded"
    assert re.search(r'<li data-state="running".*?Table 7.*?\+10 minutes', page.text, re.S)
    assert 'value="pause"' in page.text


def test_minutes_and_extra_time_of_the_round(client, round_):
    touch(client, round_, "minutes", minutes=60)
    touch(client, round_, "extend", seconds=300)
    touch(client, round_, "extend", seconds=-60)

    page = client.get(address(round_))

    assert shown(page) == ("waiting", 64)
    assert "The rules give 75 minutes. Extra time is added" in page.text
    assert "extra time so far: +4 minutes" in page.text


def test_htmx_gets_only_the_clock_and_a_post_the_whole_page(client, round_):
    clock = client.get(address(round_), headers=AS_CLOCK)
    touched = touch(client, round_, "start", htmx=True)

    assert 'id="clock"' in clock.text
    assert "clock-page" not in clock.text.replace("#clock-page", "")
    assert "<html" not in clock.text + touched.text
    assert 'id="clock-page"' in touched.text
    assert shown(touched)[0] == "running"


def test_the_public_reads_and_touches_nothing(round_):
    public = Client()
    started(round_, 10)

    page = public.get(address(round_))

    assert shown(page)[0] == "running"
    assert "<form" not in re.sub(r'(?s)<(header|form) class="(site-header|languages)".*?</\1>', "", page.text)
    assert touch(public, round_, "pause").status_code == 404
    assert RoundClock.objects.get().paused_at is None


@pytest.mark.parametrize(
    ("fields", "status"),
    [
        ({"act": "stop"}, 422),
        ({"act": "start", "key": "twelve"}, 422),
        ({"act": "minutes", "minutes": "0"}, 422),
        ({"act": "minutes"}, 422),
        ({"act": "extend", "seconds": "7"}, 422),
        ({"act": "extend-table", "seconds": "60"}, 422),
        ({"act": "extend", "seconds": "-60"}, 409),
        ({"act": "pause"}, 409),
    ],
)
def test_impossible_requests_change_nothing_and_say_why(client, round_, fields, status):
    for headers in ({}, HTMX):
        response = client.post(address(round_), {"key": uuid4()} | fields, headers=headers)

        assert response.status_code == status
        assert 'role="alert"' in response.text
    assert not RoundClock.objects.exists()
    assert not round_.tournament.log.exists()


def test_a_table_of_another_tournament_gets_no_time(client, round_):
    other = HanchanFactory()

    assert touch(client, round_, "extend-table", seconds=60, hanchan=other.pk).status_code == 404
    other.refresh_from_db()
    assert other.extra_seconds == 0


def test_the_log_shows_each_action(client, round_):
    touch(client, round_, "start")
    touch(client, round_, "extend", seconds=300)
    touch(client, round_, "extend-table", seconds=60, hanchan=round_.hanchans.get().pk)

    log_page = client.get(reverse("log", args=[round_.tournament.slug])).text

    assert "Round 1: clock started" in log_page
    assert "Round 1: extra time changed by +5 minutes" in log_page
    assert "Changed the extra time of the table by +1 minute" in log_page


def test_rules_without_a_clock_say_so(client, referee):
    round_ = RoundFactory(tournament__ruleset_key="tenhou", tournament__referees=[referee])

    for headers in ({}, AS_CLOCK):
        assert client.get(address(round_), headers=headers).status_code == 200
    assert "These rules have no time limit" in client.get(address(round_)).text
    assert "no clock" in touch(client, round_, "start").text
    assert address(round_) not in client.get(round_.get_absolute_url()).text


def test_a_round_leads_to_its_clock(client, round_):
    assert address(round_) in client.get(round_.get_absolute_url()).text


def test_more_tables_take_no_more_queries(client, round_):
    started(round_, 10)
    few = queries_of(client, address(round_))
    for number in range(20, 32):
        HanchanFactory(round=round_, table__number=number, extra_seconds=60)

    assert queries_of(client, address(round_)) == few
