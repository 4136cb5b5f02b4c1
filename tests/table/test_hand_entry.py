"""The table's screen: with htmx and without, as the wrong person, with bad input."""

import re
from copy import deepcopy
from html import unescape
from uuid import uuid4

import pytest
from django.urls import reverse

from scoring.outcome import AbortReason, ExhaustiveDraw, HanFu, Ron, Win
from scoring.seats import Seat
from tests.factories import (
    HanchanFactory,
    Membership,
    Role,
    RoundFactory,
    TableFactory,
    TournamentFactory,
    UserFactory,
    play,
    sign,
)
from tests.forms_on_page import pressed
from tests.table.phones import HTMX, phone_at
from tournament.models import Hand

pytestmark = pytest.mark.django_db

RON = {"winner": "1", "discarder": "2", "value": "3-30", "riichi": ["1"]}


@pytest.fixture(scope="module")
def made(once):
    return HanchanFactory()


@pytest.fixture
def hanchan(db, made):
    return deepcopy(made)


@pytest.fixture
def phone(hanchan):
    return phone_at(hanchan.table)


def record(phone, hanchan, *, headers=None, **changes):
    hanchan.refresh_from_db()
    number = hanchan.hands.filter(superseded_by=None).count() + 1
    data = RON | {"number": number, "revision": hanchan.revision, "key": str(uuid4())} | changes
    return phone.post(reverse("hand-record", args=[hanchan.tournament.slug, hanchan.pk]), data, headers=headers)


def test_the_screen_shows_the_table_as_it_lies(phone, hanchan):
    response = phone.get(hanchan.table.get_absolute_url())

    assert response.status_code == 200
    for seat in hanchan.seats.all():
        assert seat.entry.player.name in response.text
    assert "East 1" in response.text


def test_a_touch_gets_the_fragment_and_the_address_that_reloads_it(phone, hanchan):
    response = phone.get(
        hanchan.table.get_absolute_url(), {"riichi": "3", "winner": "1", "touch": "discarder:2"}, headers=HTMX
    )

    assert "<html" not in response.text
    assert "Touch the value (ron)" in response.text
    assert response.headers["HX-Replace-Url"].endswith("?winner=1&discarder=2&riichi=3&for=1")


def test_the_card_holds_only_what_this_win_can_be(phone, hanchan):
    ron = phone.get(hanchan.table.get_absolute_url(), {"winner": "1", "discarder": "2"}).text
    self_draw = phone.get(hanchan.table.get_absolute_url(), {"winner": "1", "discarder": "self"}).text

    assert 'value="value:3-30"' in ron
    assert "value:2-20" not in ron
    assert 'value="value:2-20"' in self_draw
    assert "value:2-25" not in self_draw


def test_the_preview_says_the_changes_the_next_dealer_and_why(phone, hanchan):
    response = phone.get(hanchan.table.get_absolute_url(), RON)

    assert "+3,900" in response.text
    assert "−3,900" in response.text
    assert "base value 960" in response.text
    assert "Next: East 2." in response.text
    assert Hand.objects.count() == 0


def test_the_preview_of_the_last_deal_says_that_the_hanchan_is_over(phone, hanchan):
    play(hanchan, *[ExhaustiveDraw()] * 7)

    response = phone.get(hanchan.table.get_absolute_url(), {"winner": "0", "discarder": "2", "value": "3-30"})

    assert "This ends the hanchan. The last hand has been played." in response.text


def test_confirm_records_and_shows_what_was_recorded(phone, hanchan):
    response = record(phone, hanchan, headers=HTMX)

    assert response.status_code == 200
    assert "Recorded: East 1" in response.text
    assert "Undo" in response.text
    assert response.headers["HX-Replace-Url"] == hanchan.table.get_absolute_url()
    assert hanchan.hands.get().deltas == (0, 3_900, -3_900, 0)


def test_confirm_without_htmx_leads_back_to_the_table(phone, hanchan):
    response = record(phone, hanchan)

    assert response.status_code == 302
    assert response.headers["Location"] == hanchan.table.get_absolute_url()
    assert hanchan.hands.count() == 1


def test_the_same_submission_twice_is_one_hand(phone, hanchan):
    key = str(uuid4())

    first = record(phone, hanchan, key=key)
    again = record(phone, hanchan, key=key, number=1, revision=0)

    assert (first.status_code, again.status_code) == (302, 302)
    assert hanchan.hands.count() == 1


