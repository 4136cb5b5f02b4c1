"""One hand of a correction, entered anew on the form of the table: with htmx and without."""

import re
from html import unescape
from urllib.parse import parse_qs, urlsplit

import pytest

from scoring.outcome import Chombo, HanFu, Limit, Ron, Win
from scoring.seats import Wind
from tests.factories import play
from tests.forms_on_page import pressed
from tests.scoring.shorthand import abort, nagashi, redeal
from tests.scoring.shorthand import draw as draw_with
from tests.table.corrections import A, B, C, D, accept, current, draft, draw, page, ron, tsumo
from tests.table.entering import PREVIEW, at_table_of, chosen
from tournament.table.edits import Insert, Replace, Seen, edits_to_text

FINISHED = ">See what changes</a>"
"""The link to the dry run, once the hand is complete."""

pytestmark = pytest.mark.django_db

EAST_1 = Seen(Wind.EAST, A)


def form_of(phone, hanchan, **target):
    return phone.get(page("correction-hand", hanchan), {**draft(hanchan), **target}).text


def finished(shown, hanchan):
    """Where the link to the dry run leads."""
    (address,) = re.findall(r'<a class="button confirm-button" href="([^"]*)">See what changes</a>', shown)
    assert unescape(address).startswith(page("correction", hanchan))
    return unescape(address)


def edits_in(address):
    return parse_qs(urlsplit(address).query)["edits"][0]


def test_a_hand_to_replace_is_shown_as_it_was_entered(phone, hanchan):
    play(hanchan, ron(B, C, riichi=[B]), draw(B))

    shown = form_of(phone, hanchan, replace=1)

    assert "Correct East 1" in shown
    assert "Until now:" in shown
    assert "+3,900" in shown
    assert "See what changes" in shown
    assert chosen(shown) == [("discarder", "2"), ("riichi", "1"), ("value", "3-30"), ("winner", "1")]


def test_a_correction_keeps_the_yaku_and_can_change_them(phone, hanchan):
    play(hanchan, Ron(discarder=C, wins=(Win(winner=B, value=HanFu(3, 30), yaku=("chun", "dora", "dora")),)))
    where = page("correction-hand", hanchan)

    shown = form_of(phone, hanchan, replace=1)
    fields = pressed(shown, where, ("", "")) | {"yaku": ["1:chun", "1:toitoi", "1:dora:2"]}
    picked = phone.get(where, fields).text
    seen = phone.get(finished(picked, hanchan)).text

    assert "3 han 30 fu (chun, dora 2)" in shown
    assert ("yaku", "1:chun") in chosen(shown)
    assert '<option value="1:dora:2" selected>' in shown
    assert "3 han 30 fu (chun, toitoi, dora 2)" in picked
    assert "Accept the correction" in seen
    accept(phone, hanchan, edits=edits_in(finished(picked, hanchan)))
    (corrected,) = current(hanchan)
    assert corrected.wins[0].yaku == ("chun", "toitoi", "dora", "dora")


def test_a_hand_to_insert_starts_empty_in_its_situation(phone, hanchan):
    play(hanchan, tsumo(A), ron(B, C))

    shown = form_of(phone, hanchan, insert=2)

    assert "Insert a hand: East 1, 1 counter" in shown
    assert "Touch the winner" in shown
    assert FINISHED not in shown
    assert chosen(shown) == []


def test_the_form_leads_to_the_dry_run_without_javascript(phone, hanchan):
    play(hanchan, tsumo(A), ron(B, C))
    where = page("correction-hand", hanchan)
    form = pressed(form_of(phone, hanchan, insert=2), where, ("", ""))

    shown = phone.get(where, form | {"winner": "0", "discarder": "1", "value": "2-30"}).text

    address = finished(shown, hanchan)
    assert edits_in(address) == edits_to_text([Insert(2, ron(A, B, 2), EAST_1)])
    response = phone.get(address)
    assert "inserted" in response.text
    assert "Accept the correction" in response.text


OUTCOMES = [
    (
        Ron(discarder=C, wins=(Win(winner=B, value=HanFu(1, 30)), Win(winner=A, value=Limit.YAKUMAN, liable=D))),
        {"winner": "1", "value": "1-30", "winner2": "0", "value2": "yakuman", "liable2": "3", "discarder": "2"},
    ),
    (ron(B, C, 26, None), {"winner": "1", "discarder": "2", "value": "typed"}),
    (tsumo(B, 2, 40), {"winner": "1", "discarder": "self", "value": "2-40"}),
    (Chombo(offenders=frozenset({A, C})), {"mode": "chombo", "offender": "02"}),
    (draw_with(A, dead=[B], riichi=[B]), {"mode": "draw", "tenpai": "0", "dead": "1", "riichi": "1"}),
    (nagashi(A, tenpai=[B]), {"mode": "nagashi-tenpai", "nagashi": "0", "tenpai": "1"}),
    (abort("four_winds"), {"mode": "abort-four_winds"}),
    (abort("four_riichi", riichi=[A, B, C, D]), {"mode": "abort-four_riichi", "riichi": "0123"}),
    (redeal(riichi=[C]), {"mode": "redeal", "riichi": "2"}),
]


