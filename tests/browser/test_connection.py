"""Bad Wi-Fi: what was entered is kept, said to be unrecorded, and sent again until it is answered, once."""

from dataclasses import replace

import pytest
from playwright.sync_api import TimeoutError as TooLate
from playwright.sync_api import expect

from scoring.outcome import ExhaustiveDraw, HanFu
from scoring.seats import Seat
from tests.browser.fingers import Fingers
from tests.browser.saved_hands import RON
from tests.factories import HanchanFactory, play

pytestmark = pytest.mark.slow


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

    page.wait_for_selector("text=Saved on this phone, will be sent automatically >> visible=true")
    assert hanchan.hands.count() == 0
    page.tap(".outbox summary")
    page.wait_for_selector("text=3 han 30 fu")

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


def test_a_page_left_without_an_answer_sends_the_hand_when_it_is_opened_again(at_confirm):
    hanchan, page = at_confirm
    page.context.set_offline(True)
    page.tap("text=Confirm")
    page.wait_for_selector("text=Saved on this phone, will be sent automatically >> visible=true")
    # A page that playwright closes is online for its last moment, and sends the hand itself.
    page.goto("about:blank")
    page.context.set_offline(False)
    assert hanchan.hands.count() == 0

    page.goto(hanchan.table.get_absolute_url())

    page.wait_for_selector("text=Recorded: East 1")
    assert hanchan.hands.count() == 1


def test_a_phone_at_two_tables_keeps_a_hand_for_each(at_confirm):
    hanchan, page = at_confirm
    other = HanchanFactory(round=hanchan.round, table__number=2)
    second = page.context.new_page()
    second.goto(other.table.get_link())
    fingers = Fingers(second)
    fingers.touch_seat(Seat.EAST)
    fingers.touch_seat(Seat.NORTH)
    fingers.touch_value(HanFu(2, 30), "ron")
    page.context.set_offline(True)
    for each in (page, second):
        each.tap("text=Confirm")
        each.wait_for_selector("text=Saved on this phone, will be sent automatically >> visible=true")
        each.goto("about:blank")
    page.context.set_offline(False)

    for each, there in ((page, hanchan), (second, other)):
        assert there.hands.count() == 0
        each.goto(there.table.get_absolute_url())
        each.wait_for_selector("text=Recorded: East 1")
        assert there.hands.count() == 1


def test_a_call_for_a_referee_does_not_take_an_unsent_hands_place(at_confirm):
    hanchan, page = at_confirm
    page.context.set_offline(True)
    page.tap("text=Confirm")
    page.wait_for_selector("text=Saved on this phone, will be sent automatically >> visible=true")

    page.tap("text=Call a referee")

    page.wait_for_selector("text=No connection. Touch again.")
    page.wait_for_selector("text=Saved on this phone, will be sent automatically >> visible=true")
    page.context.set_offline(False)
    page.wait_for_selector("text=Recorded: East 1")
    assert hanchan.hands.count() == 1
    assert hanchan.table.calls.count() == 0


def test_two_signatures_without_an_answer_are_both_sent(open_table, complaints):
    complaints.expect("htmx:sendError|htmx:afterRequest|ERR_INTERNET_DISCONNECTED")
    hanchan = HanchanFactory()
    play(hanchan, *[ExhaustiveDraw()] * 8)
    _hanchan, page = open_table(hanchan)
    page.context.set_offline(True)
    confirms = page.locator("button:has-text('confirms')")
    for place in (0, 1):
        confirms.nth(place).tap()
        page.wait_for_selector("text=Saved on this phone, will be sent automatically >> visible=true")

    page.context.set_offline(False)

    expect(confirms).to_have_count(2)
    assert hanchan.signatures.count() == 2


def test_an_unsent_hand_is_told_of_until_it_is_sent_or_given_up(at_confirm):
    hanchan, page = at_confirm
    page.route("**/hands/", lambda route: route.abort())
    page.tap("text=Confirm")
    page.wait_for_selector("text=Saved on this phone, will be sent automatically >> visible=true")
    page.reload()
    page.wait_for_selector("text=Saved on this phone, will be sent automatically >> visible=true")

    page.tap(".outbox summary")
    page.tap("button:text('Do not send this hand')")

    page.wait_for_selector("#outbox", state="hidden")
    page.unroute("**/hands/")
    page.reload()
    page.wait_for_selector("text=Touch the winner")
    page.wait_for_selector("#outbox", state="hidden")
    assert hanchan.hands.count() == 0


def test_a_hand_that_the_server_does_not_take_can_be_given_up(at_confirm):
    hanchan, page = at_confirm
    page.route("**/hands/", lambda route: route.fulfill(status=404, body=""))
    page.tap("text=Confirm")
    page.wait_for_selector("text=This phone is no longer connected to the table")
    page.wait_for_selector("text=Saved on this phone, will be sent automatically", state="hidden")

    page.tap(".outbox summary")
    page.tap("button:text('Do not send this hand')")

    page.wait_for_selector("#outbox", state="hidden")
    page.wait_for_selector("text=Touch the winner")
    assert hanchan.hands.count() == 0