def test_a_late_hand_is_refused_with_what_was_recorded_and_what_was_entered(phone, hanchan):
    play(hanchan, ExhaustiveDraw())

    response = record(phone, hanchan, number=1, revision=0, headers=HTMX)

    assert response.status_code == 409
    assert "Another phone has recorded this hand meanwhile" in response.text
    assert "Exhaustive draw" in response.text
    assert "?winner=1&amp;discarder=2&amp;value=3-30&amp;riichi=1" in response.text
    assert hanchan.hands.count() == 1


@pytest.mark.parametrize("changes", [{}, {"yaku": ["1:tanyao"]}], ids=["same", "same with yaku"])
def test_the_same_hand_from_a_second_phone_is_said_to_be_recorded_already(phone, hanchan, changes):
    record(phone, hanchan)

    response = record(phone, hanchan, number=1, revision=0, headers=HTMX, **changes)

    assert response.status_code == 409
    assert "Another phone has already recorded the same hand" in response.text
    assert "Recorded: East 1" in response.text
    assert "Fill it in again" not in response.text
    assert hanchan.hands.count() == 1


@pytest.mark.parametrize("changes", [{"riichi": []}, {"value": "4-30"}, {"discarder": "3"}, {"mode": "draw"}])
def test_another_hand_from_a_second_phone_is_offered_again(phone, hanchan, changes):
    record(phone, hanchan)

    response = record(phone, hanchan, number=1, revision=0, **changes)

    assert "Fill it in again" in response.text


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"number": ""}, "This form is incomplete"),
        ({"key": "no key"}, "This form is incomplete"),
        ({"revision": "-1"}, "This form is incomplete"),
        ({"value": ""}, "Enter what happened"),
        ({"winner": "7"}, "Enter what happened"),
        ({"discarder": "1"}, "Enter what happened"),
        ({"value": "1-25"}, "cannot have 1 han and 25 fu"),
        ({"value": "9999-1"}, "Enter what happened"),
    ],
)
@pytest.mark.parametrize("headers", [HTMX, None], ids=["htmx", "plain"])
def test_bad_input_is_refused_with_a_sentence(phone, hanchan, changes, expected, headers):
    response = record(phone, hanchan, headers=headers, **changes)

    assert response.status_code == 422
    assert expected in response.text
    assert hanchan.hands.count() == 0


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ({"han": "3", "fu": "32"}, "3 han 40 fu"),
        ({"han": "7", "fu": ""}, "haneman"),
        ({"han": "three", "fu": "30"}, "whole numbers"),
        ({"han": "0", "fu": "30"}, "at least 1 han"),
        ({"han": "2", "fu": ""}, "needs its fu"),
        ({"han": "100", "fu": "30"}, "that many han"),
        ({"han": "1", "fu": "20"}, "cannot have 1 han and 20 fu"),
    ],
)
def test_han_and_fu_can_be_typed(phone, hanchan, typed, expected):
    state = {"winner": "1", "discarder": "2", "touch": "typed"}

    response = phone.get(hanchan.table.get_absolute_url(), state | typed)

    assert expected in response.text


def at_table_of(ruleset):
    hanchan = HanchanFactory(round__tournament=TournamentFactory(ruleset_key=ruleset))
    return phone_at(hanchan.table), hanchan


