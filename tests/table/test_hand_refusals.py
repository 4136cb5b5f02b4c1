"""Hands that cannot be: each is refused with a sentence, before it is confirmed and after, and the rest stays."""

import re
from html import unescape

import pytest

from scoring.outcome import ExhaustiveDraw, HanFu, Ron, Win
from scoring.seats import Seat
from tests.factories import play
from tests.table.entering import PREVIEW, RON, at_table_of, chosen, has_preview, names_at, record, shown
from tests.table.phones import HTMX

pytestmark = pytest.mark.django_db


def words(page):
    return unescape(re.sub("<[^>]*>", "", page))


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"number": ""}, "This form is incomplete"),
        ({"key": "no key"}, "This form is incomplete"),
        ({"revision": "-1"}, "This form is incomplete"),
        ({"value": ""}, "First enter what happened"),
        ({"winner": "7"}, "First enter what happened"),
        ({"discarder": "1"}, "First enter what happened"),
        ({"mode": "nagashi", "nagashi": "1"}, "First enter what happened"),
        ({"mode": "chombo"}, "First enter what happened"),
        ({"value": "1-25"}, "cannot have 1 han and 25 fu"),
        ({"value": "9999-1"}, "First enter what happened"),
        ({"value": "typed", "han": "x", "fu": "30"}, "whole numbers"),
        ({"value": "typed", "han": "2", "fu": ""}, "needs a number of fu"),
        ({"winner2": "0", "value2": "typed", "han2": "0", "fu2": "30"}, "at least 1 han"),
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
        ({"han": "2", "fu": ""}, "needs a number of fu"),
        ({"han": "100", "fu": "30"}, "so many han"),
        ({"han": "1", "fu": "20"}, "cannot have 1 han and 20 fu"),
    ],
)
@pytest.mark.parametrize("headers", [PREVIEW, None], ids=["preview", "page"])
def test_han_and_fu_can_be_typed(phone, hanchan, typed, expected, headers):
    state = {"winner": "1", "discarder": "2", "value": "typed"}

    response = phone.get(hanchan.table.get_absolute_url(), state | typed, headers=headers)

    assert expected in response.text


def test_a_typed_value_that_stands_on_no_card_is_shown_where_it_was_typed(phone, hanchan):
    page = shown(phone, hanchan, **RON | {"value": "typed", "han": "3", "fu": "32"})

    assert ("value", "typed") in chosen(page)
    assert re.search(r'name="han"[^>]* value="3"', page)
    assert re.search(r'name="fu"[^>]* value="32"', page)
    on_card = shown(phone, hanchan, **RON | {"value": "typed", "han": "3", "fu": "30"})
    assert ("value", "3-30") in chosen(on_card)
    assert ("value", "typed") not in chosen(on_card)


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"mode": "abort-four_winds"}, "These rules do not have this abortive draw. (R9.1)"),
        ({"mode": "nagashi-tenpai", "nagashi": "1"}, "These rules have no nagashi mangan. (R3.10)"),
        ({"mode": "nagashi-tenpai"}, "Choose at least one winner. (R6.1)"),
        ({"winner2": "0", "value2": "2-30", "discarder": "self"}, "has exactly one winner. (R6.1)"),
        ({"winner2": "2", "value2": "2-30"}, "Nobody can win off their own discard. (R14.2)"),
        ({"winner2": "1", "value2": "2-30"}, "A player can win a hand only once. (R6.1)"),
        ({"value": "yakuman", "liable": "3", "yaku": "1:kokushi"}, "nobody is liable for these yaku"),
        ({"winner2": "0"}, "First enter what happened in the hand, then confirm."),
    ],
)
def test_what_cannot_be_is_refused_with_its_sentence(phone, hanchan, fields, sentence):
    response = record(phone, hanchan, **fields)

    assert response.status_code == 422
    assert sentence in words(response.text)
    assert hanchan.hands.count() == 0


IN_RIICHI = [
    (
        {"discarder": "2", "value": "1-30"},
        "A player who declared riichi and wins by ron cannot have 1 han and 30 fu. (R3.1)",
    ),
    (
        {"discarder": "2", "value": "2-25"},
        "A player who declared riichi and wins by ron cannot have 2 han and 25 fu. (R3.1)",
    ),
    (
        {"discarder": "self", "value": "2-20"},
        "A player who declared riichi and wins by self-draw cannot have 2 han and 20 fu. (R3.1)",
    ),
    (
        {"discarder": "self", "value": "3-25"},
        "A player who declared riichi and wins by self-draw cannot have 3 han and 25 fu. (R3.1)",
    ),
    (
        {"discarder": "self", "value": "1-40"},
        "A player who declared riichi and wins by self-draw cannot have 1 han and 40 fu. (R3.1)",
    ),
    (
        {"discarder": "2", "value": "typed", "han": "1", "fu": "28"},
        "A player who declared riichi and wins by ron cannot have 1 han and 28 fu. (R3.1)",
    ),
]


