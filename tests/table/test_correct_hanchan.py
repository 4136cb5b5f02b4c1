"""Accepting a correction: what was there stays visible, what was not touched stays as it is."""

from uuid import uuid4

import pytest
from django.db import connection
from django.forms.models import model_to_dict
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from scoring.seats import Wind
from tests.factories import STRANGER, HanchanFactory, UserFactory, at_table, play, visitor
from tests.table.corrections import (
    A,
    B,
    C,
    D,
    decided,
    draw,
    edits_of,
    played_games,
    ron,
    rows,
    seen_in,
    tsumo,
)
from tournament.core.errors import (
    FormOutdated,
    HanchanCancelled,
    HandWithdrawn,
    NothingToCorrect,
    OnPaper,
    ReasonMissing,
    SheetSigned,
    TooManyChanges,
    TooManyHands,
    TooManyPoints,
    Undecided,
)
from tournament.core.queries.disk import DiskNearlyFull
from tournament.core.words.names import who
from tournament.games.queries.corrections import withdrawn_notice
from tournament.games.queries.game import load_game
from tournament.models import Hand, Membership, PaperResult, Role, SignedSheet
from tournament.table.actions.correct_hanchan import correct_hanchan
from tournament.table.actions.record_hand import record_hand
from tournament.table.edits import Insert, Keep, Remove, Replace, Seen, UnreadableEdits

pytestmark = pytest.mark.django_db

EAST_1, EAST_2, EAST_3 = (Seen(Wind.EAST, dealer) for dealer in (A, B, C))
DERIVED = {"number", "honba", "east", "south", "west", "north", "to_table"}


def correct(hanchan, *edits, revision=None, key=None, reason="", by=STRANGER):
    hanchan.refresh_from_db()
    correct_hanchan(
        hanchan_id=hanchan.pk,
        revision=hanchan.revision if revision is None else revision,
        edits=edits,
        key=key or uuid4(),
        reason=reason,
        by=by,
    )
    hanchan.refresh_from_db()


def current(hanchan):
    return list(hanchan.hands.filter(superseded_by=None))


def stored(hands):
    """The derived columns of the rows."""
    names = ("number", "outcome", "round_wind", "dealer", "honba", "east", "south", "west", "north", "to_table")
    return [{name: getattr(hand, name) for name in names} for hand in hands]


def sign(hanchan):
    hanchan.signatures.create(seat=0, signed_as="Player", at=timezone.now())
    return SignedSheet.objects.create(hanchan=hanchan, riichi_sticks=0, signed_at=timezone.now())


def referee_of(hanchan):
    user = UserFactory()
    Membership.objects.create(tournament=hanchan.tournament, user=user, role=Role.REFEREE)
    return visitor(user)


def everything(hanchan):
    """All that a refused correction must leave alone."""
    hanchan.refresh_from_db()
    return (
        [model_to_dict(hand) for hand in hanchan.hands.all()],
        hanchan.revision,
        hanchan.time_called_after,
        hanchan.log.count(),
    )


@pytest.mark.parametrize(
    ("limit", "value", "error"), [("MOST_HANDS", 3, TooManyHands), ("MOST_POINTS_PLAYED", 36_000, TooManyPoints)]
)
def test_a_correction_makes_no_more_than_a_file_may_have(monkeypatch, limit, value, error):
    """Also if it moves hands only: a file with more is refused, and the event stays at its laptop."""
    monkeypatch.setattr(f"tournament.table.actions.record_hand.{limit}", value)
    hanchan = HanchanFactory()
    play(hanchan, ron(B, C), ron(D, A))
    correct(hanchan, Insert(1, draw(A), EAST_1))
    before = everything(hanchan)

    with pytest.raises(error):
        correct(hanchan, Insert(1, tsumo(A), EAST_1))

    assert everything(hanchan) == before


