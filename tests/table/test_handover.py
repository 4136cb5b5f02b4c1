"""Hands that another phone handed over in a code: read, recorded once, and refused with what to do."""

import zlib
from uuid import uuid4

import pytest
from django.urls import reverse

from scoring.outcome import ExhaustiveDraw, HanFu, Redeal, Ron, Win
from scoring.points import settle
from scoring.seats import Seat
from tests.factories import STRANGER, HanchanFactory, UserFactory, play
from tests.forms_on_page import pressed
from tests.table.corrections import insert_forgotten
from tests.table.entering import RON, code_of, record
from tests.table.phones import phone_at
from tournament.core.limits import LOGGED_IN_PLAY
from tournament.models import Membership, Role, Tournament
from tournament.table.actions.record_handover import record_handover
from tournament.table.actions.undo_hand import undo_hand
from tournament.table.entry import HandEntry
from tournament.table.handover import CodeDamaged, HandedHand, hands_in

DRAW = {"mode": "draw", "tenpai": ["0"]}
SETTLED = [
    Ron(discarder=Seat.WEST, wins=(Win(winner=Seat.SOUTH, value=HanFu(3, 30)),), riichi=frozenset({Seat.SOUTH})),
    ExhaustiveDraw(tenpai=frozenset({Seat.EAST})),
]


def kept(*fields, first=1):
    """Hands as a phone keeps them, each with a key of its own."""
    return [(number, uuid4(), of_one) for number, of_one in enumerate(fields, first)]


def address(hanchan, *hands, code=None):
    path = reverse("handover", args=[hanchan.tournament.slug, hanchan.pk])
    return f"{path}?hands={code or code_of(*hands)}"


def confirm(phone, hanchan, *hands, button=None):
    """Open the code and press its button; the answer, after a redirect if there is one."""
    return press(phone, phone.get(address(hanchan, *hands)).text, hanchan, button)


def press(phone, page, hanchan, button=None):
    path = reverse("handover", args=[hanchan.tournament.slug, hanchan.pk])
    return phone.post(path, pressed(page, path, button), follow=True)


def outcomes(hanchan):
    return [hand.parsed_outcome() for hand in hanchan.hands.filter(superseded_by=None).order_by("number")]


def test_a_code_holds_numbers_keys_and_fields():
    hands = kept(RON, DRAW, first=4)

    read = hands_in(code_of(*reversed(hands)))

    assert [(hand.number, hand.key) for hand in read] == [(number, key) for number, key, _fields in hands]
    assert [hand.entry.mode for hand in read] == ["win", "draw"]


def test_a_damaged_code_is_no_code(subtests):
    whole = code_of(*kept(RON, DRAW))
    misread = whole[:50] + str(9 - int(whole[50])) + whole[51:]
    for code in ["", "0", "12345", "twelve", "٣", whole[:-1], misread, whole + "0" * 9, "9" * 4_100]:
        with subtests.test(code=code[:20]), pytest.raises(CodeDamaged):
            hands_in(code)


def test_a_code_without_whole_lines_is_no_code(subtests):
    for text in ["", "1", f"x {uuid4().hex} mode=draw", "1 no-key mode=draw", "é", "\n" * 60]:
        code = str(int.from_bytes(zlib.compress(text.encode()), "big"))
        with subtests.test(text=text), pytest.raises(CodeDamaged):
            hands_in(code)


@pytest.mark.django_db
def test_the_hands_are_shown_in_words_and_recorded_in_order(phone, hanchan):
    hands = kept(RON, DRAW)

    page = phone.get(address(hanchan, *hands)).text
    answer = press(phone, page, hanchan)

    assert "3 han 30 fu" in page
    assert page.count("<strong>Hand ") == 2
    assert "2 hands of the other phone were recorded." in answer.text
    assert outcomes(hanchan) == SETTLED
    assert [hand.key for hand in hanchan.hands.order_by("number")] == [key for _number, key, _fields in hands]


@pytest.mark.django_db
def test_each_hand_counts_once_whichever_phone_sends_it(phone, hanchan):
    hands = kept(RON, DRAW)
    record(phone, hanchan, key=str(hands[0][1]))  # the first phone got one through
    page = phone.get(address(hanchan, *hands)).text
    press(phone, page, hanchan)

    again = press(phone, page, hanchan)
    late = record(phone, hanchan, number=2, key=str(hands[1][1]), **dict.fromkeys(RON, ""), **DRAW)

    assert page.count("already recorded") == 1
    assert again.status_code == 200
    assert late.status_code == 302
    assert "There is nothing left to do" in phone.get(address(hanchan, *hands)).text
    assert outcomes(hanchan) == SETTLED


