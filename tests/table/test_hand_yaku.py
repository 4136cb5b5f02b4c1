"""Yaku and dora of a hand: optional, below Confirm, kept and shown with the hand."""

import re
from uuid import uuid4

import pytest
from django.urls import reverse

from tests.factories import Membership, Role, UserFactory
from tests.forms_on_page import pressed
from tests.table.entering import PREVIEW, RON, at_table_of, chosen, has_preview, offered, record, shown
from tests.table.phones import HTMX

pytestmark = pytest.mark.django_db

YAKU = {"yaku": ["1:riichi", "1:seat-wind-south", "1:dora:2"]}


def dora_chosen(page):
    """The counts of dora that are selected on the page."""
    return re.findall(r'<option value="([^"]+)" selected>', page)


def test_yaku_are_offered_below_confirm_once_the_hand_is_complete(phone, hanchan):
    card = shown(phone, hanchan, **RON | {"value": ""})
    preview = shown(phone, hanchan, **RON)

    assert "Yaku (optional)" not in card
    assert "yaku" not in offered(card)
    assert preview.index(">Confirm<") < preview.index("Yaku (optional)")
    assert "1:pinfu" in offered(preview)["yaku"]
    for count in (1, 2, 12):
        assert f'<option value="1:dora:{count}"' in preview
    assert '<option value="1:dora:13"' not in preview


def test_the_preview_says_the_yaku_that_are_picked(phone, hanchan):
    picked = shown(phone, hanchan, **RON, yaku=["1:chun", "1:dora:2", "", ""])

    assert "3 han 30 fu (chun, dora 2)" in picked
    assert ("yaku", "1:chun") in chosen(picked)
    assert dora_chosen(picked) == ["1:dora:2"]
    alone = phone.get(hanchan.get_screen_url(), RON | {"yaku": ["1:chun", "1:dora:1"]}, headers=PREVIEW).text
    assert "3 han 30 fu (chun, dora 1)" in alone
    assert "HX-Replace-Url" not in phone.get(hanchan.get_screen_url(), RON, headers=PREVIEW).headers


def test_without_javascript_yaku_belong_to_the_form_that_they_lie_beside(phone, hanchan):
    page = shown(phone, hanchan, **RON, yaku=["1:chun", "1:dora:2"])

    confirmed = pressed(page, reverse("hand-record", args=[hanchan.tournament.slug, hanchan.pk]))

    fields = re.findall(r'<(?:input|select)[^>]* name="yaku"[^>]*>', page.split('id="yaku"')[1])
    assert len(fields) > 20
    assert [field for field in fields if 'form="hand"' not in field] == []
    assert confirmed["yaku"] == ["1:chun", "1:dora:2"]


def test_each_winner_has_yaku_of_their_own():
    phone, hanchan = at_table_of("ema_2016")
    fields = RON | {"winner2": "0", "value2": "yakuman", "yaku": ["0:kokushi", "0:chun", "1:chun"]}

    page = shown(phone, hanchan, **fields)

    choices = offered(page)["yaku"]
    assert {"0:tsuuiisou", "1:pinfu", "1:seat-wind-south"} <= set(choices)
    assert not {"0:pinfu", "1:kokushi", "1:seat-wind-east"} & set(choices)
    assert "Yaku of" in page
    record(phone, hanchan, **fields)
    assert [win.yaku for win in hanchan.hands.get().parsed_outcome().wins] == [("chun",), ("kokushi",)]


def test_yaku_that_no_longer_fit_are_dropped_with_the_value(phone, hanchan):
    page = shown(phone, hanchan, **RON | {"value": "yakuman"}, yaku=["1:chun", "1:dora:2"])

    assert has_preview(page)
    assert [value for name, value in chosen(page) if name == "yaku"] == []
    assert dora_chosen(page) == []


def test_a_picked_yaku_that_is_not_offered_can_be_taken_back(phone, hanchan):
    """The winner's seat may have another wind by now, where a hand is corrected."""
    page = shown(phone, hanchan, **RON, yaku=["1:seat-wind-east"])

    assert ("yaku", "1:seat-wind-east") in chosen(page)


def test_yaku_are_kept_and_shown_with_the_hand(phone, hanchan):
    page = record(phone, hanchan, headers=HTMX, **YAKU).text

    assert hanchan.hands.get().parsed_outcome().wins[0].yaku == ("riichi", "seat wind south", "dora", "dora")
    expected = "3 han 30 fu (riichi, seat wind South, dora 2)"
    assert expected in page
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
    assert "This form was already sent once, with other content." in other.text
    assert hanchan.hands.get().parsed_outcome().wins[0].yaku[:1] == ("riichi",)


def test_who_is_liable_fits_the_yakuman_that_are_named(phone, hanchan):
    yakuman = RON | {"value": "yakuman", "liable": "0"}

    fitting = shown(phone, hanchan, **yakuman, yaku="1:daisangen")
    refused = shown(phone, hanchan, **yakuman, yaku="1:kokushi")

    assert has_preview(fitting)
    assert has_preview(shown(phone, hanchan, **yakuman))
    assert "nobody is liable for these yaku" in refused
    assert not has_preview(refused)
    assert ("liable", "0") in chosen(refused)
