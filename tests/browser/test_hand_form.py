"""The form on which a hand is entered: few touches, no request before the hand is complete, Back undoes one choice."""

import re

import pytest

from scoring.outcome import Limit
from tests.browser.fingers import Fingers
from tests.factories import HanchanFactory, play
from tests.scoring.shorthand import A, B, C, chombo, draw, ron, tsumo
from tournament.games.queries.game import load_game

pytestmark = pytest.mark.slow

OUTDATED = ".table-screen[data-outdated]"


@pytest.fixture
def requests_of():
    """Records what a page asks of the server from now on, except files and whether the screen is stale."""

    def record(page):
        asked = []
        ignored = re.compile("/live/|/static/")
        page.on("request", lambda request: None if ignored.search(request.url) else asked.append(request.url))
        return asked

    return record


TOUCHES = [
    (draw(A), 3),
    (draw(A, B, C), 5),
    (draw(A, B, riichi=[A]), 4),
    (chombo(B), 3),
    (ron(A, C, Limit.MANGAN), 4),
    (tsumo(A, Limit.HANEMAN), 4),
    (ron(B, C, "3/30", riichi=[A, B]), 6),
    (ron(B, C, "3/30"), 4),
    (tsumo(B, "2/40"), 4),
    (draw(), 2),
]


def test_the_number_of_touches(open_table):
    hanchan, page = open_table()
    fingers = Fingers(page)

    assert [(outcome, fingers.enter(outcome)) for outcome, _touches in TOUCHES] == TOUCHES

    assert load_game(hanchan).outcomes == tuple(outcome for outcome, _touches in TOUCHES)


def test_nothing_is_asked_of_the_server_before_the_hand_is_complete(open_table, requests_of):
    _hanchan, page = open_table()
    asked = requests_of(page)
    fingers = Fingers(page)

    fingers.tap("#riichi-right")
    fingers.touch_seat(B)
    fingers.touch_seat(C)
    page.wait_for_timeout(500)
    assert asked == []

    fingers.touch_cell("3-30")
    page.wait_for_selector(".preview-words")
    assert len(asked) == 1
    assert "value=3-30" in asked[0]


def test_the_touch_that_shows_the_card_does_not_lay_it_out(open_table):
    _hanchan, page = open_table()
    events, ended = [], []
    browser = page.context.browser.new_browser_cdp_session()
    browser.on("Tracing.dataCollected", lambda data: events.extend(data["value"]))
    browser.on("Tracing.tracingComplete", lambda data: ended.append(data))
    fingers = Fingers(page)
    fingers.touch_seat(A)
    page.wait_for_url("**winner=0**")

    browser.send("Tracing.start", {"categories": "devtools.timeline", "transferMode": "ReportEvents"})
    fingers.touch_seat(B)
    page.wait_for_url("**discarder=1**")
    browser.send("Tracing.end")
    while not ended:
        page.wait_for_timeout(50)

    elements = [event["args"]["elementCount"] for event in events if event["name"] == "UpdateLayoutTree"]
    assert 50 < sum(elements) < 200  # the seats'; the card has more than 200
    assert page.is_visible('.card-ron-east [value="1-30"]')


def test_without_a_network_a_hand_is_entered_up_to_its_last_touch(at_table):
    hanchan, page, fingers = at_table
    page.context.set_offline(True)

    fingers.choose(ron(B, C, "3/30"))
    page.wait_for_selector(".confirm-button")
    page.context.set_offline(False)
    fingers.touch(".confirm-button")

    page.wait_for_selector("text=Recorded: East 1")
    assert load_game(hanchan).outcomes == (ron(B, C, "3/30"),)


def test_back_undoes_one_choice_and_stays_at_the_table(open_table):
    _hanchan, page = open_table()
    start = page.url
    fingers = Fingers(page)
    fingers.tap("#riichi-right")
    fingers.touch_seat(B)
    fingers.touch_seat(C)
    fingers.touch_cell("3-30")
    page.wait_for_selector(".preview-words")
    page.evaluate("window.same = true")

    for question in ("Touch the value (ron)", "Touch the discarder", "Touch the winner"):
        page.go_back()
        page.wait_for_selector(f"text={question} >> visible=true")
        page.wait_for_selector(".confirm-button", state="hidden")
        page.wait_for_selector("[name=riichi][value='1']:checked", state="attached")
    page.go_back()
    page.wait_for_selector("[name=riichi][value='1']:not(:checked)", state="attached")

    assert page.evaluate("window.same")
    assert page.url.split("?")[0].startswith(start.split("?")[0])