def test_nothing_is_touched_while_a_hand_is_under_way(at_confirm):
    """A touch's answer would take the form away that hears whether the hand arrived."""
    hanchan, page = at_confirm
    held = []
    page.route("**/hands/", lambda route: held.append(route))
    with page.expect_request("**/hands/"):
        page.tap("text=Confirm")

    with pytest.raises(TooLate):
        page.tap("text=Start again", timeout=1000)
    held[0].continue_()

    page.wait_for_selector("text=Recorded: East 1")
    page.tap("#seat-right")
    page.wait_for_selector("text=Touch the discarder")
    assert hanchan.hands.count() == 1


def test_a_slow_answer_leaves_what_is_chosen_of_the_next_hand(at_confirm):
    hanchan, page = at_confirm
    held = []
    page.route("**/hands/", lambda route: held.append(route))
    page.tap("text=Confirm")
    page.wait_for_selector("text=The points appear when the server answers.")
    Fingers(page).touch_seat(Seat.EAST)

    held[0].continue_()

    page.wait_for_selector("text=Recorded: East 1", state="attached")
    page.wait_for_selector("text=Touch the discarder")
    assert hanchan.hands.count() == 1


def test_of_two_versions_of_a_hand_the_newer_one_is_sent(at_confirm):
    hanchan, page = at_confirm
    page.route("**/hands/", lambda route: route.abort())
    page.tap("text=Confirm")
    page.wait_for_selector("text=Saved on this phone, will be sent automatically >> visible=true")
    page.tap(".outbox summary")
    page.tap("[data-change]")
    page.tap("text=Start again")
    fingers = Fingers(page)
    fingers.touch_seat(Seat.EAST)
    fingers.touch_seat(Seat.NORTH)
    fingers.touch_value(HanFu(2, 30), "ron")
    page.tap("text=Confirm")

    page.unroute("**/hands/")

    page.wait_for_selector("text=Recorded: East 1")
    assert [hand.parsed_outcome().discarder for hand in hanchan.hands.all()] == [Seat.NORTH]


def test_a_touch_without_an_answer_says_so_and_may_be_repeated(open_table, complaints):
    complaints.expect("htmx:sendError|ERR_INTERNET_DISCONNECTED")
    hanchan, page = open_table()
    page.context.set_offline(True)

    page.tap("text=Call a referee")

    page.wait_for_selector("text=No connection. Touch again.")
    page.context.set_offline(False)
    page.tap("text=Call a referee")
    page.wait_for_selector("text=The referees can see your call.")
    page.wait_for_selector("text=No connection.", state="hidden")
    assert hanchan.table.calls.count() == 1


def test_a_preview_without_an_answer_is_no_news_and_the_hand_can_be_confirmed(open_table, complaints):
    complaints.expect("htmx:sendError|ERR_INTERNET_DISCONNECTED")
    hanchan, page = open_table()
    page.context.set_offline(True)
    fingers = Fingers(page)

    fingers.choose(RON)

    names = [seat.entry.player.name for seat in hanchan.seats.all()]
    page.wait_for_selector(f".unanswered:has-text('{names[1]} wins, {names[2]} discarded, 3 han 30 fu')")
    page.wait_for_selector("text=The points appear when the server answers. >> visible=true")
    page.wait_for_selector("#outbox", state="hidden")
    page.tap(".confirm-button")
    page.wait_for_selector("text=Saved on this phone, will be sent automatically >> visible=true")
    page.context.set_offline(False)

    page.wait_for_selector("text=Recorded: East 1")
    assert [hand.parsed_outcome() for hand in hanchan.hands.all()] == [RON]


def test_a_preview_that_failed_is_asked_for_anew(open_table, complaints):
    complaints.expect("503")
    _hanchan, page = open_table()
    page.route("**/tables/**value=3-30**", lambda route: route.fulfill(status=503, body=""))
    Fingers(page).choose(RON)
    page.wait_for_selector(".table-screen[data-unanswered]")

    page.unroute("**/tables/**value=3-30**")

    page.wait_for_selector("#preview .preview-words")
    page.wait_for_selector(".unanswered", state="hidden")


def test_a_second_phone_is_told_what_was_recorded_meanwhile(at_confirm):
    hanchan, page = at_confirm
    play(hanchan, replace(RON, discarder=Seat.EAST))

    page.tap("text=Confirm")

    page.wait_for_selector("text=Another phone has recorded this hand meanwhile")
    page.wait_for_selector("text=Recorded: East 1")
    page.wait_for_selector("text=The hand that you entered was not recorded.")
    assert hanchan.hands.count() == 1
