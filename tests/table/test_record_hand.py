"""Recording a hand: once, in order, and only while the hanchan takes hands."""

from dataclasses import replace
from uuid import uuid4

import pytest

from scoring.outcome import Chombo, ExhaustiveDraw, HanFu, Ron, Win
from scoring.refusal import Refused
from scoring.seats import Seat
from tests.factories import STRANGER, HanchanFactory, UserFactory, at_table, play, sign, visitor
from tests.table.corrections import insert_forgotten
from tournament.core.errors import (
    FormOutdated,
    HandAlreadyRecorded,
    HandWithdrawn,
    SameHandRecorded,
    SheetSigned,
    TooManyChanges,
    TooManyHands,
    TooManyPoints,
)
from tournament.core.words.names import who
from tournament.models import Membership, Role
from tournament.table.actions.call_time import call_time
from tournament.table.actions.edit_extras import edit_extras
from tournament.table.actions.record_hand import record_hand
from tournament.table.actions.undo_hand import undo_hand

pytestmark = pytest.mark.django_db

RON = Ron(discarder=Seat.WEST, wins=(Win(winner=Seat.SOUTH, value=HanFu(3, 30)),), riichi=frozenset({Seat.SOUTH}))


def _record(hanchan, *, revision=0, key=None, outcome=RON, by=STRANGER, number=1, **numbering):
    return record_hand(
        hanchan_id=hanchan.pk, number=number, revision=revision, key=key or uuid4(), outcome=outcome, by=by, **numbering
    )


def test_a_recorded_hand_keeps_what_was_said_and_what_it_moved():
    hanchan = HanchanFactory()

    hand = _record(hanchan, by=at_table(hanchan.table))

    assert hand.parsed_outcome() == RON
    assert hand.deltas == (0, 3_900, -3_900, 0)
    assert hand.to_table == 0
    assert who(hand.recorded_by) == "Table 1"
    assert (hand.round_wind, hand.dealer, hand.honba) == ("E", 0, 0)


def test_the_same_submission_twice_is_one_hand():
    hanchan = HanchanFactory()
    key = uuid4()

    first = _record(hanchan, key=key)
    again = _record(hanchan, key=key)

    assert again == first
    assert hanchan.hands.count() == 1


def test_a_second_phone_with_the_same_hand_is_told_so():
    hanchan = HanchanFactory()
    _record(hanchan)

    with pytest.raises(SameHandRecorded):
        _record(hanchan)

    assert hanchan.hands.count() == 1


def test_a_second_phone_with_another_hand_is_told_that():
    hanchan = HanchanFactory()
    _record(hanchan)

    with pytest.raises(HandAlreadyRecorded) as refusal:
        _record(hanchan, outcome=replace(RON, riichi=frozenset()))

    assert not isinstance(refusal.value, SameHandRecorded)


def test_an_equal_hand_that_was_renumbered_in_the_phone_is_another_hand():
    hanchan = HanchanFactory()
    _record(hanchan)

    with pytest.raises(HandAlreadyRecorded) as refusal:
        _record(hanchan, base=0, renumbered=True)

    assert not isinstance(refusal.value, SameHandRecorded)


def test_a_hand_before_which_one_is_missing_is_not_said_to_be_recorded():
    hanchan = HanchanFactory()

    with pytest.raises(FormOutdated):
        _record(hanchan, number=2)


def test_two_winners_named_the_other_way_round_are_the_same_hand():
    hanchan = HanchanFactory()
    two = (*RON.wins, Win(winner=Seat.EAST, value=HanFu(1, 30)))
    _record(hanchan, outcome=replace(RON, wins=two))

    with pytest.raises(SameHandRecorded):
        _record(hanchan, outcome=replace(RON, wins=two[::-1]))


@pytest.mark.parametrize("number", [2, 3], ids=["the hand before the inserted one moved to 2", "recorded as 3 since"])
def test_an_equal_hand_is_another_hand_if_the_numbers_changed_since_its_form(number):
    hanchan = HanchanFactory()
    play(hanchan, RON)
    insert_forgotten(hanchan, ExhaustiveDraw(tenpai=frozenset({Seat.EAST})))
    play(hanchan, RON)

    with pytest.raises(FormOutdated):
        _record(hanchan, number=number, revision=1, base=1)


def test_an_equal_hand_is_the_same_one_if_its_form_had_the_present_numbers():
    hanchan = HanchanFactory()
    play(hanchan, RON)
    insert_forgotten(hanchan, ExhaustiveDraw(tenpai=frozenset({Seat.EAST})))
    play(hanchan, RON, RON)

    with pytest.raises(SameHandRecorded):
        _record(hanchan, number=3, revision=2, base=2)


def test_an_equal_hand_after_an_undone_one_is_not_taken_for_the_same():
    hanchan = HanchanFactory()
    (hand,) = play(hanchan, RON)
    undo_hand(hanchan_id=hanchan.pk, hand_id=hand.pk, key=uuid4(), by=STRANGER)
    play(hanchan, ExhaustiveDraw(), RON)  # a forgotten hand, then the undone one again

    with pytest.raises(FormOutdated):
        _record(hanchan, number=2, revision=1, base=1)


def test_a_form_drawn_before_a_correction_is_refused():
    hanchan = HanchanFactory()
    (hand,) = play(hanchan, RON)
    undo_hand(hanchan_id=hanchan.pk, hand_id=hand.pk, key=uuid4(), by=STRANGER)

    with pytest.raises(FormOutdated):
        _record(hanchan, number=1, revision=0)


def test_the_table_itself_undoes_no_hand_of_a_signed_result():
    hanchan = HanchanFactory()
    (hand,) = play(hanchan, RON)
    sign(hanchan)

    with pytest.raises(SheetSigned):
        undo_hand(hanchan_id=hanchan.pk, hand_id=hand.pk, key=uuid4(), by=at_table(hanchan.table))

    assert hanchan.sheets.current().exists()