@pytest.mark.parametrize(
    ("limit", "value"),
    [("MOST_CORRECTIONS_AT_TABLE", 2), ("LONGEST_CORRECTIONS_AT_TABLE", 1900), ("MOST_ROWS_AT_TABLE", 4)],
)
def test_a_table_corrects_only_so_much_without_the_team(monkeypatch, limit, value):
    """All hands before and after each correction stay in the tournament's file, which has a limit."""
    monkeypatch.setattr(f"tournament.table.actions.correct_hanchan.{limit}", value)
    hanchan = HanchanFactory()
    play(hanchan, ron(B, C), ron(D, A))
    by = at_table(hanchan.table)
    for _each in range(2):
        correct(hanchan, Insert(1, draw(A), EAST_1), by=by)
    before = everything(hanchan)

    with pytest.raises(TooManyChanges):
        correct(hanchan, Insert(1, draw(A), EAST_1), by=by)

    assert everything(hanchan) == before
    correct(hanchan, Insert(1, draw(A), EAST_1), by=referee_of(hanchan))
    assert len(current(hanchan)) == 5


def test_the_last_part_of_the_disk_takes_no_further_corrections(monkeypatch):
    monkeypatch.setattr("tournament.table.actions.correct_hanchan.MOST_CORRECTIONS_AT_TABLE", 1)
    monkeypatch.setattr("tournament.core.queries.disk.free_bytes", lambda: 0)
    hanchan = HanchanFactory()
    play(hanchan, ron(B, C), ron(D, A))
    by = referee_of(hanchan)

    correct(hanchan, Replace(1, ron(B, C, 4, 40), EAST_1), by=by)
    with pytest.raises(DiskNearlyFull):
        correct(hanchan, Insert(1, draw(A), EAST_1), by=by)

    assert len(current(hanchan)) == 2


def test_a_hand_is_replaced_and_the_old_one_stays_visible():
    hanchan = HanchanFactory()
    old, later = play(hanchan, ron(B, C), ron(D, A))

    correct(hanchan, Replace(1, ron(B, C, 4, 40), EAST_1), reason="Fu counted again", by=at_table(hanchan.table))

    first, second = current(hanchan)
    assert (first.parsed_outcome(), first.deltas) == (ron(B, C, 4, 40), (0, 8_000, -8_000, 0))
    assert who(first.recorded_by) == "Table 1"
    assert second == later
    old.refresh_from_db()
    entry = old.superseded_by
    assert (entry.kind, who(entry.actor), entry.reason) == ("hand.corrected", "Table 1", "Fu counted again")
    assert entry.data["before"] == [old.outcome, later.outcome]
    assert entry.data["after"] == [first.outcome, later.outcome]


def test_a_forgotten_hand_moves_the_others_up():
    hanchan = HanchanFactory()
    first, second = play(hanchan, tsumo(A), ron(B, C))

    correct(hanchan, Insert(2, draw(A), EAST_1))

    hands = current(hanchan)
    assert [hand.number for hand in hands] == [1, 2, 3]
    assert [hands[0].pk, hands[2].pk] == [first.pk, second.pk]
    assert hands[2].honba == 2
    assert hands[2].south == 3_900 + 600
    assert hanchan.log.last().kind == "hand.inserted"


def test_a_hand_that_was_not_played_goes_and_the_others_move_down():
    hanchan = HanchanFactory()
    _first, second, third = play(hanchan, tsumo(A), draw(A), ron(B, C))

    correct(hanchan, Remove(1))

    assert [(hand.number, hand.pk) for hand in current(hanchan)] == [(1, second.pk), (2, third.pk)]
    assert hanchan.log.last().kind == "hand.removed"


def test_hands_change_places_without_ever_sharing_a_number():
    hanchan = HanchanFactory()
    hands = play(hanchan, *[tsumo(A)] * 6)

    correct(hanchan, Insert(2, draw(A), EAST_1), Insert(2, draw(A), EAST_1), Remove(5), Remove(6))

    unchanged = [hands[index].pk for index in (0, 1, 2, 3)]
    assert [hand.pk for hand in current(hanchan) if hand.pk in unchanged] == unchanged
    assert [hand.number for hand in current(hanchan)] == [1, 2, 3, 4, 5, 6]