@pytest.mark.parametrize(
    ("ruleset", "state", "offered", "not_offered"),
    [
        ("wrc_2015", {}, ["redeal"], ["abort:", '"nagashi"']),
        ("tenhou", {}, [*(f"abort:{reason}" for reason in AbortReason), '"nagashi"', "redeal"], []),
        ("wrc_2015", RON, [], ["also:", "liable:", "yakuman-2"]),
        ("ema_2016", RON, ["also:0", "also:3"], ["also:1", "also:2"]),
        ("ema_2016", RON | {"winner": ["1", "0"], "value": ["3-30", "7-"]}, ["also:3"], ["also:0", "also:1"]),
        ("ema_2016", RON | {"discarder": "self"}, [], ["also:"]),
        ("wrc_2015", RON | {"value": "yakuman"}, ["liable:1:0", "liable:1:2"], ["liable:1:1", "yakuman-2"]),
        ("tenhou", RON | {"value": "yakuman"}, ["yakuman-2", "yakuman-4", "liable:1:0"], ["yakuman-5"]),
        ("wrc_2015", {"mode": "draw", "riichi": "2"}, ["dead:2"], ["dead:1", "tenpai:2"]),
    ],
)
def test_only_what_the_ruleset_has_is_offered_and_only_where_it_can_be(ruleset, state, offered, not_offered):
    phone, hanchan = at_table_of(ruleset)

    shown = phone.get(hanchan.table.get_absolute_url(), state).text

    assert [words for words in offered if words not in shown] == []
    assert [words for words in not_offered if words in shown] == []


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"mode": "abort", "reason": "four_winds"}, "This ruleset has no abortive draw for this reason. (R9.1)"),
        ({"mode": "nagashi-tenpai", "nagashi": "1"}, "This ruleset has no nagashi mangan. (R3.10)"),
        ({"mode": "nagashi-tenpai"}, "Somebody must have won. (R6.1)"),
        ({"winner": ["1", "0"], "value": ["3-30", "2-30"], "discarder": "self"}, "has exactly one winner. (R6.1)"),
        ({"winner": ["1", "2"], "value": ["3-30", "2-30"]}, "Nobody can win off their own discard. (R14.2)"),
        ({"winner": ["1", "1"], "value": ["3-30", "2-30"]}, "A player can win a hand only once. (R6.1)"),
        ({"liable": "1:3"}, "Only a yakuman can make another player liable. (R14.2)"),
        ({"winner": ["1", "0"]}, "Enter what happened before you confirm."),
    ],
)
def test_what_the_ruleset_lacks_is_refused_with_its_sentence(phone, hanchan, fields, sentence):
    response = record(phone, hanchan, **fields)

    assert response.status_code == 422
    assert sentence in re.sub("<[^>]*>", "", response.text)
    assert hanchan.hands.count() == 0


def test_a_refusal_links_to_its_rule_and_keeps_what_was_touched(phone, hanchan):
    refused = phone.get(hanchan.table.get_absolute_url(), RON | {"value": "1-25"}).text

    assert 'cannot have 1 han and 25 fu. (<a href="/rules/in-words/#R14" target="_blank"' in refused
    assert 'name="winner" value="1"' in refused


def test_where_one_claim_is_paid_the_screen_says_whose(phone, hanchan):
    fields = {"winner": ["1", "3"], "value": ["3-30", "mangan"], "riichi": []}
    names = [seat.entry.player.name for seat in hanchan.seats.order_by("seat")]

    shown = phone.get(hanchan.table.get_absolute_url(), RON | fields).text
    record(phone, hanchan, **fields)

    assert f"{names[3]} wins by ron from {names[2]}, mangan; also claimed, not paid: {names[1]}" in unescape(shown)
    assert hanchan.hands.get().deltas == (0, 0, -8_000, 8_000)


# --- Yaku ---


YAKU = {"yaku": ["1:riichi", "1:seat-wind-south", "1:dora", "1:dora"]}


def test_of_two_winners_the_screen_says_whose_value_is_asked_and_lets_each_be_changed():
    phone, hanchan = at_table_of("ema_2016")
    names = [seat.entry.player.name for seat in hanchan.seats.order_by("seat")]
    state = {"winner": ["1", "0"], "discarder": "2"}

    def shown(**more):
        return unescape(phone.get(hanchan.table.get_absolute_url(), state | more).text)

    assert f"What is {names[0]}’s hand worth? (ron)" in shown(value="3-30")
    both = shown(value=["3-30", "mangan"])
    assert f'value="revalue:1">Another value: {names[1]}<' in both
    assert f'value="revalue:0">Another value: {names[0]}<' in both
    again = shown(value=["3-30", "mangan"], touch="revalue:1")
    assert f"What is {names[1]}’s hand worth? (ron)" in again
    assert 'value="value:3-30"' in again


