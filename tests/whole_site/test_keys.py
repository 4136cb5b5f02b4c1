"""One key, one submission: what comes again with a key of something else is refused, never taken for a repetition."""

from functools import partial
from uuid import uuid4

import pytest

from scoring.outcome import ExhaustiveDraw
from scoring.seats import Seat
from tests.factories import STRANGER, EntryFactory, HanchanFactory, TableFactory, TournamentFactory, UserFactory, play
from tournament.core.errors import KeyTaken, OnPaper
from tournament.models import LogEntry, Visitor
from tournament.people.actions.add_players import add_players
from tournament.table.actions.cancel_hanchan import cancel_hanchan, restart_hanchan
from tournament.table.actions.correct_hanchan import correct_hanchan
from tournament.table.actions.move_hand import move_hand
from tournament.table.actions.paper_result import record_paper_result
from tournament.table.actions.record_hand import record_hand
from tournament.table.actions.swap_seats import swap_seats
from tournament.table.actions.undo_hand import undo_hand
from tournament.table.edits import Remove

pytestmark = pytest.mark.django_db

DRAW = ExhaustiveDraw()
EVEN = (30_000, 30_000, 30_000, 30_000)


def table(number, of=None):
    """A hanchan with one hand."""
    if of is None:
        hanchan = HanchanFactory()
    else:
        seat = TableFactory(tournament=of.tournament, number=number)
        entries = [EntryFactory(tournament=of.tournament) for _ in range(4)]
        hanchan = HanchanFactory(round=of.round, table=seat, entries=entries)
    play(hanchan, DRAW)
    return hanchan


def undo(hanchan, key, **_):
    undo_hand(hanchan_id=hanchan.pk, hand_id=hanchan.hands.get().pk, key=key, by=STRANGER)


def paper(hanchan, key, points=EVEN, **_):
    record_paper_result(
        hanchan_id=hanchan.pk, revision=1, key=key, points=points, riichi_sticks=0, chombo=(0, 0, 0, 0), by=STRANGER
    )


def correct(hanchan, key, **_):
    correct_hanchan(hanchan_id=hanchan.pk, revision=1, edits=(Remove(1),), key=key, reason="", by=STRANGER)


def swap(hanchan, key, **_):
    entries = list(hanchan.seats.order_by("-seat").values_list("entry_id", flat=True))
    swap_seats(hanchan_id=hanchan.pk, revision=1, entries=entries, key=key, reason="", by=STRANGER)


def cancel(hanchan, key, **_):
    cancel_hanchan(hanchan_id=hanchan.pk, revision=1, restart=False, key=key, reason="Rain", by=STRANGER)


def restart(hanchan, key, **_):
    restart_hanchan(hanchan_id=hanchan.pk, key=key, by=STRANGER)


def move(hanchan, key, to, **_):
    move_hand(
        hanchan_id=hanchan.pk, revision=1, number=1, edits=(Remove(1),), to_id=to.pk, to_revision=1,
        key=key, reason="", by=STRANGER,
    )  # fmt: skip


WRITES = [undo, paper, correct, swap, cancel, restart, move]


def states(*hanchans):
    for hanchan in hanchans:
        hanchan.refresh_from_db()
    return [(h.revision, h.cancelled_by_id, h.hands.filter(superseded_by=None).count()) for h in hanchans]


@pytest.mark.parametrize("write", WRITES)
def test_a_key_of_another_table_is_refused(write):
    here = table(1)
    there = table(2, of=here)
    key = uuid4()
    (undo if write is not undo else cancel)(there, key)
    before = states(here, there)

    with pytest.raises(KeyTaken):
        write(here, key, to=there)

    assert states(here, there) == before


@pytest.mark.parametrize("write", WRITES)
def test_a_key_of_another_thing_at_the_same_table_is_refused(write):
    here = table(1)
    there = table(2, of=here)
    key = uuid4()
    (paper if write is not paper else swap)(here, key)
    before = states(here, there)

    with pytest.raises(KeyTaken):
        write(here, key, to=there)

    assert states(here, there) == before


def test_other_points_with_the_key_of_the_first_are_not_lost_in_silence():
    hanchan = table(1)
    key = uuid4()
    paper(hanchan, key)
    paper(hanchan, key)

    with pytest.raises(KeyTaken):
        paper(hanchan, key, points=(60_000, 20_000, 20_000, 20_000))

    assert hanchan.paper_results.get().points == EVEN


def test_another_hand_with_the_key_of_the_first_is_not_lost_in_silence():
    hanchan = HanchanFactory()
    record = partial(record_hand, hanchan_id=hanchan.pk, number=1, revision=0, key=uuid4(), by=STRANGER)
    record(outcome=DRAW)

    with pytest.raises(KeyTaken):
        record(outcome=ExhaustiveDraw(tenpai=frozenset({Seat.EAST})))

    assert hanchan.hands.get().said() == DRAW


def test_names_with_a_key_of_another_tournament_are_refused():
    key = uuid4()
    by = Visitor(user=UserFactory())
    LogEntry.objects.create(
        tournament=TournamentFactory(),
        number=1,
        kind="players.added",
        key=key,
        actor_kind="nobody",
        at="2026-01-01T00:00Z",
    )

    with pytest.raises(KeyTaken):
        add_players(tournament_id=TournamentFactory().pk, key=key, names=[], by=by)


def test_no_hand_is_taken_back_from_under_points_from_paper():
    """A phone that still shows the hands must not take one out behind the back of whoever entered the paper."""
    hanchan = table(1)
    paper(hanchan, uuid4())

    with pytest.raises(OnPaper):
        undo(hanchan, uuid4())

    assert hanchan.hands.get().superseded_by is None