@pytest.mark.django_db
def test_an_equal_hand_that_the_other_phone_has_renumbered_is_not_taken_for_the_recorded_one(phone, hanchan):
    record(phone, hanchan)

    page = phone.get(address(hanchan, *kept(RON | {"renumbered": "1"}))).text

    assert "already recorded" not in page


@pytest.mark.django_db
def test_a_referee_s_own_phone_records_them_too(client, hanchan):
    referee = UserFactory()
    Membership.objects.create(tournament=hanchan.tournament, user=referee, role=Role.REFEREE)
    client.force_login(referee)

    confirm(client, hanchan, *kept(RON, DRAW))

    assert outcomes(hanchan) == SETTLED


@pytest.mark.django_db
def test_a_phone_of_another_table_is_told_how_it_may(client, hanchan):
    hands = kept(RON)
    for stranger in (client, phone_at(HanchanFactory().table)):
        page = stranger.get(address(hanchan, *hands))
        sent = stranger.post(address(hanchan), {"hands": code_of(*hands), "revision": 0})

        assert (page.status_code, sent.status_code) == (404, 404)
        assert "Scan the card of that table first" in page.text
        assert hanchan.tournament.name not in page.text
    assert outcomes(hanchan) == []


@pytest.mark.django_db
def test_a_damaged_code_says_what_to_do(phone, hanchan):
    for response in (
        phone.get(address(hanchan, code="123")),
        phone.get(reverse("handover", args=[hanchan.tournament.slug, hanchan.pk])),
        phone.post(address(hanchan), {"hands": "123", "revision": 0}),
    ):
        assert response.status_code == 422
        assert "This code is damaged. Scan it again" in response.text


@pytest.mark.django_db
def test_a_form_without_its_revision_records_nothing(phone, hanchan):
    response = phone.post(address(hanchan), {"hands": code_of(*kept(RON))})

    assert response.status_code == 422
    assert "This form was incomplete" in response.text
    assert outcomes(hanchan) == []


@pytest.mark.django_db
def test_another_hand_with_its_number_stops_it_until_it_is_left_out(phone, hanchan):
    play(hanchan, ExhaustiveDraw())
    hands = kept(RON, DRAW)

    stopped = confirm(phone, hanchan, *hands)
    done = press(phone, stopped.text, hanchan, ("leave_out", "1"))

    assert stopped.status_code == 409
    assert "Hand 1 was not recorded." in stopped.text
    assert "At the table, this hand is recorded as:" in stopped.text
    assert reverse("correction", args=[hanchan.tournament.slug, hanchan.pk]) in stopped.text
    assert "1 hand of the other phone was recorded." in done.text
    assert outcomes(hanchan) == [ExhaustiveDraw(), SETTLED[1]]


@pytest.mark.django_db
def test_an_equal_hand_of_another_phone_counts_as_this_one(phone, hanchan):
    play(hanchan, SETTLED[0])

    confirm(phone, hanchan, *kept(RON, DRAW))

    assert outcomes(hanchan) == SETTLED


@pytest.mark.django_db
def test_an_equal_hand_stops_the_code_if_a_hand_was_inserted_since(phone, hanchan):
    play(hanchan, SETTLED[1])
    hands = kept(DRAW | {"base": "1"}, RON | {"base": "1"}, first=2)
    forgotten = Ron(discarder=Seat.SOUTH, wins=(Win(winner=Seat.EAST, value=HanFu(3, 30)),))
    insert_forgotten(hanchan, forgotten)

    page = phone.get(address(hanchan, *hands)).text
    stopped = press(phone, page, hanchan)

    assert "already recorded" not in page
    assert stopped.status_code == 409
    assert "Hand 2 was not recorded." in stopped.text
    assert outcomes(hanchan) == [forgotten, SETTLED[1]]


@pytest.mark.django_db
def test_a_hand_before_the_handed_one_is_asked_for(phone, hanchan):
    stopped = confirm(phone, hanchan, *kept(RON, first=2))

    assert stopped.status_code == 409
    assert "An earlier hand is missing" in stopped.text
    assert "Open this hand at the table" not in stopped.text
    assert outcomes(hanchan) == []