def test_a_riichi_that_is_not_allowed_is_refused_at_its_touch_by_name():
    phone, hanchan = at_table_of("tenhou")
    play(hanchan, Ron(discarder=Seat.SOUTH, wins=(Win(winner=Seat.WEST, value=HanFu(11)),)))  # 24,000 of 25,000
    play(hanchan, ExhaustiveDraw(tenpai=frozenset({Seat.WEST})))
    poor = hanchan.seats.get(seat=Seat.SOUTH).entry.player.name

    def shown(**fields):
        return unescape(phone.get(hanchan.table.get_absolute_url(), fields).text)

    refusal = f"No riichi for {poor}: touch the stick again to take it back. Riichi needs at least 1,000 points"
    for so_far in ({}, {"winner": "0"}, {"winner": "0", "discarder": "2"}, {"mode": "draw"}):
        page = shown(**so_far, touch="riichi:1")
        assert refusal in page
        assert 'value="riichi:1" aria-pressed="true"' in page
    assert "card-table" not in shown(winner="0", riichi="1")
    complete = {"winner": "0", "discarder": "2", "value": "3-30", "riichi": "1"}
    assert "confirm-button" not in shown(**complete)
    assert "confirm-button" in shown(**complete, touch="riichi:1")
    assert refusal not in shown(touch="riichi:0")
    assert "touch the stick" not in shown(touch="abort:four_riichi")
    assert f"No riichi for {poor}. Riichi needs" in shown(touch="abort:four_riichi")


def test_yaku_are_picked_below_confirm_and_nothing_asks_for_them(phone, hanchan):
    table = hanchan.table.get_absolute_url()
    card = phone.get(table, RON | {"value": ""}).text
    preview = phone.get(table, RON).text

    assert "Yaku (not needed)" not in card
    assert preview.index(">Confirm<") < preview.index("<details>", preview.index(">Confirm<"))
    picked = pressed(preview, f"{hanchan.get_screen_url()}#yaku", ("touch", "yaku:1:dora"))
    shown = phone.get(table, picked, headers=HTMX)
    shown = phone.get(
        table, pressed(shown.text, f"{hanchan.get_screen_url()}#yaku", ("touch", "yaku:1:dora")), headers=HTMX
    )
    assert "<details open>" in shown.text
    assert "3 han 30 fu (dora 2)" in shown.text
    assert shown.headers["HX-Replace-Url"].endswith("&yaku=1:dora&yaku=1:dora&riichi=1&for=1")
    shown = phone.get(table, pressed(shown.text, f"{hanchan.get_screen_url()}#yaku", ("touch", "no-yaku:1:dora")))
    assert "3 han 30 fu (dora 1)" in shown.text


def test_each_winner_has_yaku_of_their_own():
    phone, hanchan = at_table_of("ema_2016")
    fields = RON | {"winner": ["1", "0"], "value": ["3-30", "yakuman"], "yaku": ["0:kokushi", "0:chun", "1:chun"]}

    shown = phone.get(hanchan.table.get_absolute_url(), fields).text

    offered = ["yaku:0:tsuuiisou", "yaku:1:pinfu", "yaku:1:seat-wind-south", "Yaku of"]
    assert [words for words in offered if words not in shown] == []
    assert [words for words in ("yaku:0:pinfu", "yaku:1:kokushi", "yaku:1:seat-wind-east") if words in shown] == []
    record(phone, hanchan, **fields)
    assert [win.yaku for win in hanchan.hands.get().said().wins] == [("chun",), ("kokushi",)]


def test_yaku_are_kept_and_told_with_the_hand(phone, hanchan):
    shown = record(phone, hanchan, headers=HTMX, **YAKU).text

    assert hanchan.hands.get().said().wins[0].yaku == ("riichi", "seat wind south", "dora", "dora")
    expected = "3 han 30 fu (riichi, seat wind South, dora 2)"
    assert expected in shown
    assert expected in phone.get(hanchan.get_absolute_url()).text
    referee = UserFactory()
    Membership.objects.create(tournament=hanchan.tournament, user=referee, role=Role.REFEREE)
    phone.force_login(referee)
    assert expected in phone.get(reverse("log", args=[hanchan.tournament.slug])).text


def test_the_same_key_with_other_yaku_is_another_hand(phone, hanchan):
    key = str(uuid4())
    record(phone, hanchan, key=key, **YAKU)

    again = record(phone, hanchan, key=key, number=1, revision=0, **YAKU)
    other = record(phone, hanchan, key=key, number=1, revision=0, headers=HTMX)

    assert (again.status_code, other.status_code) == (302, 409)
    assert "This form was already sent for something else." in other.text
    assert hanchan.hands.get().said().wins[0].yaku[:1] == ("riichi",)