@pytest.mark.parametrize(("fields", "sentence"), IN_RIICHI)
def test_a_value_that_no_hand_in_riichi_has_is_refused(phone, hanchan, fields, sentence):
    page = shown(phone, hanchan, **RON | fields)
    response = record(phone, hanchan, **fields)

    assert sentence in words(page)
    assert not has_preview(page)
    assert {("winner", "1"), ("riichi", "1"), ("discarder", fields["discarder"])} <= set(chosen(page))
    assert response.status_code == 422
    assert sentence in words(response.text)
    assert hanchan.hands.count() == 0


@pytest.mark.parametrize("fields", [fields for fields, _sentence in IN_RIICHI])
def test_that_value_can_be_without_riichi_and_with_the_riichi_of_others(phone, hanchan, fields):
    assert has_preview(shown(phone, hanchan, **RON | fields | {"riichi": []}))
    assert record(phone, hanchan, **fields | {"riichi": ["0", "2"]}).status_code == 302


def test_such_a_value_of_the_second_winner_is_refused_too():
    phone, hanchan = at_table_of("ema_2016")
    second = {"winner2": "3", "value2": "1-30", "riichi": ["3"]}

    response = record(phone, hanchan, **second)

    assert "A player who declared riichi and wins by ron cannot have 1 han and 30 fu." in words(response.text)
    assert hanchan.hands.count() == 0
    assert record(phone, hanchan, **second | {"riichi": ["1"]}).status_code == 302


def test_a_refusal_links_to_its_rule_and_keeps_what_was_chosen(phone, hanchan):
    impossible = RON | {"value": "1-25", "riichi": "3"}

    refused = phone.get(hanchan.table.get_absolute_url(), impossible).text
    alone = phone.get(hanchan.table.get_absolute_url(), impossible, headers=PREVIEW).text

    for page in (refused, alone):
        assert 'cannot have 1 han and 25 fu. (<a href="/rules/in-words/#R14.1" target="_blank"' in page
        assert 'class="preview"' not in page
    assert {("winner", "1"), ("discarder", "2"), ("riichi", "3")} <= set(chosen(refused))


def test_a_refused_submission_keeps_what_was_chosen(phone, hanchan):
    response = record(phone, hanchan, headers=HTMX, value="typed", han="x", fu="")

    assert response.status_code == 422
    assert chosen(response.text) == [("discarder", "2"), ("riichi", "1"), ("winner", "1")]
    assert "for=1&winner=1&discarder=2&riichi=1" in response.headers["HX-Replace-Url"]


@pytest.mark.slow
def test_a_riichi_that_is_not_allowed_is_refused_by_name():
    phone, hanchan = at_table_of("tenhou")
    play(hanchan, Ron(discarder=Seat.SOUTH, wins=(Win(winner=Seat.WEST, value=HanFu(11)),)))  # 24,000 of 25,000
    play(hanchan, ExhaustiveDraw(tenpai=frozenset({Seat.WEST})))
    poor = names_at(hanchan)[1]
    needed = "Under these rules a player needs at least 1,000 points"
    refusal = f"{poor} cannot declare riichi: touch the stick again to take it back. {needed}"

    for complete in (
        {"winner": "0", "discarder": "2", "value": "3-30"},
        {"winner": "1", "discarder": "self", "value": "3-30"},
        {"mode": "draw"},
        {"mode": "chombo", "offender": "0"},
        {"mode": "redeal"},
    ):
        page = shown(phone, hanchan, **complete, riichi="1")
        assert refusal in words(page)
        assert ("riichi", "1") in chosen(page)
        assert not has_preview(page)
        assert has_preview(shown(phone, hanchan, **complete))
        assert has_preview(shown(phone, hanchan, **complete, riichi="0"))
        response = record(phone, hanchan, **complete, riichi="1")
        assert response.status_code == 422
        assert needed in words(response.text)
    page = shown(phone, hanchan, mode="abort-four_riichi")
    assert f"{poor} cannot declare riichi. {needed}" in words(page)
    assert not has_preview(page)


def test_the_sticks_of_those_too_poor_are_marked_and_explained():
    phone, hanchan = at_table_of("tenhou")
    assert "riichi-poor" not in shown(phone, hanchan)
    play(hanchan, Ron(discarder=Seat.SOUTH, wins=(Win(winner=Seat.WEST, value=HanFu(11)),)))
    play(hanchan, ExhaustiveDraw(tenpai=frozenset({Seat.WEST})))

    page = shown(phone, hanchan)

    assert re.findall(r'class="riichi riichi-poor" id="([^"]*)"', page) == ["riichi-right"]
    assert "Not enough points for riichi: touch the stick again to take it back." in page


def test_the_preview_of_a_chombo_says_what_it_costs(phone, hanchan):
    page = shown(phone, hanchan, mode="chombo", offender="1")
    offender = hanchan.seats.get(seat=Seat.SOUTH).entry.player.name

    preview = page[page.index('class="preview"') : page.index("Why these points")]
    assert f"{offender}: −20.0 in the standings. The points at this table do not change." in unescape(preview)


def test_a_void_chombo_is_explained(phone, hanchan):
    page = shown(phone, hanchan, mode="chombo", offender="1")

    assert re.search('class="[^"]*question-offender">[^<]*Then there is no chombo: enter the win.', page)
