"""The table's screen: with htmx and without, as the wrong person, with bad input."""

from uuid import uuid4

import pytest
from django.urls import reverse

from scoring.outcome import ExhaustiveDraw, HanFu, Ron, Win
from scoring.seats import Seat
from tests.factories import (
    HanchanFactory,
    Membership,
    Role,
    TableFactory,
    UserFactory,
    play,
)
from tests.tournament.views.phones import HTMX, phone_at
from tournament.models import Hand

pytestmark = pytest.mark.django_db

RON = {"winner": "1", "discarder": "2", "value": "3-30", "riichi": ["1"]}


@pytest.fixture
def hanchan():
    return HanchanFactory()


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
    assert response.headers["HX-Replace-Url"].endswith("?winner=1&discarder=2&riichi=3")


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


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"number": ""}, "This form is incomplete"),
        ({"key": "no key"}, "This form is incomplete"),
        ({"revision": "-1"}, "This form is incomplete"),
        ({"value": ""}, "Say what happened"),
        ({"winner": "7"}, "Say what happened"),
        ({"discarder": "1"}, "Say what happened"),
        ({"value": "1-25"}, "cannot have 1 han and 25 fu"),
        ({"value": "9999-1"}, "Say what happened"),
    ],
)
@pytest.mark.parametrize("headers", [HTMX, None], ids=["htmx", "plain"])
def test_bad_input_is_refused_with_a_sentence(phone, hanchan, changes, said, headers):
    response = record(phone, hanchan, headers=headers, **changes)

    assert response.status_code == 422
    assert said in response.text
    assert hanchan.hands.count() == 0


@pytest.mark.parametrize(
    ("typed", "said"),
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
def test_han_and_fu_can_be_typed(phone, hanchan, typed, said):
    state = {"winner": "1", "discarder": "2", "touch": "typed"}

    response = phone.get(hanchan.table.get_absolute_url(), state | typed)

    assert said in response.text


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

    assert "No hanchan is on at this table" in response.text


def test_the_number_of_queries_does_not_grow_with_the_hands(phone, hanchan, django_assert_num_queries):
    draw = ExhaustiveDraw(tenpai=frozenset({Seat.EAST}))
    play(hanchan, draw)
    with django_assert_num_queries(12) as few:
        phone.get(hanchan.table.get_absolute_url())

    play(hanchan, *[draw] * 6, Ron(discarder=Seat.WEST, wins=(Win(winner=Seat.EAST, value=HanFu(2, 30)),)))
    with django_assert_num_queries(len(few)):
        phone.get(hanchan.table.get_absolute_url())