def test_a_late_copy_of_an_undone_hand_does_not_bring_it_back():
    hanchan = HanchanFactory()
    key = uuid4()
    hand = _record(hanchan, key=key)
    undo_hand(hanchan_id=hanchan.pk, hand_id=hand.pk, key=uuid4(), by=STRANGER)

    with pytest.raises(HandWithdrawn):
        _record(hanchan, key=key)


def test_an_illegal_hand_changes_nothing():
    hanchan = HanchanFactory()
    seven_pairs_of_one_han = Ron(discarder=Seat.WEST, wins=(Win(winner=Seat.SOUTH, value=HanFu(1, 25)),))

    with pytest.raises(Refused, match=r"R14\.1"):
        _record(hanchan, outcome=seven_pairs_of_one_han)

    hanchan.refresh_from_db()
    assert (hanchan.hands.count(), hanchan.revision, hanchan.tournament.version) == (0, 0, 0)


def test_undo_keeps_the_hand_and_says_who_took_it_back():
    hanchan = HanchanFactory()
    (hand,) = play(hanchan, RON)
    key = uuid4()

    undo_hand(hanchan_id=hanchan.pk, hand_id=hand.pk, key=key, by=at_table(hanchan.table))
    undo_hand(hanchan_id=hanchan.pk, hand_id=hand.pk, key=key, by=at_table(hanchan.table))

    hand.refresh_from_db()
    assert hand.superseded_by.kind == "hand.undone"
    assert who(hand.superseded_by.actor) == "Table 1"
    assert hanchan.log.filter(kind="hand.undone").count() == 1


def test_undo_refuses_a_hand_that_is_not_the_last_any_more():
    hanchan = HanchanFactory()
    first, _second = play(hanchan, RON, ExhaustiveDraw())

    with pytest.raises(FormOutdated):
        undo_hand(hanchan_id=hanchan.pk, hand_id=first.pk, key=uuid4(), by=STRANGER)


def test_every_write_raises_the_tournaments_version():
    hanchan = HanchanFactory()

    play(hanchan, RON, Chombo(offenders=frozenset({Seat.EAST})))

    tournament = hanchan.tournament
    tournament.refresh_from_db()
    assert tournament.version == 2
    assert list(tournament.log.values_list("number", "kind")) == [(1, "hand.recorded"), (2, "hand.recorded")]


def test_a_hanchan_has_no_more_hands_than_a_file_may_have(monkeypatch):
    monkeypatch.setattr("tournament.table.actions.record_hand.MOST_HANDS", 2)
    hanchan = HanchanFactory()
    for number in (1, 2):
        _record(hanchan, number=number, revision=number - 1)

    with pytest.raises(TooManyHands):
        _record(hanchan, number=3, revision=2)

    assert hanchan.hands.count() == 2
    assert hanchan.log.count() == 2


def test_hands_bring_nobody_more_points_than_a_file_may_have(monkeypatch):
    monkeypatch.setattr("tournament.table.actions.record_hand.MOST_POINTS_PLAYED", 35_000)
    hanchan = HanchanFactory()
    _record(hanchan)

    with pytest.raises(TooManyPoints):
        _record(hanchan, number=2, revision=1)

    assert hanchan.hands.count() == 1


@pytest.mark.parametrize(("limit", "value"), [("MOST_CHANGES_AT_TABLE", 3), ("LONGEST_LOG_AT_TABLE", 200)])
def test_after_very_many_changes_only_the_team_goes_on(monkeypatch, limit, value):
    """Each change stays in the tournament's file, which has a limit, and a phone can undo and record without end."""
    monkeypatch.setattr("tournament.games.actions.signatures.CHANGES_NOT_MEASURED", 3)
    monkeypatch.setattr(f"tournament.games.actions.signatures.{limit}", value)
    hanchan = HanchanFactory()
    by = at_table(hanchan.table)
    _record(hanchan, by=by)
    hand = _record(hanchan, number=2, revision=1, by=by)
    undo_hand(hanchan_id=hanchan.pk, hand_id=hand.pk, key=uuid4(), by=by)
    about = {"hanchan_id": hanchan.pk, "revision": 3, "by": by}

    with pytest.raises(TooManyChanges):
        _record(hanchan, number=2, revision=3, by=by)
    with pytest.raises(TooManyChanges):
        undo_hand(hanchan_id=hanchan.pk, hand_id=hanchan.hands.first().pk, key=uuid4(), by=by)
    with pytest.raises(TooManyChanges):
        call_time(**about, in_progress=False)
    with pytest.raises(TooManyChanges):
        edit_extras(**about, key=uuid4(), start_points=None, chips=(0, 0, 0, 0), winless=set())

    assert hanchan.log.count() == 3
    organizer = visitor(UserFactory())
    Membership.objects.create(tournament=hanchan.tournament, user=organizer.user, role=Role.ORGANIZER)
    _record(hanchan, number=2, revision=3, by=organizer)


def test_a_hand_that_waited_is_not_recorded_after_another_was_undone(hanchan):
    """It may have been entered anew on another phone, as the hand whose number is free now."""
    hand = _record(hanchan)
    undo_hand(hanchan_id=hanchan.pk, hand_id=hand.pk, key=uuid4(), by=STRANGER)
    hanchan.refresh_from_db()
    _record(hanchan, revision=hanchan.revision, base=hanchan.revision)
    hanchan.refresh_from_db()

    for base in (0, 1):
        with pytest.raises(FormOutdated):
            _record(hanchan, number=2, revision=hanchan.revision, base=base)
    _record(hanchan, number=2, revision=hanchan.revision, base=hanchan.revision)
