"""Every outcome that a ruleset has, entered once on a phone, and told in words afterwards."""

import pytest
from playwright.sync_api import expect

from scoring.outcome import AbortReason, Limit, Yakuman
from scoring.presets import RULESETS
from tests.browser.fingers import Fingers
from tests.factories import EntryFactory, HanchanFactory, TournamentFactory, UserFactory
from tests.scoring.shorthand import (
    ALL,
    MANGAN,
    A,
    B,
    C,
    D,
    abort,
    chombo,
    claims,
    draw,
    nagashi,
    redeal,
    ron,
    tsumo,
    win,
)
from tournament.core.words.scores import points
from tournament.games.queries.game import load_game
from tournament.games.words.hands import outcome_words

pytestmark = pytest.mark.slow

YAKUMAN = Limit.YAKUMAN
TENHOU = [
    abort("four_winds"),
    abort("nine_terminals", riichi=[A]),
    abort("four_kongs"),
    abort("four_riichi", riichi=ALL),
    abort("three_winners", riichi=[B]),
    claims(C, win(A, "1/30"), win(B, "1/30"), win(D, "2/30")),
    nagashi(B, C, tenpai=[A, D], riichi=[D]),
    claims(A, win(B, "1/40"), win(D, "1/30"), riichi=[B]),
    ron(D, B, "2/40"),
    tsumo(C, Yakuman(2), liable=D),  # and D has no points left
]
EMA_2016 = [
    claims(C, win(B, "3/30"), win(A, MANGAN), win(D, "2/25"), riichi=[B]),
    claims(A, win(B, Limit.YAKUMAN, liable=C), win(D, "1/30")),
    draw(A, D, dead=[C], riichi=[C, D]),
    redeal(riichi=[A]),
    chombo(B, C, riichi=[A]),
]

# For each other preset one hand that shows what is peculiar to it, the four points after it, and what the screen asked.
# All points are worked out by hand from the payment tables of the rules. Asked: "also" another winner, who is "liable".
CHARACTER = {
    # 3 han 60 fu are rounded to a mangan (R3.5): 8,000. Only one claim is paid (R6.1), so nobody asks for another.
    "wrc_2015": (ron(B, C, "3/60"), (30_000, 38_000, 22_000, 30_000), set()),
    # Four kongs make their feeder liable (R7.1): C alone pays 32,000.
    "wrc_2025": (tsumo(B, YAKUMAN, liable=C, yaku=("suukantsu",)), (30_000, 62_000, -2_000, 30_000), {"liable"}),
    # 4 han 30 fu are rounded (R3.5), and another claim would be paid too (R6.1).
    "ema_2025": (ron(B, C, "4/30"), (30_000, 38_000, 22_000, 30_000), {"also"}),
    # Two yakuman add up (R3.8): A pays 64,000, and the game goes on below zero (R12.3).
    "jpml_a": (ron(D, A, Yakuman(2)), (-34_000, 30_000, 30_000, 94_000), {"liable"}),
    # Two yakuman add up.
    "wrc_2022": (ron(D, A, Yakuman(2)), (-34_000, 30_000, 30_000, 94_000), {"liable"}),
    "wrc_2025_lower": (ron(D, A, Yakuman(2)), (-34_000, 30_000, 30_000, 94_000), {"liable"}),
    # Nobody is ever liable.
    "rmu_a": (ron(D, A, Yakuman(2)), (-34_000, 30_000, 30_000, 94_000), set()),
    "rmu_b": (tsumo(B, YAKUMAN), (14_000, 62_000, 22_000, 22_000), set()),
    # From 25,000.
    "rmu_m": (tsumo(A, Yakuman(2)), (121_000, -7_000, -7_000, -7_000), set()),
    # Nobody is ever liable: East pays 16,000, the others 8,000 each.
    "saikouisen": (tsumo(B, YAKUMAN), (14_000, 62_000, 22_000, 22_000), set()),
    # From 25,000: two yakuman of East cost everybody 32,000, and nobody is bankrupt.
    "mleague": (tsumo(A, Yakuman(2)), (121_000, -7_000, -7_000, -7_000), {"liable"}),
    # From 25,000: C is liable for one of two yakuman, 32,000 alone; of the other East pays 16,000, C and D 8,000 each.
    "mahjong_soul": (tsumo(B, Yakuman(2), liable=C), (9_000, 89_000, -15_000, 17_000), {"liable"}),
    # An abortive draw that the WRC does not have (R9.2): four bets lie on the table.
    "czech_club": (abort("four_riichi", riichi=ALL), (29_000, 29_000, 29_000, 29_000), set()),
}
BANKRUPT = {"mahjong_soul"}


def is_shown(page, words):
    return page.locator(f"{words} >> visible=true").count() > 0


@pytest.mark.long
def test_each_preset_settles_a_hand_of_its_own_kind(device, log_in):
    referee = UserFactory()
    phone = device("phone")
    log_in(phone, referee)
    fingers = Fingers(phone)

    for key, (outcome, expected, asked) in CHARACTER.items():
        hanchan = HanchanFactory(round__tournament=TournamentFactory(ruleset_key=key, referees=[referee]))
        phone.goto(hanchan.table.get_absolute_url())
        fingers.choose(outcome)
        questions = {"also": ".claim-2 >> text=Another winner", "liable": "text=Is anyone liable for the yakuman?"}
        assert {name for name, words in questions.items() if is_shown(phone, words)} == asked, key
        fingers.touch("text=Confirm")

        game, shown = load_game(hanchan), phone.text_content(".table-screen")
        assert game.situation.points == expected, key
        assert [value for value in expected if points(value) not in shown] == [], key
        assert ("A player has run out of points." in shown) is (key in BANKRUPT), key