@pytest.mark.django_db
def test_a_hand_that_the_rules_refuse_stops_those_after_it(phone, hanchan):
    typed = {"winner": "1", "discarder": "2", "value": "typed", "han": "1", "fu": "25"}

    stopped = confirm(phone, hanchan, *kept(DRAW, typed, DRAW))

    assert stopped.status_code == 409
    assert "Hand 2 was not recorded." in stopped.text
    assert "cannot have 1 han and 25 fu" in stopped.text
    assert f"{hanchan.get_screen_url()}?winner=1" in stopped.text
    assert len(outcomes(hanchan)) == 1


@pytest.mark.django_db
def test_an_incomplete_hand_is_for_the_table(phone, hanchan):
    stopped = confirm(phone, hanchan, *kept({"winner": "1", "discarder": "2"}))

    assert "this hand is incomplete" in stopped.text
    assert "This hand is incomplete, so it was not recorded. Enter the hand at the table." in stopped.text


@pytest.mark.django_db
def test_after_the_end_of_the_hanchan_nothing_is_added(phone, hanchan):
    play(hanchan, *[ExhaustiveDraw()] * 8)

    stopped = confirm(phone, hanchan, *kept(DRAW, first=9))

    assert stopped.status_code == 409
    assert "Hand 9 was not recorded." in stopped.text
    assert len(outcomes(hanchan)) == 8


@pytest.mark.django_db
def test_a_hand_that_the_full_log_refuses_is_not_recorded(phone, hanchan):
    Tournament.objects.update(version=LOGGED_IN_PLAY - 1)

    answer = confirm(phone, hanchan, *kept(RON, DRAW))

    tournament = Tournament.objects.get()
    assert "accepts no more" in answer.text
    assert outcomes(hanchan) == SETTLED[:1]
    assert tournament.log.filter(kind="hand.recorded").count() == 1
    assert tournament.version == LOGGED_IN_PLAY


@pytest.mark.django_db
def test_what_was_recorded_and_taken_back_does_not_come_back_by_the_code(phone, hanchan):
    hands = kept(RON)
    confirm(phone, hanchan, *hands)
    undo_hand(hanchan_id=hanchan.pk, hand_id=hanchan.hands.get().pk, key=uuid4(), by=STRANGER)

    stopped = confirm(phone, hanchan, *hands)

    assert "This hand was recorded earlier and then undone." in stopped.text
    assert outcomes(hanchan) == []


@pytest.mark.django_db
def test_a_table_that_changed_while_the_hands_were_read_is_read_again(phone, hanchan):
    page = phone.get(address(hanchan, *kept(RON))).text
    play(hanchan, ExhaustiveDraw())
    undo_hand(hanchan_id=hanchan.pk, hand_id=hanchan.hands.get().pk, key=uuid4(), by=STRANGER)

    stopped = press(phone, page, hanchan)
    done = press(phone, stopped.text, hanchan)

    assert stopped.status_code == 409
    assert "were changed meanwhile" in stopped.text
    assert "1 hand of the other phone was recorded." in done.text


@pytest.mark.django_db
def test_the_page_asks_the_database_as_often_for_one_hand_as_for_twelve(phone, hanchan, django_assert_num_queries):
    with django_assert_num_queries(10) as few:
        phone.get(address(hanchan, *kept(RON)))

    with django_assert_num_queries(len(few)):
        phone.get(address(hanchan, *kept(*[DRAW] * 12)))


@pytest.mark.django_db
def test_a_code_of_many_hands_replays_no_hand_twice(hanchan, monkeypatch):
    play(hanchan, *[Redeal()] * 10)
    hanchan.refresh_from_db()
    settled = []
    monkeypatch.setattr(
        "scoring.hanchan.settle", lambda *hand, rules: settled.append(hand) or settle(*hand, rules=rules)
    )
    hands = [HandedHand(number, uuid4(), HandEntry(mode="redeal")) for number in range(11, 31)]

    assert record_handover(hanchan_id=hanchan.pk, revision=hanchan.revision, hands=hands, by=STRANGER) is None

    assert hanchan.hands.count() == 30
    assert len(settled) <= 10 + 2 * len(hands)
