"""What waits in the phone meets a table that changed meanwhile: nothing is lost, doubled, or stuck without a word."""

import pytest

from scoring.seats import Seat
from tests.browser.fingers import Fingers
from tests.browser.saved_hands import DRAW, EAST_TENPAI, NOTHING_WAITS, RON, RON_FILLED_IN, enter_impossible, outcomes
from tests.factories import HanchanFactory, RoundFactory, play

pytestmark = pytest.mark.slow


def test_a_blind_hand_whose_answer_got_lost_is_recognized_after_a_reload(at_routed_table):
    hanchan, page, fingers = at_routed_table
    page.context.set_offline(True)
    fingers.keep(RON)
    fingers.keep(EAST_TENPAI)
    arrived = []

    def lose_answers_to_the_second(route):
        answer = route.fetch()
        if "number=2" in route.request.post_data:
            arrived.append(answer.status)
            route.abort()
        else:
            route.fulfill(response=answer)

    page.route("**/hands/", lose_answers_to_the_second)
    page.context.set_offline(False)
    while not arrived:
        page.wait_for_timeout(100)
    page.unroute("**/hands/")
    page.goto("about:blank")

    page.goto(hanchan.table.get_absolute_url())

    page.wait_for_selector("text=Recorded: East 2")
    page.wait_for_function(NOTHING_WAITS)
    assert outcomes(hanchan) == [RON, EAST_TENPAI]


def test_the_sign_in_page_of_a_wifi_is_no_answer(at_routed_table, assert_accessible):
    hanchan, page, fingers = at_routed_table
    page.route("**/hands/", lambda route: route.fulfill(status=200, body="<h1>Welcome to the café</h1>"))
    fingers.keep(RON)

    page.wait_for_selector("text=Saved on this phone, will be sent automatically >> visible=true")
    assert_accessible(page)
    page.unroute("**/hands/")

    page.wait_for_selector("text=Recorded: East 1")
    assert outcomes(hanchan) == [RON]


def test_a_refused_hand_does_not_take_the_place_of_the_one_half_entered(at_table):
    hanchan, page, fingers = at_table
    page.context.set_offline(True)
    enter_impossible(fingers)
    page.wait_for_selector("[data-hand-number] >> text=2")
    fingers.touch_seat(Seat.EAST)

    page.context.set_offline(False)

    page.wait_for_selector("text=The rules do not allow one of the hands saved on this phone.")
    page.wait_for_selector("text=Touch the discarder")
    fingers.tap("text=Start again")
    page.wait_for_selector("text=cannot have 1 han and 25 fu >> visible=true")
    assert outcomes(hanchan) == []
    page.tap("text=Start again")
    fingers.choose(RON)
    fingers.tap(".confirm-button")
    page.wait_for_selector("text=Recorded: East 1")
    assert outcomes(hanchan) == [RON]


def test_hands_of_two_rounds_do_not_mix(at_routed_table):
    hanchan, page, fingers = at_routed_table
    page.context.set_offline(True)
    fingers.keep(RON)
    fingers.keep(EAST_TENPAI)
    page.goto("about:blank")
    later = HanchanFactory(
        round=RoundFactory(tournament=hanchan.tournament, number=hanchan.round.number + 1), table=hanchan.table
    )
    page.context.set_offline(False)
    page.route("**/hands/", lambda route: route.abort())
    page.goto(hanchan.table.get_absolute_url())
    fingers.choose(DRAW)
    fingers.tap(".confirm-button")
    page.wait_for_selector("[data-hand-number] >> text=2")
    page.unroute("**/hands/")

    page.wait_for_function(NOTHING_WAITS, timeout=30_000)

    assert outcomes(hanchan) == [RON, EAST_TENPAI]
    assert outcomes(later) == [DRAW]


def test_hands_after_the_end_are_told_of(at_table):
    hanchan, page, fingers = at_table
    play(hanchan, *[DRAW] * 7)
    page.reload()
    page.context.set_offline(True)
    fingers.keep(DRAW)
    fingers.keep(EAST_TENPAI)

    page.context.set_offline(False)

    page.wait_for_selector(".sheet")
    page.wait_for_selector("text=Hands entered after the end of the hanchan cannot count")
    page.wait_for_timeout(600)  # a touch just after a line has moved up does not count
    page.tap("button:text('Do not send this hand') >> visible=true")
    page.wait_for_function(NOTHING_WAITS)
    assert len(outcomes(hanchan)) == 8


def test_a_hand_given_up_leaves_no_gap_that_nobody_closes(at_table):
    hanchan, page, fingers = at_table
    page.context.set_offline(True)
    for outcome in (RON, DRAW, EAST_TENPAI):
        fingers.keep(outcome)
    page.tap("text=Saved on this phone, will be sent automatically")
    page.tap("button:text('Do not send this hand') >> nth=1")

    page.context.set_offline(False)

    page.wait_for_function("() => document.querySelectorAll('#outbox li').length === 1")
    page.wait_for_selector("text=Missing before the hands saved on this phone: hand 2")
    assert outcomes(hanchan) == [RON]
    page.tap("button:text('No hand is missing') >> visible=true")
    page.wait_for_function(NOTHING_WAITS)
    assert outcomes(hanchan) == [RON, EAST_TENPAI]


