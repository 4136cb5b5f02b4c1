"""Whose screen a table's is, of which round, and that several phones at one table stay of one mind."""

import re
from uuid import uuid4

import pytest
from django.urls import reverse

from scoring.outcome import ExhaustiveDraw, HanFu, Ron, Win
from scoring.seats import Seat
from tests.factories import HanchanFactory, Membership, Role, RoundFactory, TableFactory, UserFactory, play, sign
from tests.table.entering import PREVIEW, RON, chosen, has_preview, record
from tests.table.phones import HTMX, phone_at

pytestmark = pytest.mark.django_db

SCREEN = HTMX | {"HX-Target": "table-screen"}


# --- Other phones ---


def test_a_late_hand_is_refused_with_what_was_recorded_and_what_was_entered(phone, hanchan):
    play(hanchan, ExhaustiveDraw())

    response = record(phone, hanchan, number=1, revision=0, headers=HTMX)

    assert response.status_code == 409
    assert "Another phone has recorded this hand meanwhile" in response.text
    assert "Exhaustive draw" in response.text
    assert "?winner=1&amp;value=3-30&amp;discarder=2&amp;riichi=1" in response.text
    assert hanchan.hands.count() == 1


def test_a_late_hand_can_be_filled_in_again(phone, hanchan):
    play(hanchan, ExhaustiveDraw())
    response = record(phone, hanchan, number=1, revision=0, yaku=["1:chun", "1:dora:2"])
    address = re.search(r'href="([^"]*)">Fill in this hand again', response.text)[1].replace("&amp;", "&")

    again = phone.get(address).text

    assert has_preview(again)
    assert "3 han 30 fu (chun, dora 2)" in again


@pytest.mark.parametrize("changes", [{}, {"yaku": ["1:tanyao"]}], ids=["same", "same with yaku"])
def test_the_same_hand_from_a_second_phone_is_said_to_be_recorded_already(phone, hanchan, changes):
    record(phone, hanchan)

    response = record(phone, hanchan, number=1, revision=0, headers=HTMX, **changes)

    assert response.status_code == 409
    assert "Another phone has already recorded the same hand" in response.text
    assert "Recorded: East 1" in response.text
    assert "Fill in this hand again" not in response.text
    assert hanchan.hands.count() == 1


@pytest.mark.parametrize("headers", [{}, HTMX], ids=["page", "fragment"])
def test_a_hand_of_a_round_whose_start_was_undone_is_offered_for_the_new_hanchan(phone, hanchan, headers):
    gone = reverse("hand-record", args=[hanchan.tournament.slug, hanchan.pk])
    hanchan.delete()
    sent = RON | {"number": 1, "revision": 0, "key": str(uuid4()), "table": hanchan.table.number}
    before = phone.post(gone, sent, headers=headers)
    again = HanchanFactory(round=hanchan.round, table=hanchan.table)

    response = phone.post(gone, sent, headers=headers)

    for refused in (before, response):
        assert refused.status_code == 409
        assert "was removed or undone meanwhile" in refused.text
    assert f"{again.get_screen_url()}?winner=1" in response.text
    assert again.hands.count() == 0


def test_a_hand_for_another_table_is_still_no_page(phone, hanchan):
    other = HanchanFactory(round=hanchan.round, table=TableFactory(tournament=hanchan.tournament, number=2))

    response = record(phone, other, table=hanchan.table.number)

    assert response.status_code == 404


@pytest.mark.parametrize("changes", [{"riichi": []}, {"value": "4-30"}, {"discarder": "3"}, {"mode": "draw"}])
def test_another_hand_from_a_second_phone_is_offered_again(phone, hanchan, changes):
    record(phone, hanchan)

    response = record(phone, hanchan, number=1, revision=0, **changes)

    assert "Fill in this hand again" in response.text


@pytest.mark.parametrize("headers", [{}, SCREEN], ids=["page", "fragment"])
def test_the_way_back_does_not_offer_a_recorded_hand_again(hanchan, headers):
    phone = phone_at(hanchan.table)
    entered = {"winner": "1", "discarder": "2", "value": "3-30", "for": "1"}
    before = phone.get(hanchan.get_screen_url(), entered, headers=headers).text
    play(hanchan, ExhaustiveDraw())

    after = phone.get(hanchan.get_screen_url(), entered, headers=headers).text

    assert has_preview(before)
    assert not has_preview(after)
    assert chosen(after) == []
    assert "Hand 1 is already recorded." in after
    assert has_preview(phone.get(hanchan.get_screen_url(), entered | {"for": "2"}, headers=headers).text)


def test_a_hand_for_one_that_was_undone_meanwhile_is_not_offered(phone, hanchan):
    page = phone.get(hanchan.get_screen_url(), RON | {"for": "2"}).text

    assert not has_preview(page)
    assert "Earlier hands were undone meanwhile. Check the table, then enter this hand again." in page


