"""Moving a hand that was entered at the wrong table: out of one hanchan, to the end of another, in one step."""

from uuid import uuid4

import pytest

from scoring.seats import Wind
from tests.factories import HanchanFactory, RoundFactory, TableFactory, TournamentFactory, UserFactory, play, visitor
from tests.table.corrections import A, B, C, D, draw, ron, tsumo
from tournament.core.errors import FormOutdated, TakesNoHand, Undecided
from tournament.core.queries.disk import DiskNearlyFull
from tournament.models import Hanchan
from tournament.table.actions.move_hand import move_hand
from tournament.table.edits import Keep, Remove, Seen, UnreadableEdits

pytestmark = pytest.mark.django_db

EAST_1 = Seen(Wind.EAST, A)


@pytest.fixture
def tables():
    referee = UserFactory()
    started = RoundFactory(tournament=TournamentFactory(referees=[referee]))
    first, second = (
        HanchanFactory(round=started, table=TableFactory(tournament=started.tournament, number=number))
        for number in (1, 2)
    )
    return first, second, visitor(referee)


def move(source, target, by, *edits, number=2, revision=None, to_revision=None, key=None):
    source.refresh_from_db()
    target.refresh_from_db()
    move_hand(
        hanchan_id=source.pk,
        revision=source.revision if revision is None else revision,
        number=number,
        edits=edits,
        to_id=target.pk,
        to_revision=target.revision if to_revision is None else to_revision,
        key=key or uuid4(),
        reason="Wrong table",
        by=by,
    )


def outcomes_of(hanchan):
    return [hand.parsed_outcome() for hand in hanchan.hands.filter(superseded_by=None)]


def test_the_hand_leaves_one_table_and_is_the_next_of_the_other(tables):
    source, target, referee = tables
    play(source, tsumo(A), ron(A, D), tsumo(A))
    play(target, draw(A))

    move(source, target, referee, Remove(2))

    assert outcomes_of(source) == [tsumo(A), tsumo(A)]
    assert outcomes_of(target) == [draw(A), ron(A, D)]
    arrived = target.hands.get(number=2)
    assert (arrived.honba, arrived.deltas) == (1, (5_800 + 300, 0, 0, -5_800 - 300))
    assert source.log.last().kind == "hand.moved_away"
    assert target.log.last().kind == "hand.moved_here"
    assert (source.log.last().data["to_table"], target.log.last().data["from_table"]) == (2, 1)
    source.refresh_from_db()
    target.refresh_from_db()
    assert (source.revision, target.revision) == (4, 2)


def test_the_last_part_of_the_disk_takes_no_further_moves(tables, monkeypatch):
    """Each leaves all hands before and after it in the log."""
    monkeypatch.setattr("tournament.table.actions.correct_hanchan.MOST_CORRECTIONS_AT_TABLE", 1)
    monkeypatch.setattr("tournament.core.queries.disk.free_bytes", lambda: 0)
    source, target, referee = tables
    play(source, tsumo(A), ron(A, D), tsumo(A))

    move(source, target, referee, Remove(2))
    with pytest.raises(DiskNearlyFull):
        move(source, target, referee, Remove(2))

    assert outcomes_of(source) == [tsumo(A), tsumo(A)]
    assert outcomes_of(target) == [ron(A, D)]


def test_the_same_submission_twice_moves_one_hand(tables):
    source, target, referee = tables
    play(source, tsumo(A), ron(A, D))
    key = uuid4()

    move(source, target, referee, Remove(2), key=key, revision=2, to_revision=0)
    move(source, target, referee, Remove(2), key=key, revision=2, to_revision=0)

    assert (outcomes_of(source), outcomes_of(target)) == ([tsumo(A)], [ron(A, D)])


@pytest.mark.parametrize("stale", ["revision", "to_revision"])
def test_a_form_drawn_before_a_change_at_either_table_is_refused(tables, stale):
    source, target, referee = tables
    play(source, tsumo(A), ron(A, D))
    play(target, tsumo(A))

    with pytest.raises(FormOutdated):
        move(source, target, referee, Remove(2), **{stale: 0})

    assert (len(outcomes_of(source)), len(outcomes_of(target))) == (2, 1)


def test_hands_that_then_have_another_dealer_are_decided_first(tables):
    source, target, referee = tables
    play(source, tsumo(B), tsumo(A))

    with pytest.raises(Undecided):
        move(source, target, referee, Remove(1), number=1)
    assert outcomes_of(target) == []

    move(source, target, referee, Remove(1), Keep(2, EAST_1), number=1)
    assert (outcomes_of(source), outcomes_of(target)) == ([tsumo(A)], [tsumo(B)])


def test_a_hand_that_is_not_taken_out_is_not_moved(tables):
    source, target, referee = tables
    play(source, tsumo(A), ron(A, D))

    with pytest.raises(UnreadableEdits):
        move(source, target, referee, Remove(1), number=2)


def test_a_hand_is_not_moved_to_its_own_table_or_to_a_finished_one(tables):
    source, target, referee = tables
    play(source, tsumo(A), ron(A, D))
    for dealer in (A, B, C, D) * 2:
        play(target, ron(dealer.after(), dealer))

    for other in (source, target):
        with pytest.raises(TakesNoHand):
            move(source, other, referee, Remove(2))


def test_a_hand_does_not_leave_its_tournament(tables):
    source, _target, referee = tables
    play(source, tsumo(A), ron(A, D))

    with pytest.raises(Hanchan.DoesNotExist):
        move(source, HanchanFactory(), referee, Remove(2))
