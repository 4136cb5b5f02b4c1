"""No hand is counted twice or lost: eight phones at one table, and what each of them is told.

`test_controls.py` shows what becomes of them without the lock.
"""

from uuid import uuid4

import pytest

from scoring.outcome import ExhaustiveDraw
from tests.concurrency.conftest import PHONES, RON, Phone, eight, statuses, together
from tests.factories import HanchanFactory, RoundFactory, play
from tournament.games.queries.game import load_game

pytestmark = [pytest.mark.database, pytest.mark.slow]

RECORDING = "tournament.table.actions.record_hand"


@pytest.mark.parametrize(("headers", "recorded"), [({}, 302), ({"HX-Request": "true"}, 200)], ids=["plain", "htmx"])
def test_of_eight_phones_with_one_hand_one_records_it_and_seven_see_it(hanchan, meet, headers, recorded):
    reading = meet(RECORDING, "load_play", 2, patience=0.2)
    phones = eight(hanchan, "hand-record", **RON)

    answers = together(phone.press("hand-record", form, **headers) for phone, form in phones)

    assert statuses(answers) == {recorded: 1, 409: PHONES - 1}
    for refusal in (answer.text for answer in answers if answer.status_code == 409):
        assert "Another phone has already recorded the same hand" in refusal
        assert "Recorded: East 1" in refusal
    assert reading.broken, "two phones stood between reading and writing at once"
    the_only_hand(hanchan)


def test_one_submission_sent_eight_times_is_one_hand_and_eight_times_done(hanchan, meet):
    meet(RECORDING, "load_play", 2, patience=0.2)
    phones = eight(hanchan, "hand-record", **RON)
    key = {"key": [str(uuid4())]}

    answers = together(phone.press("hand-record", form | key) for phone, form in phones)

    assert statuses(answers) == {302: PHONES}
    assert [str(the_only_hand(hanchan).key)] == key["key"]


def test_of_eight_different_hands_for_one_number_one_is_recorded_whole(hanchan, meet):
    meet(RECORDING, "load_play", 2, patience=0.2)
    phones = eight(hanchan, "hand-record", **RON)
    hands = [{"winner": n % 4, "discarder": (n + 1) % 4, "value": "1-30" if n < 4 else "mangan"} for n in range(PHONES)]

    answers = together(
        phone.press("hand-record", form | touched) for (phone, form), touched in zip(phones, hands, strict=True)
    )

    assert statuses(answers) == {302: 1, 409: PHONES - 1}
    (done,) = [touched for touched, answer in zip(hands, answers, strict=True) if answer.status_code == 302]
    hand = the_only_hand(hanchan)
    assert (hand.parsed_outcome().wins[0].winner, hand.parsed_outcome().discarder) == (
        done["winner"],
        done["discarder"],
    )


def the_only_hand(hanchan):
    """The one hand there is, after checking that everything else says the same."""
    (hand,) = hanchan.hands.all()
    game = load_game(hanchan)
    assert game.played[0].settlement.deltas == hand.deltas
    assert game.hanchan.revision == game.hanchan.tournament.version == 1
    assert [entry.kind for entry in game.hanchan.tournament.log.all()] == ["hand.recorded"]
    return hand


def test_undo_pressed_on_eight_phones_takes_back_one_hand(hanchan):
    play(hanchan, ExhaustiveDraw(), ExhaustiveDraw())

    answers = together(phone.press("hand-undo", form) for phone, form in eight(hanchan, "hand-undo"))

    assert statuses(answers) == {302: 1, 409: PHONES - 1}
    assert [hand.number for hand in load_game(hanchan).hands] == [1]
    assert hanchan.log.filter(kind="hand.undone").count() == 1


def test_one_undo_sent_eight_times_takes_back_one_hand(hanchan):
    play(hanchan, ExhaustiveDraw(), ExhaustiveDraw())
    key = {"key": [str(uuid4())]}

    answers = together(phone.press("hand-undo", form | key) for phone, form in eight(hanchan, "hand-undo"))

    assert statuses(answers) == {302: PHONES}
    assert [hand.number for hand in load_game(hanchan).hands] == [1]
    assert hanchan.log.filter(kind="hand.undone").count() == 1


def test_undo_and_the_next_hand_exclude_each_other(hanchan):
    play(hanchan, ExhaustiveDraw())
    undoing, recording = Phone(hanchan), Phone(hanchan)

    undone, recorded = together(
        [
            undoing.press("hand-undo", undoing.drawn("hand-undo")),
            recording.press("hand-record", recording.drawn("hand-record", **RON)),
        ]
    )

    assert statuses([undone, recorded]) == {302: 1, 409: 1}
    assert len(load_game(hanchan).hands) == (0 if undone.status_code == 302 else 2)


def test_hands_of_eight_tables_are_all_recorded(transactional_db):
    round_ = RoundFactory()
    hanchans = [HanchanFactory(round=round_, table__number=number) for number in range(1, PHONES + 1)]
    phones = [Phone(hanchan) for hanchan in hanchans]

    answers = together(phone.press("hand-record", phone.drawn("hand-record", **RON)) for phone in phones)

    assert statuses(answers) == {302: PHONES}
    assert [hanchan.hands.count() for hanchan in hanchans] == [1] * PHONES
    log = round_.tournament.log.values_list("number", flat=True)
    assert list(log) == list(range(1, PHONES + 1))