def test_a_preview_for_a_recorded_hand_says_nothing_of_the_next_one(phone, hanchan):
    play(hanchan, ExhaustiveDraw())

    alone = phone.get(hanchan.get_screen_url(), RON | {"for": "1"}, headers=PREVIEW).text

    assert 'class="preview"' not in alone


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


# --- Rounds ---


def test_hands_of_an_earlier_round_are_keyed_in_later_on_the_same_screen(phone, hanchan):
    later = HanchanFactory(round=RoundFactory(tournament=hanchan.tournament, number=2), table=hanchan.table)
    address = hanchan.get_screen_url()

    page = phone.get(address, {"winner": "1", "discarder": "2", "value": "3-30"})
    response = record(phone, hanchan)

    assert "This is an earlier round." in page.text
    assert f'action="{address}"' in page.text
    assert "Calculate this hand" not in phone.get(address, {"winner": "1", "discarder": "2"}).text
    assert response["Location"] == address
    assert hanchan.hands.count() == 1
    assert not later.hands.exists()
    assert "This is an earlier round." not in phone.get(hanchan.table.get_absolute_url()).text


def test_the_table_leads_to_its_sheet_that_was_not_signed(phone, hanchan):
    HanchanFactory(round=RoundFactory(tournament=hanchan.tournament, number=2), table=hanchan.table)
    expected = "The sheet of round 1 is not signed yet."
    table = hanchan.table.get_absolute_url()

    page = phone.get(table)
    assert expected in page.text
    assert f'href="{hanchan.get_screen_url()}"' in page.text
    assert expected not in phone.get(hanchan.get_screen_url()).text

    sign(hanchan)
    assert expected not in phone.get(table).text


def test_a_hand_half_entered_stays_with_its_hanchan_when_the_next_round_starts(phone, hanchan):
    table = hanchan.table.get_absolute_url()
    form = re.search(r'<form id="hand"[^>]* action="([^"]*)"', phone.get(table).text)[1]
    HanchanFactory(round=RoundFactory(tournament=hanchan.tournament, number=2), table=hanchan.table)

    further = phone.get(form, {"winner": "1", "discarder": "0", "for": "1"})

    assert form == hanchan.get_screen_url()
    assert "This is an earlier round." in further.text
    assert chosen(further.text) == [("discarder", "0"), ("winner", "1")]
    assert reverse("hand-record", args=[hanchan.tournament.slug, hanchan.pk]) not in phone.get(table).text


def test_a_round_that_a_table_did_not_play_is_not_found(phone, hanchan):
    assert phone.get(hanchan.get_screen_url().replace("rounds/1/", "rounds/2/")).status_code == 404


def test_a_table_before_its_first_round_says_so(hanchan):
    table = TableFactory(tournament=hanchan.tournament, number=9)

    response = phone_at(table).get(table.get_absolute_url())

    assert "No hanchan is being played at this table" in response.text


# --- Persons ---


def test_a_revoked_link_opens_nothing(phone, hanchan):
    hanchan.table.link_nonce = "another"
    hanchan.table.save()

    assert phone.get(hanchan.table.get_absolute_url()).status_code == 404
    assert phone.get(hanchan.get_screen_url(), RON, headers=PREVIEW).status_code == 404
    assert record(phone, hanchan).status_code == 404
    assert hanchan.hands.count() == 0


def test_a_table_link_opens_its_own_table_only(phone, hanchan):
    other = HanchanFactory(round=hanchan.round, table=TableFactory(tournament=hanchan.tournament, number=2))

    assert phone.get(other.table.get_absolute_url()).status_code == 404
    assert phone.get(other.get_screen_url(), RON, headers=PREVIEW).status_code == 404
    assert record(phone, other).status_code == 404


def test_a_referee_sees_every_table_and_a_stranger_none(client, hanchan):
    assert client.get(hanchan.table.get_absolute_url()).status_code == 404

    referee = UserFactory()
    Membership.objects.create(tournament=hanchan.tournament, user=referee, role=Role.REFEREE)
    client.force_login(referee)

    assert client.get(hanchan.table.get_absolute_url()).status_code == 200


def test_the_number_of_queries_does_not_grow_with_the_hands(phone, hanchan, django_assert_num_queries):
    draw = ExhaustiveDraw(tenpai=frozenset({Seat.EAST}))
    play(hanchan, draw)
    address = hanchan.table.get_absolute_url()
    phone.get(address)  # the first time it is noted that the link was used
    with django_assert_num_queries(14) as few:
        phone.get(address)

    play(hanchan, *[draw] * 6, Ron(discarder=Seat.WEST, wins=(Win(winner=Seat.EAST, value=HanFu(2, 30)),)))
    with django_assert_num_queries(len(few)):
        phone.get(address)