@pytest.mark.parametrize(("outcome", "fields"), OUTCOMES)
def test_each_outcome_is_corrected_from_what_was_entered(outcome, fields):
    phone, hanchan = at_table_of("tenhou")
    play(hanchan, outcome)
    seats = {"offender", "tenpai", "riichi", "nagashi", "dead"}

    shown = form_of(phone, hanchan, replace=1)

    expected = {(name, each) for name, text in fields.items() for each in (text if name in seats else [text])}
    assert set(chosen(shown)) - {("value2", "yakuman-1")} == expected
    assert edits_in(finished(shown, hanchan)) == edits_to_text([Replace(1, outcome, EAST_1)])
    sent = pressed(shown, page("correction-hand", hanchan), ("", ""))
    again = phone.get(page("correction-hand", hanchan), sent).text
    assert finished(again, hanchan) == finished(shown, hanchan)


def test_the_preview_is_drawn_alone_with_the_link_to_the_dry_run(phone, hanchan):
    play(hanchan, tsumo(A))
    state = {**draft(hanchan), "replace": 1, "said": 1, "winner": "1", "discarder": "2", "value": "3-30"}

    response = phone.get(page("correction-hand", hanchan), state, headers=PREVIEW)

    assert re.findall(r' id="([^"]*)"', response.text)[:3] == ["preview-spoken", "preview", "change-0"]
    assert "<form" not in response.text
    assert edits_in(finished(response.text, hanchan)) == edits_to_text([Replace(1, ron(B, C), EAST_1)])
    assert "HX-Replace-Url" not in response.headers


def test_an_incomplete_hand_has_no_link_to_the_dry_run(phone, hanchan):
    play(hanchan, tsumo(A))
    state = {**draft(hanchan), "replace": 1, "said": 1, "winner": "1"}

    for headers in (PREVIEW, {}):
        assert FINISHED not in phone.get(page("correction-hand", hanchan), state, headers=headers).text


def test_a_value_that_no_hand_in_riichi_has_is_refused(phone, hanchan):
    play(hanchan, tsumo(A))
    state = {**draft(hanchan), "replace": 1, "said": 1, "winner": "1", "discarder": "self", "riichi": "1"}

    refused = phone.get(page("correction-hand", hanchan), state | {"value": "1-30"}).text
    taken = phone.get(page("correction-hand", hanchan), state | {"value": "2-30"}).text

    assert "A player who declared riichi and wins by self-draw cannot have 1 han and 30 fu." in refused
    assert FINISHED not in refused
    assert "See what changes" in taken


def test_a_hand_can_be_cleared(phone, hanchan):
    play(hanchan, ron(B, C, riichi=[B]))
    where = page("correction-hand", hanchan)

    again = phone.get(where, pressed(form_of(phone, hanchan, replace=1), where, ("again", "1"))).text

    assert chosen(again) == [("riichi", "1")]
    assert "Until now:" in again


def test_a_hand_of_an_earlier_edit_can_be_changed_again(phone, hanchan):
    play(hanchan, tsumo(A))
    edits = [Insert(1, draw(A), EAST_1)]

    response = phone.get(page("correction-hand", hanchan), {**draft(hanchan, *edits), "edit": 0})

    assert "Exhaustive draw, tenpai" in response.text
    assert chosen(response.text) == [("mode", "draw"), ("tenpai", "0")]


@pytest.mark.parametrize("target", [{}, {"replace": 9}, {"replace": "x"}, {"edit": 4}, {"insert": 99}, {"replace": 0}])
@pytest.mark.parametrize("headers", [PREVIEW, {}], ids=["preview", "page"])
def test_a_hand_that_is_not_there_is_said_so(phone, hanchan, target, headers):
    play(hanchan, tsumo(A))

    response = phone.get(page("correction-hand", hanchan), {**draft(hanchan), **target}, headers=headers)

    assert response.status_code == 422
    assert "could not be read" in response.text


def test_a_correction_that_another_phone_stopped_says_so_in_place_of_the_preview(phone, hanchan):
    play(hanchan, tsumo(A))
    state = {**draft(hanchan), "replace": 1, "said": 1, "winner": "1", "discarder": "2", "value": "3-30"}
    play(hanchan, tsumo(B))

    response = phone.get(page("correction-hand", hanchan), state, headers=PREVIEW)

    assert response.status_code == 409
    assert re.findall(r' id="([^"]*)"', response.text) == ["preview"]
    assert "notice-error" in response.text
    assert page("correction", hanchan) in response.text