def test_another_phone_recorded_more_hands_than_wait(at_table):
    hanchan, page, fingers = at_table
    page.context.set_offline(True)
    fingers.keep(RON)
    fingers.keep(EAST_TENPAI)
    play(hanchan, DRAW, DRAW, DRAW)

    page.context.set_offline(False)
    page.wait_for_selector("#outbox >> text=The hand that you entered was not recorded.")
    page.tap("button:text('Do not send this hand') >> nth=0")
    page.tap("text=Send now >> visible=true")

    page.wait_for_selector("#outbox >> text=The hand that you entered was not recorded.")
    page.tap("button:text('Do not send this hand')")
    page.wait_for_function(NOTHING_WAITS)
    assert outcomes(hanchan) == [DRAW, DRAW, DRAW]


def test_a_hand_taken_back_into_the_form_outlives_a_reload(at_table):
    hanchan, page, fingers = at_table
    page.context.set_offline(True)
    fingers.keep(RON)
    page.tap("text=Saved on this phone, will be sent automatically")
    page.tap("[data-change] >> visible=true")
    page.wait_for_selector(RON_FILLED_IN, state="attached")

    page.reload()

    page.wait_for_selector(RON_FILLED_IN, state="attached")
    page.context.set_offline(False)
    fingers.tap(".confirm-button")
    page.wait_for_selector("text=Recorded: East 1")
    assert outcomes(hanchan) == [RON]


def test_a_hand_taken_back_asks_before_it_replaces_one_half_entered(at_table):
    _hanchan, page, fingers = at_table
    page.context.set_offline(True)
    fingers.keep(RON)
    fingers.touch_seat(Seat.EAST)
    page.tap("text=Saved on this phone, will be sent automatically")

    page.tap("[data-change] >> visible=true")
    page.wait_for_selector("text=The form contains an unfinished hand.")
    assert page.is_checked("[name=winner][value='0']")
    page.tap("[data-change] >> visible=true")

    page.wait_for_selector(RON_FILLED_IN, state="attached")


def test_a_hand_changed_while_it_is_being_sent_is_not_offered_twice(at_routed_table):
    hanchan, page, fingers = at_routed_table
    held = []
    page.route("**/hands/", lambda route: route.continue_() if held else held.append(route))
    fingers.keep(RON)
    page.wait_for_selector("text=Saved on this phone, will be sent automatically >> visible=true")
    fingers.keep(DRAW)
    page.eval_on_selector("[data-change]", "button => button.click()")
    page.wait_for_selector(RON_FILLED_IN, state="attached")
    held[0].continue_()

    page.wait_for_function(NOTHING_WAITS)
    assert outcomes(hanchan) == [RON, DRAW]
    page.wait_for_selector("text=Touch the winner")
    assert page.query_selector("[name=winner]:checked") is None


def test_a_hand_given_up_in_one_tab_is_not_sent_by_another(at_routed_table):
    hanchan, page, fingers = at_routed_table
    page.route("**/hands/", lambda route: route.abort())
    fingers.keep(RON)
    page.wait_for_selector("text=Saved on this phone, will be sent automatically >> visible=true")
    second = page.context.new_page()
    second.route("**/hands/", lambda route: route.abort())
    second.goto(page.url)
    second.tap("text=Saved on this phone, will be sent automatically")
    second.tap("button:text('Do not send this hand')")
    second.wait_for_function(NOTHING_WAITS)

    page.unroute("**/hands/")

    page.wait_for_function(NOTHING_WAITS, timeout=20_000)
    assert outcomes(hanchan) == []


def test_a_double_tap_gives_up_one_hand(at_table):
    _hanchan, page, fingers = at_table
    page.context.set_offline(True)
    for outcome in (RON, DRAW, EAST_TENPAI):
        fingers.keep(outcome)
    page.tap("text=Saved on this phone, will be sent automatically")
    box = page.locator("button:text('Do not send this hand') >> nth=0").bounding_box()
    page.wait_for_timeout(500)
    for _tap in range(2):
        page.touchscreen.tap(box["x"] + 20, box["y"] + 10)
    page.wait_for_timeout(500)

    assert page.locator("#outbox li").count() == 2


def test_a_phone_that_may_keep_nothing_still_sends(open_table):
    hanchan, page = open_table()
    page.context.add_init_script("IDBFactory.prototype.open = () => { throw new DOMException('no'); };")
    page.reload()
    fingers = Fingers(page)

    fingers.enter(RON)

    page.wait_for_selector("text=Recorded: East 1")
    assert outcomes(hanchan) == [RON]