def test_a_hand_kept_in_another_round_becomes_a_revision_of_its_own():
    hanchan = HanchanFactory()
    _first, second = play(hanchan, tsumo(A), ron(B, C))

    correct(hanchan, Replace(1, tsumo(B), EAST_1), Keep(2, EAST_2))

    unchanged = current(hanchan)[1]
    second.refresh_from_db()
    assert second.superseded_by == hanchan.log.last()
    assert unchanged.outcome == second.outcome
    assert (second.round_wind, second.dealer, unchanged.round_wind, unchanged.dealer) == ("E", 0, "E", 1)


def test_an_undecided_correction_changes_nothing():
    hanchan = HanchanFactory()
    play(hanchan, tsumo(A), ron(B, C))
    before = everything(hanchan)

    with pytest.raises(Undecided):
        correct(hanchan, Replace(1, tsumo(B), EAST_1))

    assert everything(hanchan) == before


def test_a_correction_that_changes_nothing_is_not_logged():
    hanchan = HanchanFactory()
    play(hanchan, tsumo(A))
    before = everything(hanchan)

    with pytest.raises(NothingToCorrect):
        correct(hanchan, Replace(1, tsumo(A), EAST_1))

    assert everything(hanchan) == before


def test_edits_that_do_not_fit_change_nothing():
    hanchan = HanchanFactory()
    play(hanchan, tsumo(A))
    before = everything(hanchan)

    with pytest.raises(UnreadableEdits):
        correct(hanchan, Remove(2))

    assert everything(hanchan) == before


def test_two_phones_that_correct_at_once_make_one_correction():
    hanchan = HanchanFactory()
    play(hanchan, tsumo(A), ron(B, C))
    drawn_for = hanchan.revision
    correct(hanchan, Replace(1, tsumo(A, 4), EAST_1), revision=drawn_for)

    with pytest.raises(FormOutdated):
        correct(hanchan, Remove(1), revision=drawn_for)

    assert [hand.parsed_outcome() for hand in current(hanchan)] == [tsumo(A, 4), ron(B, C)]


def test_the_same_submission_twice_is_one_correction():
    hanchan = HanchanFactory()
    play(hanchan, tsumo(A), tsumo(A))
    key, drawn_for = uuid4(), hanchan.revision
    correct(hanchan, Remove(1), key=key, revision=drawn_for)

    correct(hanchan, Remove(1), key=key, revision=drawn_for)

    assert len(current(hanchan)) == 1
    assert hanchan.log.filter(kind="hand.removed").count() == 1


def test_a_hand_form_drawn_before_a_correction_is_refused():
    hanchan = HanchanFactory()
    play(hanchan, tsumo(A))
    drawn_for = hanchan.revision
    correct(hanchan, Replace(1, tsumo(B), EAST_1))

    with pytest.raises(FormOutdated):
        record_hand(hanchan_id=hanchan.pk, number=2, revision=drawn_for, key=uuid4(), outcome=draw(), by=STRANGER)


def test_a_late_copy_of_a_corrected_hand_does_not_bring_it_back():
    hanchan = HanchanFactory()
    (hand,) = play(hanchan, tsumo(A))
    correct(hanchan, Replace(1, tsumo(B), EAST_1))

    with pytest.raises(HandWithdrawn):
        record_hand(hanchan_id=hanchan.pk, number=1, revision=0, key=hand.key, outcome=tsumo(A), by=STRANGER)


def test_a_correction_takes_signatures_back_and_says_so():
    hanchan = HanchanFactory()
    play(hanchan, tsumo(A), tsumo(A))
    sheet = sign(hanchan)
    assert withdrawn_notice(hanchan) is None

    correct(hanchan, Remove(2), reason="Entered twice", by=referee_of(hanchan))

    sheet.refresh_from_db()
    entry = hanchan.log.last()
    assert sheet.withdrawn_by == entry
    assert not hanchan.signatures.filter(withdrawn_by=None).exists()
    assert withdrawn_notice(hanchan) == entry
    sign(hanchan)
    assert withdrawn_notice(hanchan) is None