def test_every_preset_has_a_hand():
    assert {*CHARACTER, "tenhou", "ema_2016"} == RULESETS.keys()


@pytest.mark.long
@pytest.mark.parametrize(
    ("ruleset", "outcomes", "after", "javascript"),
    [
        # Points by hand. Six bets lie on the table when two nagashi mangan move −8,000, +6,000, +6,000 and −4,000:
        # 15,000, 29,000, 30,000, 19,000. B's 1 han takes seven counters and eight bets, its own among them; then
        # 2,600 from B to D, and as East C gets two yakuman, 96,000, from D alone.
        ("tenhou", TENHOU, (10_600, 36_800, 126_000, -73_400), True),
        # Points by hand. C pays 12,000, 3,900 and 1,600: 42,000, 33,900, 12,500, 31,600. With one counter A pays
        # 16,300 of B's yakuman (C the other 16,000) and 1,300 to D; then 1,500 each and two bets.
        ("ema_2016", EMA_2016, (25_900, 64_700, -6_000, 33_400), False),
    ],
    ids=["tenhou with htmx", "ema_2016 in plain HTML"],
)
def test_each_outcome_is_entered_once(open_table, ruleset, outcomes, after, javascript):
    hanchan, page = open_table(ruleset=ruleset, javascript=javascript)
    fingers = Fingers(page, javascript=javascript)

    for outcome in outcomes:
        touches = fingers.enter(outcome)

        assert load_game(hanchan).outcomes[-1] == outcome
        assert touches <= 14

    game = load_game(hanchan)
    assert game.situation.points == after
    told = [outcome_words(hand.outcome, game.names, played) for hand, played in game.hands_played]
    assert [words for words in told if words not in page.text_content(".hands")] == []
    page.goto(hanchan.get_absolute_url())
    assert [words for words in told if words not in page.text_content("main")] == []


def test_what_is_seldom_asked_is_accessible(open_table, assert_accessible):
    hanchan, page = open_table(ruleset="tenhou")
    page.tap("text=More outcomes")
    expect(page.locator("label:has([value^='abort-']) >> visible=true")).to_have_count(len(AbortReason))
    assert_accessible(page)

    page.goto(f"{hanchan.table.get_absolute_url()}?winner=1&discarder=2&value=yakuman&liable=0")
    page.tap("text=Another winner")
    assert_accessible(page)


@pytest.mark.parametrize("javascript", [True, False], ids=["htmx", "no javascript"])
def test_yaku_are_picked_without_moving_confirm(open_table, assert_accessible, javascript):
    hanchan, page = open_table(ruleset="tenhou", javascript=javascript)
    page.goto(f"{hanchan.table.get_absolute_url()}?winner=1&discarder=2&value=3-30")
    fingers = Fingers(page, javascript=javascript)

    def place():
        return page.evaluate("document.querySelector('.confirm').getBoundingClientRect().bottom + scrollY")

    confirm = place()
    assert page.locator(".confirm-button").bounding_box()["y"] + 44 < 844
    fingers.unfold("Yaku (optional)")
    page.locator("label:has([value='1:chun'])").scroll_into_view_if_needed()
    scrolled = page.evaluate("scrollY")
    fingers.choice("yaku", "1:chun")
    if javascript:
        page.wait_for_selector(".preview-words:has-text('(chun)')")
        assert page.evaluate("scrollY") == scrolled
        page.wait_for_selector("label:has([value='1:toitoi'])")
        assert_accessible(page)
    page.select_option("select:has([value='1:dora:2'])", "1:dora:2")
    if not javascript:
        fingers.touch("text=Show the payments")

    page.wait_for_selector(".preview-words:has-text('(chun, dora 2)')")
    page.evaluate("scrollTo(0, 0)")
    if javascript:
        assert place() == confirm
    fingers.touch("text=Confirm")
    assert load_game(hanchan).outcomes == (ron(B, C, "3/30", yaku=("chun", "dora", "dora")),)
    assert "3 han 30 fu (chun, dora 2)" in page.text_content(".last-hand")


def test_on_a_small_phone_confirm_covers_neither_what_the_hand_does_nor_a_question(open_table, assert_accessible):
    tournament = TournamentFactory(ruleset_key="tenhou")
    entries = [
        EntryFactory(tournament=tournament, player__name=f"Wawrzyniec Brzęczyszczykiewicz-{n}") for n in range(4)
    ]
    hanchan = HanchanFactory(round__tournament=tournament, entries=entries)
    _hanchan, page = open_table(hanchan, width=320, height=568)
    address = f"{hanchan.table.get_absolute_url()}?winner=1&discarder=2&value="

    def edge(selector, side):
        return page.eval_on_selector(selector, f"part => part.getBoundingClientRect().{side}")

    page.goto(f"{address}3-30&riichi=1")
    page.tap("#riichi-left")
    page.wait_for_selector(".table-screen:not([data-outdated]) .preview-words")
    assert edge(".preview-next", "bottom") <= edge(".confirm", "top") < edge(".confirm", "bottom") <= 568
    page.goto(f"{address}yakuman")
    assert edge(".hand .choices >> visible=true >> nth=-1", "bottom") <= edge(".confirm", "top")
    assert edge(".preview-next", "bottom") <= edge(".confirm", "top")
    assert_accessible(page)
