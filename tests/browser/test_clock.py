"""The clock in a browser: it ticks there, it is right whatever that phone's own clock says, and the signal is seen."""

import re
from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from scoring.outcome import HanFu
from scoring.seats import Seat
from tests.browser.fingers import Fingers
from tests.factories import RoundFactory, TournamentFactory, UserFactory
from tournament.models import RoundClock

FACE = ".clock-face"


@pytest.fixture
def referee(db):
    return UserFactory()


@pytest.fixture
def round_(referee):
    return RoundFactory(tournament=TournamentFactory(referees=[referee]))


@pytest.fixture
def address(round_):
    return reverse("clock", args=[round_.tournament.slug, round_.number])


def started(round_, seconds_left):
    """A clock with so much left of its 90 minutes."""
    gone = timedelta(minutes=90) - timedelta(seconds=seconds_left)
    return RoundClock.objects.create(round=round_, started_at=timezone.now() - gone)


def seconds_on(page):
    minutes, seconds = page.text_content(FACE).split(":")
    return 60 * int(minutes) + int(seconds)


@pytest.mark.slow
def test_a_referee_starts_and_pauses_it_without_a_reload(phone, log_in, referee, address):
    log_in(phone, referee)
    phone.goto(address)
    phone.evaluate("window.same = true")

    phone.tap("text=Start the clock")
    phone.wait_for_selector("text=/^89:/")
    phone.tap("#clock-pause")
    phone.wait_for_selector("text=Paused")

    still = phone.text_content(FACE)
    phone.wait_for_timeout(1200)
    assert phone.text_content(FACE) == still
    assert phone.evaluate("window.same")


@pytest.mark.slow
def test_the_signal_is_seen_at_once_and_without_a_network(laptop, complaints, round_, address):
    complaints.expect("htmx:sendError|htmx:afterRequest|ERR_INTERNET_DISCONNECTED")
    started(round_, 8)
    laptop.goto(address)
    laptop.wait_for_selector("text=Time is up", state="hidden")

    laptop.context.set_offline(True)

    laptop.wait_for_selector("text=Time is up")
    laptop.context.set_offline(False)


def test_a_wrong_clock_in_the_phone_does_no_harm(phone, round_, address):
    phone.add_init_script("const real = Date.now; Date.now = () => real() + 7e9;")
    started(round_, 600)

    phone.goto(address)

    assert 595 <= seconds_on(phone) <= 600


@pytest.mark.slow
@pytest.mark.parametrize(
    "wakes",
    [
        "document.dispatchEvent(new Event('visibilitychange'))",
        "window.dispatchEvent(new PageTransitionEvent('pageshow', {persisted: true}))",
        "{ const real = Date.now; Date.now = () => real() + 60000; }",  # it slept with the page in sight
    ],
)
def test_a_phone_that_wakes_up_asks_the_server(phone, round_, address, wakes):
    clock = started(round_, 600)
    phone.goto(address)
    clock.paused_at = timezone.now() - timedelta(minutes=5)
    clock.save()

    phone.evaluate(wakes)

    phone.wait_for_selector("text=Paused")
    assert 895 <= seconds_on(phone) <= 900


def test_without_javascript_it_says_when_the_signal_is(device, round_, address):
    clock = started(round_, 600)
    page = device("phone", javascript=False)

    page.goto(address)

    at = clock.started_at + timedelta(minutes=90)
    assert page.text_content(FACE) == "10 min"
    assert re.search(rf"Signal at {at:%H:%M}", page.text_content("main"))
    page.wait_for_selector("text=Full screen", state="hidden")


@pytest.mark.slow
def test_a_table_learns_of_the_signal_by_itself_and_is_asked_while_a_hand_is_entered(open_table):
    hanchan, page = open_table()
    started(hanchan.round, 9)
    page.reload()
    fingers = Fingers(page)
    fingers.touch_seat(Seat.SOUTH)
    fingers.touch_seat(Seat.WEST)
    fingers.touch_value(HanFu(3, 30), "ron")
    page.evaluate("window.same = true")
    page.wait_for_selector("[data-face]")

    page.wait_for_selector("text=Was a hand in progress")
    page.wait_for_timeout(900)  # it takes no touch at first
    page.tap("text=Yes, a hand was in progress")
    page.wait_for_selector("text=This is the last hand")
    page.tap("text=Confirm")

    page.wait_for_selector(".sheet")
    assert page.evaluate("window.same")
    assert hanchan.hands.get().number == 1


@pytest.mark.slow
def test_a_lost_network_is_no_news_from_the_clock(open_table, complaints):
    complaints.expect("htmx:sendError|htmx:afterRequest|ERR_INTERNET_DISCONNECTED")
    hanchan, page = open_table()
    started(hanchan.round, 2)
    page.reload()
    page.context.set_offline(True)

    page.wait_for_selector(".table-time >> text=Time is up")

    page.wait_for_selector("#connection", state="hidden")
    page.context.set_offline(False)
    page.wait_for_selector("text=Was a hand in progress")
