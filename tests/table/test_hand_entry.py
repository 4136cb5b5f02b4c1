"""Entering a hand at the table: the form, its preview, Confirm and Undo; with htmx and without."""

import gzip
import re
from html import unescape
from uuid import uuid4

import pytest
from django.urls import reverse

from scoring.outcome import ExhaustiveDraw, HanFu, Ron, Win
from scoring.seats import Seat
from tests.factories import play
from tests.forms_on_page import pressed
from tests.table.entering import (
    PREVIEW,
    RON,
    at_table_of,
    chosen,
    has_preview,
    names_at,
    offered,
    record,
    shown,
)
from tests.table.phones import HTMX
from tournament.models import Hand

pytestmark = pytest.mark.django_db

STATES = [
    {},
    {"riichi": ["0", "3"]},
    {"winner": "1"},
    {"winner": "1", "discarder": "self"},
    RON,
    RON | {"discarder": "self", "value": "mangan"},
    RON | {"winner2": "0", "value2": "mangan", "winner3": "3", "value3": "4-25"},
    RON | {"value": "yakuman-2", "liable": "0", "winner2": "3", "value2": "yakuman-1", "liable2": "1"},
    {"mode": "draw"},
    {"mode": "draw", "tenpai": ["0", "1"], "riichi": ["1", "2"], "dead": "2"},
    {"mode": "nagashi", "nagashi": ["1"]},
    {"mode": "nagashi-tenpai", "nagashi": ["1", "2"], "tenpai": ["0"]},
    {"mode": "abort-nine_terminals", "riichi": "3"},
    {"mode": "abort-four_riichi"},
    {"mode": "chombo", "offender": ["1", "2"]},
    {"mode": "redeal", "riichi": "0"},
]
"""States of the form in every mode, in a ruleset that has them all."""


def pairs_of(state):
    return sorted(
        (name, value) for name, values in state.items() for value in ([values] if isinstance(values, str) else values)
    )


def test_the_screen_shows_the_table_as_it_lies(phone, hanchan):
    response = phone.get(hanchan.table.get_absolute_url())

    assert response.status_code == 200
    for name in names_at(hanchan):
        assert name in unescape(response.text)
    assert "East 1" in response.text


@pytest.mark.parametrize("state", STATES)
def test_the_form_is_drawn_with_what_was_chosen_and_sends_it(state):
    phone, hanchan = at_table_of("tenhou")

    page = shown(phone, hanchan, **state)

    drawn = set(chosen(page))
    tenpai_by_riichi = {("tenpai", seat) for name, seat in pairs_of(state) if name == "riichi"}
    assert set(pairs_of(state)) - {("value", "yakuman-1")} <= drawn
    assert drawn <= {*pairs_of(state)} | tenpai_by_riichi
    sent = pressed(page, hanchan.get_screen_url(), ("again", "1"))
    assert sent.pop("again") == ["1"]
    assert sent.pop("for") == ["1"]
    again = shown(phone, hanchan, **sent)
    assert chosen(again) == chosen(page)
    assert has_preview(again) == has_preview(page)


@pytest.mark.parametrize("state", STATES)
def test_confirm_without_javascript_sends_what_the_preview_shows(state):
    phone, hanchan = at_table_of("tenhou")
    page = shown(phone, hanchan, **state)
    assert has_preview(page) == (state not in (*STATES[:4], {"mode": "nagashi", "nagashi": ["1"]}))
    if not has_preview(page):
        return
    words = re.sub(r"\s+", " ", page.split('class="preview-words">')[1].split("</p>")[0]).strip()
    address = reverse("hand-record", args=[hanchan.tournament.slug, hanchan.pk])

    response = phone.post(address, pressed(page, address))

    assert response.status_code == 302
    last_hand = re.sub(r"\s+", " ", unescape(phone.get(response["Location"]).text))
    assert words in last_hand
    assert hanchan.hands.count() == 1