def test_who_is_liable_fits_the_yakuman_that_are_named(phone, hanchan):
    yakuman = RON | {"value": "yakuman"}

    def shown(**fields):
        return phone.get(hanchan.table.get_absolute_url(), yakuman | fields).text

    assert "liable:1:0" in shown(yaku="1:daisangen")
    assert "liable:1:0" not in shown(yaku="1:kokushi")
    refused = shown(yaku="1:kokushi", liable="1:0")
    assert "None of these yaku makes another player liable" in refused
    assert "liable:1:0" in refused
    assert "yaku:1:kokushi" in refused


@pytest.mark.parametrize("state", [{"mode": "draw"}, {"mode": "nagashi-tenpai", "nagashi": "0"}])
def test_a_riichi_player_who_is_noten_at_a_draw_leads_to_the_chombo(state):
    phone, hanchan = at_table_of("tenhou")
    names = [seat.entry.player.name for seat in hanchan.seats.order_by("seat")]

    def shown(**fields):
        return unescape(phone.get(hanchan.table.get_absolute_url(), fields).text)

    draw = shown(**state, riichi=["1", "3"])
    assert "A riichi player is noten: that is a chombo" in draw
    assert 'value="noten:1"' in draw
    assert 'value="noten:0"' not in draw
    assert "is noten" not in shown(**state)
    chombo = shown(**state, riichi=["1", "3"], touch="noten:1")
    assert f"Chombo: {names[1]}, riichi: {names[1]} and {names[3]}" in chombo
    assert "confirm-button" in chombo


def test_a_void_chombo_is_explained(phone, hanchan):
    shown = phone.get(hanchan.table.get_absolute_url(), {"mode": "chombo", "offender": "1"}).text

    assert "Then the chombo is void: enter the win." in shown


def test_hands_of_an_earlier_round_are_keyed_in_later_on_the_same_screen(phone, hanchan):
    later = HanchanFactory(round=RoundFactory(tournament=hanchan.tournament, number=2), table=hanchan.table)
    address = hanchan.get_screen_url()

    shown = phone.get(address, {"winner": "1", "discarder": "2", "value": "3-30"})
    response = record(phone, hanchan)

    assert "This is an earlier round." in shown.text
    assert f'action="{address}"' in shown.text
    assert "Count this hand" not in phone.get(address, {"winner": "1", "discarder": "2"}).text
    assert response.url == address
    assert hanchan.hands.count() == 1
    assert not later.hands.exists()
    assert "This is an earlier round." not in phone.get(hanchan.table.get_absolute_url()).text


def test_the_table_leads_to_its_sheet_that_was_not_signed(phone, hanchan):
    HanchanFactory(round=RoundFactory(tournament=hanchan.tournament, number=2), table=hanchan.table)
    expected = "The sheet of round 1 is not signed yet."
    table = hanchan.table.get_absolute_url()

    shown = phone.get(table)
    assert expected in shown.text
    assert f'href="{hanchan.get_screen_url()}"' in shown.text
    assert expected not in phone.get(hanchan.get_screen_url()).text

    sign(hanchan)
    assert expected not in phone.get(table).text


def test_a_hand_half_entered_stays_with_its_hanchan_when_the_next_round_starts(phone, hanchan):
    table = hanchan.table.get_absolute_url()
    touched = phone.get(table, {"touch": "winner:1"}, headers=HTMX)
    HanchanFactory(round=RoundFactory(tournament=hanchan.tournament, number=2), table=hanchan.table)

    further = phone.get(touched["HX-Replace-Url"], {"winner": "1", "touch": "discarder:0"})

    assert "This is an earlier round." in further.text
    assert reverse("hand-record", args=[hanchan.tournament.slug, hanchan.pk]) not in phone.get(table).text


def test_a_round_that_a_table_did_not_play_is_not_found(phone, hanchan):
    assert phone.get(hanchan.get_screen_url().replace("rounds/1/", "rounds/2/")).status_code == 404


def test_undo_takes_the_last_hand_back(phone, hanchan):
    (hand,) = play(hanchan, ExhaustiveDraw())
    undo = {"hand": hand.pk, "revision": hanchan.revision, "key": str(uuid4())}

    response = phone.post(reverse("hand-undo", args=[hanchan.tournament.slug, hanchan.pk]), undo, headers=HTMX)

    assert response.status_code == 200
    assert "Recorded:" not in response.text
    hand.refresh_from_db()
    assert hand.superseded_by is not None