def test_only_a_referee_corrects_what_was_signed():
    hanchan = HanchanFactory()
    play(hanchan, tsumo(A), tsumo(A))
    sign(hanchan)
    before = everything(hanchan)

    with pytest.raises(SheetSigned):
        correct(hanchan, Remove(2), reason="We agree", by=at_table(hanchan.table))

    assert everything(hanchan) == before


def test_what_was_signed_is_corrected_for_a_reason():
    hanchan = HanchanFactory()
    play(hanchan, tsumo(A), tsumo(A))
    sign(hanchan)

    with pytest.raises(ReasonMissing):
        correct(hanchan, Remove(2), by=referee_of(hanchan))


def test_points_from_paper_have_no_hands_to_correct():
    hanchan = HanchanFactory()
    PaperResult.objects.create(
        hanchan=hanchan, east=30_000, south=30_000, west=30_000, north=30_000, recorded_at=timezone.now()
    )

    with pytest.raises(OnPaper):
        correct(hanchan, Insert(1, draw(), EAST_1))


def test_a_cancelled_hanchan_is_not_corrected():
    hanchan = HanchanFactory()
    play(hanchan, tsumo(A))
    hanchan.cancelled_by = hanchan.log.last()
    hanchan.save()

    with pytest.raises(HanchanCancelled):
        correct(hanchan, Remove(1))


def test_the_signal_keeps_its_place_between_the_hands():
    hanchan = HanchanFactory()
    play(hanchan, tsumo(A), tsumo(A))
    hanchan.time_called_at = timezone.now()
    hanchan.time_called_after, hanchan.time_hand_in_progress = 2, False
    hanchan.save()

    correct(hanchan, Insert(1, draw(A), EAST_1))

    assert hanchan.time_called_after == 3
    assert load_game(hanchan).ending == "time"
    assert hanchan.log.last().data["time_called_after"] == [2, 3]


@pytest.mark.slow
@given(st.data())
@settings(deadline=None, max_examples=15, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_any_accepted_correction_stores_what_a_replay_gives(data):
    hanchan = HanchanFactory()
    outcomes = data.draw(played_games(min_size=3))
    rows_before = []
    for hand in rows(hanchan, outcomes, hanchan.tournament.ruleset):
        hand.key, hand.recorded_at = uuid4(), timezone.now()
        hand.save()
        rows_before.append(hand)
    plan = decided(load_game(hanchan), data.draw(edits_of(len(outcomes))))
    assume(plan.acceptable)

    correct(hanchan, *plan.edits)

    game = load_game(hanchan)
    assert stored(game.hands) == stored(rows(hanchan, game.outcomes, game.rules))
    assert game.outcomes == plan.after.outcomes
    about = {edit.number for edit in plan.edits if not isinstance(edit, Insert)}
    for hand in rows_before:
        now = Hand.objects.get(pk=hand.pk)
        same = model_to_dict(hand).keys() - (DERIVED if hand.number not in about else {"superseded_by"})
        if now.superseded_by is None:
            same |= {"superseded_by"}
        assert {name: model_to_dict(now)[name] for name in same} == {name: model_to_dict(hand)[name] for name in same}
        assert (now.superseded_by is None) or hand.number in about

    back = [Remove(hand.number) for hand in game.hands]
    back += [Insert(1, hand.parsed_outcome(), seen_in(hand)) for hand in rows_before]
    correct(hanchan, *back)
    assert load_game(hanchan).outcomes == outcomes
    assert [hand.deltas for hand in load_game(hanchan).hands] == [hand.deltas for hand in rows_before]


def test_a_long_hanchan_takes_no_more_statements():
    counts = []
    for length in (3, 12):
        hanchan = HanchanFactory()
        play(hanchan, *[tsumo(A)] * length)
        with CaptureQueriesContext(connection) as statements:
            correct(hanchan, Remove(1))
        counts.append(len(statements))

    assert counts[0] == counts[1]
