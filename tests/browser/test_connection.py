"""Bad Wi-Fi: what was entered is kept, said to be unrecorded, and sent again until it is answered, once."""

import pytest

from scoring.outcome import HanFu, Ron, Win
from scoring.seats import Seat
from tests.browser.fingers import Fingers
from tests.factories import play

RON = Ron(discarder=Seat.WEST, wins=(Win(winner=Seat.SOUTH, value=HanFu(3, 30)),))


@pytest.fixture
def at_confirm(open_table, complaints):
    """A phone one touch before a hand is recorded, and how to lose its network."""
    complaints.expect("htmx:sendError|htmx:afterRequest|ERR_INTERNET_DISCONNECTED|ERR_FAILED")
    hanchan, page = open_table()
    fingers = Fingers(page)
    fingers.touch_seat(Seat.SOUTH)
    fingers.touch_seat(Seat.WEST)
    fingers.touch_value(HanFu(3, 30), "ron")
    return hanchan, page


def test_a_hand_without_an_answer_is_kept_and_sent_again(at_confirm):
    hanchan, page = at_confirm
    page.context.set_offline(True)

    page.tap("text=Confirm")

    page.wait_for_selector("text=Not recorded yet.")
    assert hanchan.hands.count() == 0
    assert page.is_visible("text=3 han 30 fu")

    page.context.set_offline(False)
    page.wait_for_selector("text=Recorded: East 1")
    assert hanchan.hands.count() == 1


def test_an_answer_that_got_lost_does_not_record_the_hand_twice(at_confirm):
    hanchan, page = at_confirm
    answers = []

    def lose_the_first_answer(route):
        answers.append(route.fetch())  # the server has recorded it
        if len(answers) == 1:
            route.abort()
        else:
            route.fulfill(response=answers[-1])

    page.route("**/hands/", lose_the_first_answer)
    page.tap("text=Confirm")

    page.wait_for_selector("text=Recorded: East 1")
    assert len(answers) == 2
    assert hanchan.hands.count() == 1


def test_a_page_closed_without_an_answer_sends_the_hand_when_it_is_opened_again(at_confirm):
    hanchan, page = at_confirm
    page.context.set_offline(True)
    page.tap("text=Confirm")
    page.wait_for_selector("text=Not recorded yet.")
    page.close()

    again = page.context.new_page()
    page.context.set_offline(False)
    again.goto(hanchan.table.get_absolute_url())

    again.wait_for_selector("text=Recorded: East 1")
    assert hanchan.hands.count() == 1


def test_a_touch_without_an_answer_says_so_and_may_be_repeated(open_table, complaints):
    complaints.expect("htmx:sendError|htmx:afterRequest|ERR_INTERNET_DISCONNECTED")
    _hanchan, page = open_table()
    page.context.set_offline(True)

    page.tap("#seat-right")

    page.wait_for_selector("text=No connection.")
    page.context.set_offline(False)
    page.tap("#seat-right")
    page.wait_for_selector("text=Touch who discarded")
    assert not page.is_visible("text=No connection.")


def test_a_second_phone_is_told_what_was_recorded_meanwhile(at_confirm):
    hanchan, page = at_confirm
    play(hanchan, RON)

    page.tap("text=Confirm")

    page.wait_for_selector("text=Another phone has recorded this hand meanwhile")
    assert page.is_visible("text=Recorded: East 1")
    assert page.is_visible("text=What you had entered was not recorded.")
    assert hanchan.hands.count() == 1