def test_every_question_is_on_the_page_at_once(phone, hanchan):
    page = shown(phone, hanchan)

    choices = offered(page)
    assert choices["winner"] == choices["tenpai"] == choices["offender"] == ["0", "1", "2", "3"]
    assert choices["discarder"] == ["0", "1", "2", "3", "self"]
    assert {"3-30", "2-20", "mangan", "yakuman", "typed", ""} <= set(choices["value"])
    assert choices["riichi"] == choices["dead"] == ["0", "1", "2", "3"]
    for words in ("Touch the winner", "Touch the discarder", "Touch the value (ron)", "Touch the value (self-draw)"):
        assert words in page
    assert chosen(page) == []


@pytest.mark.parametrize("state", [{}, RON, {"mode": "draw"}], ids=["empty", "ron", "draw"])
def test_the_page_weighs_less_than_25_kb(state):
    """Every card is on it, compressed; the network of a hall may be slow."""
    phone, hanchan = at_table_of("tenhou")

    page = phone.get(hanchan.table.get_absolute_url(), state).content

    assert len(gzip.compress(page)) < 25_000


def test_the_preview_is_drawn_alone_and_leaves_the_address_as_it_is(phone, hanchan):
    response = phone.get(hanchan.get_screen_url(), RON | {"for": "1"}, headers=PREVIEW)

    assert response.status_code == 200
    ids = re.findall(r' id="([^"]*)"', response.text)
    assert ids == ["preview-spoken", "preview", "change-0", "change-1", "change-2", "change-3", "yaku"]
    assert "wins by ron" in response.text
    assert "+3,900" in response.text
    assert "<form" not in response.text
    assert "HX-Replace-Url" not in response.headers


def test_the_preview_of_an_incomplete_hand_is_empty(phone, hanchan):
    for state in ({}, {"winner": "1"}, RON | {"value": ""}, {"mode": "chombo"}, {"mode": "nagashi-tenpai"}):
        response = phone.get(hanchan.get_screen_url(), state, headers=PREVIEW)

        assert 'class="preview"' not in response.text
        assert "+3,900" not in response.text
        assert "Yaku (optional)" not in response.text


def test_a_preview_for_a_hanchan_that_is_over_shows_its_sheet(phone, hanchan):
    play(hanchan, *[ExhaustiveDraw()] * 8)

    response = phone.get(hanchan.get_screen_url(), RON, headers=PREVIEW)

    assert 'class="table-screen"' in response.text
    assert 'id="hand"' not in response.text


def test_the_screen_as_a_fragment_has_the_address_that_reloads_it(phone, hanchan):
    response = phone.get(
        hanchan.table.get_absolute_url(),
        {"riichi": "3", "winner": "1", "discarder": "2"},
        headers=HTMX | {"HX-Target": "table-screen"},
    )

    assert "<html" not in response.text
    assert response.headers["HX-Replace-Url"].endswith("?for=1&winner=1&discarder=2&riichi=3")


@pytest.mark.parametrize("state", [RON, {"mode": "chombo", "offender": "1"}, {"mode": "draw"}, {"winner": "2"}])
def test_start_again_keeps_riichi_alone(phone, hanchan, state):
    page = shown(phone, hanchan, **state | {"riichi": ["2", "0"]})

    again = shown(phone, hanchan, **pressed(page, hanchan.get_screen_url(), ("again", "1")))

    assert chosen(again) == [("riichi", "0"), ("riichi", "2")]
    assert not has_preview(again)


def test_without_javascript_the_form_has_a_button_for_the_preview(phone, hanchan):
    page = shown(phone, hanchan, winner="1", discarder="2")

    sent = pressed(page, hanchan.get_screen_url(), ("", "")) | {"value": ["3-30"]}

    assert "Show the payments" in page
    assert has_preview(phone.get(hanchan.get_screen_url(), sent).text)


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

    assert "The hanchan then ends. The last hand has been played." in response.text