def test_back_and_forward_keep_the_value_that_was_chosen(open_table):
    """It stands on the cards of other wins too."""
    _hanchan, page = open_table()
    fingers = Fingers(page)
    fingers.choose(ron(B, C, "3/30"))
    page.wait_for_selector(".preview-words:has-text('3 han 30 fu')")
    fingers.tap("#riichi-top")
    page.wait_for_selector(".preview-words:has-text('riichi')")

    page.go_back()
    page.wait_for_selector(".preview-words:not(:has-text('riichi')) >> visible=true")
    page.wait_for_selector(".confirm-button")
    assert "3 han 30 fu" in page.inner_text(".preview-words >> visible=true")

    page.go_forward()
    page.wait_for_selector(".preview-words:has-text('riichi') >> visible=true")
    page.wait_for_selector(".confirm-button")
    assert "3 han 30 fu" in page.inner_text(".preview-words >> visible=true")


def test_back_never_offers_a_recorded_hand(open_table):
    hanchan, page = open_table()
    Fingers(page).enter(ron(B, C, "3/30"))
    page.wait_for_selector("text=Recorded: East 1")

    for _choice in range(3):
        page.go_back()
        page.wait_for_timeout(100)
        page.wait_for_selector(".confirm-button", state="hidden")

    page.wait_for_selector("text=Touch the winner")
    assert hanchan.hands.count() == 1


def test_a_reload_keeps_what_was_chosen(open_table):
    _hanchan, page = open_table()
    fingers = Fingers(page)
    fingers.touch_seat(B)
    fingers.touch_seat(C)
    page.wait_for_function("() => location.search.includes('discarder=2')")

    page.reload()

    page.wait_for_selector("text=Touch the value (ron) >> visible=true")
    page.wait_for_selector("[name=winner][value='1']:checked", state="attached")
    page.wait_for_selector("[name=discarder][value='2']:checked", state="attached")
    fingers.touch_cell("3-30")
    page.wait_for_selector(".preview-words:has-text('3 han 30 fu')")


def test_start_again_keeps_riichi_alone(open_table):
    _hanchan, page = open_table()
    fingers = Fingers(page)
    fingers.choose(ron(B, C, "3/30", riichi=[A]))
    page.wait_for_selector(".preview-words")
    page.tap("text=Yaku (optional)")
    page.wait_for_selector("#yaku details[open]")

    fingers.tap("text=Start again")

    page.wait_for_selector("text=Touch the winner")
    page.wait_for_selector("#yaku details:not([open])", state="attached")
    page.wait_for_selector(".confirm-button", state="hidden")
    page.wait_for_selector("[name=riichi][value='0']:checked", state="attached")
    assert re.search(r"[?&]riichi=0", page.url)
    assert "winner" not in page.url


def test_a_second_touch_of_the_winner_starts_again(open_table):
    _hanchan, page = open_table()
    fingers = Fingers(page)
    fingers.touch_seat(B)
    page.wait_for_selector("text=Touch the discarder")

    fingers.touch_seat(B)

    page.wait_for_selector("text=Touch the winner >> visible=true")
    assert page.locator("[name=winner]:checked").count() == 0


def test_links_of_the_page_carry_what_is_chosen(open_table):
    _hanchan, page = open_table()
    fingers = Fingers(page)
    fingers.tap("#riichi-top")
    page.wait_for_function("() => location.search.includes('riichi=2')")
    fingers.unfold("More for this table")

    with page.expect_navigation():
        page.tap("text=Change seats")
    with page.expect_navigation():
        page.tap("text=Back >> nth=0")

    page.wait_for_selector("[name=riichi][value='2']:checked", state="attached")


def test_what_another_choice_rules_out_is_dropped(open_table):
    """The value of a self-draw that no ron has; the second winner of a discard that became a self-draw."""
    hanchan, page = open_table(ruleset="ema_2016")
    fingers = Fingers(page)
    fingers.touch_seat(B)
    fingers.touch_seat(C)
    fingers.touch_cell("3-30")
    fingers.unfold("Another winner")
    fingers.choice("winner2", "0")
    fingers.touch_cell("mangan", "2")
    page.wait_for_selector(".preview-words:has-text('mangan')")

    fingers.choice("winner2", "")
    page.wait_for_selector(".preview-words:not(:has-text('mangan'))")
    fingers.touch(".confirm-button")

    assert load_game(hanchan).outcomes == (ron(B, C, "3/30"),)