def test_undo_of_another_hand_than_the_last_is_refused(phone, hanchan):
    first, _second = play(hanchan, ExhaustiveDraw(), ExhaustiveDraw())
    undo = {"hand": first.pk, "revision": 1, "key": str(uuid4())}

    response = phone.post(reverse("hand-undo", args=[hanchan.tournament.slug, hanchan.pk]), undo, headers=HTMX)

    assert response.status_code == 409
    assert hanchan.hands.filter(superseded_by=None).count() == 2


def test_a_revoked_link_opens_nothing(phone, hanchan):
    hanchan.table.link_nonce = "another"
    hanchan.table.save()

    assert phone.get(hanchan.table.get_absolute_url()).status_code == 404
    assert record(phone, hanchan).status_code == 404
    assert hanchan.hands.count() == 0


def test_a_table_link_opens_its_own_table_only(phone, hanchan):
    other = HanchanFactory(round=hanchan.round, table=TableFactory(tournament=hanchan.tournament, number=2))

    assert phone.get(other.table.get_absolute_url()).status_code == 404
    assert record(phone, other).status_code == 404


def test_a_referee_sees_every_table_and_a_stranger_none(client, hanchan):
    assert client.get(hanchan.table.get_absolute_url()).status_code == 404

    referee = UserFactory()
    Membership.objects.create(tournament=hanchan.tournament, user=referee, role=Role.REFEREE)
    client.force_login(referee)

    assert client.get(hanchan.table.get_absolute_url()).status_code == 200


def test_a_table_before_its_first_round_says_so(hanchan):
    table = TableFactory(tournament=hanchan.tournament, number=9)

    response = phone_at(table).get(table.get_absolute_url())

    assert "No hanchan is being played at this table" in response.text


def test_the_number_of_queries_does_not_grow_with_the_hands(phone, hanchan, django_assert_num_queries):
    draw = ExhaustiveDraw(tenpai=frozenset({Seat.EAST}))
    play(hanchan, draw)
    with django_assert_num_queries(16) as few:
        phone.get(hanchan.table.get_absolute_url())

    play(hanchan, *[draw] * 6, Ron(discarder=Seat.WEST, wins=(Win(winner=Seat.EAST, value=HanFu(2, 30)),)))
    with django_assert_num_queries(len(few)):
        phone.get(hanchan.table.get_absolute_url())


@pytest.mark.parametrize("headers", [{}, HTMX], ids=["page", "fragment"])
def test_the_way_back_does_not_offer_a_recorded_hand_again(hanchan, headers):
    phone = phone_at(hanchan.table)
    touched = {"winner": "1", "discarder": "2", "value": "3-30", "for": "1"}
    before = phone.get(hanchan.get_screen_url(), touched, headers=headers).text
    play(hanchan, ExhaustiveDraw())

    after = phone.get(hanchan.get_screen_url(), touched, headers=headers).text

    assert "confirm-button" in before
    assert "confirm-button" not in after
    assert "Hand 1 is already recorded." in after
    assert "confirm-button" in phone.get(hanchan.get_screen_url(), touched | {"for": "2"}, headers=headers).text


def test_a_screen_asks_whether_it_is_still_right(phone, hanchan):
    address = hanchan.table.get_absolute_url()
    asks = re.search(r'id="table-news"[^>]* data-live="([^"]+)"', phone.get(address).text).group(1)
    news = HTMX | {"HX-Target": "table-news"}
    assert phone.get(asks, headers=news).status_code == 204

    play(hanchan, ExhaustiveDraw())

    news_page = phone.get(asks, headers=news)
    assert news_page.status_code == 200
    assert "Another phone changed this table" in news_page.text
    assert f'data-live="{asks}"' in news_page.text
    again = re.search(r'id="table-news"[^>]* data-live="([^"]+)"', phone.get(address).text).group(1)
    assert phone.get(again, headers=news).status_code == 204


def test_a_half_entered_hand_is_said_to_be_somebodys_work(phone, hanchan):
    address = hanchan.table.get_absolute_url()

    assert "data-idle" in phone.get(address).text
    assert "data-idle" not in phone.get(address, {"winner": 1}).text