@pytest.mark.parametrize(
    ("value", "words"),
    [
        ({"value": "19-"}, None),
        ({"value": "20-"}, "Is it really 20 han?"),
        ({"value": "typed", "han": "26", "fu": "30"}, "Is it really 26 han 30 fu?"),
        ({"value": "yakuman"}, None),
        ({"winner2": "0", "value2": "typed", "han2": "30", "fu2": ""}, "Is it really 30 han?"),
    ],
)
def test_a_value_from_20_han_on_is_doubted_but_can_be_confirmed(phone, hanchan, value, words):
    page = shown(phone, hanchan, **RON | value)

    assert has_preview(page)
    assert ("Is it really" in page) == (words is not None)
    assert words is None or f"{words} Check before you confirm." in page
    assert record(phone, hanchan, **value).status_code == 302


def test_confirm_records_and_shows_what_was_recorded(phone, hanchan):
    response = record(phone, hanchan, headers=HTMX)

    assert response.status_code == 200
    assert "Recorded: East 1" in response.text
    assert "Undo" in response.text
    assert chosen(response.text) == []
    assert response.headers["HX-Replace-Url"] == hanchan.table.get_absolute_url()
    assert hanchan.hands.get().deltas == (0, 3_900, -3_900, 0)


def test_confirm_takes_a_typed_value_and_what_the_form_hides(phone, hanchan):
    """With JavaScript the whole form is sent."""
    hidden = {"tenpai": ["0"], "offender": ["1"], "mode": "win", "winner2": "", "value2": "mangan", "liable": ""}

    record(phone, hanchan, value="typed", han="3", fu="32", han2="", fu2="", **hidden)

    assert hanchan.hands.get().parsed_outcome() == Ron(
        discarder=Seat.WEST,
        wins=(Win(winner=Seat.SOUTH, value=HanFu(3, 32)),),
        riichi=frozenset({Seat.SOUTH}),
    )


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


def test_where_one_claim_is_paid_the_screen_says_whose(phone, hanchan):
    fields = {"winner2": "3", "value2": "mangan", "riichi": []}
    names = names_at(hanchan)

    page = shown(phone, hanchan, **RON | fields)
    record(phone, hanchan, **fields)

    assert f"{names[3]} wins by ron from {names[2]}, mangan; also called ron, not paid: {names[1]}" in page
    assert hanchan.hands.get().deltas == (0, 0, -8_000, 8_000)


def test_undo_takes_the_last_hand_back(phone, hanchan):
    (hand,) = play(hanchan, ExhaustiveDraw())
    undo = {"hand": hand.pk, "revision": hanchan.revision, "key": str(uuid4())}

    response = phone.post(reverse("hand-undo", args=[hanchan.tournament.slug, hanchan.pk]), undo, headers=HTMX)

    assert response.status_code == 200
    assert "Recorded:" not in response.text
    hand.refresh_from_db()
    assert hand.superseded_by is not None


@pytest.mark.parametrize("times", [1, 2])
def test_undo_says_what_it_took_back_and_offers_to_put_it_back(phone, hanchan, times):
    (hand,) = play(hanchan, Ron(discarder=Seat.WEST, wins=(Win(winner=Seat.SOUTH, value=HanFu(3, 30)),)))
    undo = {"hand": hand.pk, "revision": hanchan.revision, "key": str(uuid4())}
    address = reverse("hand-undo", args=[hanchan.tournament.slug, hanchan.pk])

    response = [phone.post(address, undo, headers=HTMX) for _time in range(times)][-1]

    assert re.search(r"Undone: .* wins by ron from .*, 3 han 30 fu\.", response.text)
    (back,) = re.findall(r'href="([^"]+)">Put this hand back into the form', response.text)
    shown = phone.get(unescape(back)).text
    assert "3 han 30 fu" in shown
    assert "+3,900" in shown
    assert hanchan.hands.filter(superseded_by=None).count() == 0


def test_undo_of_another_hand_than_the_last_is_refused(phone, hanchan):
    first, _second = play(hanchan, ExhaustiveDraw(), ExhaustiveDraw())
    undo = {"hand": first.pk, "revision": 1, "key": str(uuid4())}

    response = phone.post(reverse("hand-undo", args=[hanchan.tournament.slug, hanchan.pk]), undo, headers=HTMX)

    assert response.status_code == 409
    assert hanchan.hands.filter(superseded_by=None).count() == 2