@pytest.mark.parametrize(("stick", "is_offered"), [("right", False), ("top", True)], ids=["winner", "another"])
def test_cells_that_riichi_of_the_winner_rules_out_are_not_shown(open_table, stick, is_offered):
    _hanchan, page = open_table()
    fingers = Fingers(page)
    fingers.touch_seat(B)
    fingers.touch_seat(C)
    fingers.tap(f"#riichi-{stick}")

    page.wait_for_selector('.claim-1 .card-ron .cell:has([value="1-40"])')
    assert page.is_visible('.claim-1 .card-ron .cell:has([value="1-30"])') is is_offered


def test_a_typed_value_is_entered(open_table):
    hanchan, page = open_table()
    fingers = Fingers(page)
    fingers.touch_seat(B)
    fingers.touch_seat(C)
    fingers.unfold("Type han and fu")
    page.fill("[name=han]", "26")
    page.keyboard.press("Enter")
    page.wait_for_selector("text=Is it really 26 han?")
    fingers.touch(".confirm-button")

    assert load_game(hanchan).outcomes == (ron(B, C, "26"),)


def test_the_preview_of_other_choices_is_not_shown(open_table):
    """Until the answer comes the points are those of the table, and Confirm records what is chosen."""
    hanchan, page = open_table()
    fingers = Fingers(page)
    fingers.choose(draw(A))
    page.wait_for_selector(".preview-words")
    page.wait_for_selector(f"{OUTDATED}", state="detached")
    held = []
    page.route(re.compile(r"tenpai=1"), lambda route: held.append(route))

    fingers.touch_seat(B)

    page.wait_for_selector(OUTDATED)
    page.wait_for_selector(".preview-words", state="hidden")
    page.wait_for_selector(".seat-difference", state="hidden")
    page.wait_for_selector(".confirm-button")
    page.tap(".confirm-button")
    page.wait_for_selector("text=Recorded: East 1")
    assert load_game(hanchan).outcomes == (draw(A, B),)


# --- Without JavaScript ---


def test_a_hand_is_recorded_where_the_script_did_not_load(open_table, complaints):
    complaints.expect("ERR_FAILED")
    hanchan, page = open_table()
    page.route("**/outbox*.js", lambda route: route.abort())
    page.reload()
    fingers = Fingers(page, javascript=False)

    fingers.choose(ron(B, C, "3/30"))
    assert not page.is_visible(".confirm-button")
    fingers.touch("text=Show the payments")
    fingers.touch(".confirm-button")

    assert load_game(hanchan).outcomes == (ron(B, C, "3/30"),)


def test_without_javascript_a_changed_choice_hides_confirm_until_the_new_preview(open_table):
    hanchan, page = open_table(javascript=False)
    fingers = Fingers(page, javascript=False)
    fingers.choose(ron(B, C, "3/30"))
    page.wait_for_selector(".confirm-button", state="hidden")
    fingers.touch("text=Show the payments")
    page.wait_for_selector(".confirm-button")
    page.wait_for_selector("text=3 han 30 fu")
    page.wait_for_selector("text=Show the payments", state="hidden")

    fingers.tap("#riichi-right")
    page.wait_for_selector(".confirm-button", state="hidden")
    page.wait_for_selector(".preview-words", state="hidden")
    fingers.touch("text=Show the payments")
    fingers.touch(".confirm-button")

    assert load_game(hanchan).outcomes == (ron(B, C, "3/30", riichi=[B]),)


def test_without_javascript_start_again_keeps_riichi(open_table):
    _hanchan, page = open_table(javascript=False)
    fingers = Fingers(page, javascript=False)
    fingers.choose(ron(B, C, "3/30", riichi=[A]))

    fingers.touch("text=Start again")

    page.wait_for_selector("text=Touch the winner")
    page.wait_for_selector("[name=riichi][value='0']:checked", state="attached")


@pytest.mark.parametrize("javascript", [True, False], ids=["htmx", "no javascript"])
def test_the_counter_gets_the_hand_and_gives_the_value_back(open_table, javascript):
    hanchan = HanchanFactory()
    play(hanchan, draw())
    _hanchan, page = open_table(hanchan, javascript=javascript)
    fingers = Fingers(page, javascript=javascript)
    fingers.tap("#riichi-top")
    fingers.touch_seat(C)
    fingers.tap(".self-draw")

    with page.expect_navigation(url="**/count/**"):
        page.tap("text=Calculate this hand")

    page.goto(f"{page.url}&tiles=234m456p678s22s34s5s")
    assert page.text_content("#worth-title").split() == ["4", "han", "20", "fu"]
    with page.expect_navigation():
        page.tap(".take-back")
    page.wait_for_selector("text=4 han 20 fu")
    fingers.touch(".confirm-button")
    (value,) = [hand.parsed_outcome().win.value for hand in hanchan.hands.filter(number=2)]
    assert (value.han, value.fu) == (4, 20)
