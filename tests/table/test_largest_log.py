"""How much one table can add to the file of a tournament."""

from dataclasses import replace
from datetime import timedelta
from itertools import count
from uuid import uuid4

import pytest

from scoring.game_format import MOST_YAKU
from scoring.outcome import HanFu, Ron, Win
from scoring.seats import Seat, Wind
from scoring.tiles.words import YAKU, may_name
from tests.factories import HanchanFactory, UserFactory, at_table, owner_of, visitor
from tournament.archive.tenbo.document import envelope, envelope_json
from tournament.archive.tenbo.reading import MOST_BYTES
from tournament.core.errors import TooManyChanges, TooMuchCorrected
from tournament.core.limits import MOST_CHANGES_AT_TABLE_IN_A_DAY
from tournament.core.views.rates import HANCHANS_OF_A_DAY
from tournament.games.queries.logged_length import length_in_tournament
from tournament.models import Role
from tournament.table.actions import correct_hanchan as correct_hanchan_module
from tournament.table.actions.correct_hanchan import correct_hanchan
from tournament.table.actions.paper_result import record_paper_result
from tournament.table.actions.record_hand import record_hand
from tournament.table.actions.undo_hand import undo_hand
from tournament.table.edits import Replace, Seen

pytestmark = pytest.mark.django_db

HANCHANS_OF_A_LINK = HANCHANS_OF_A_DAY.burst + timedelta(days=1) // HANCHANS_OF_A_DAY.interval
"""The most hanchans that one link of a table starts in any 24 hours: those at once, and those that become free."""

LONGEST_REASON = "😀" * 300


def longest_hand(fu):
    """A hand with all yaku that a phone can send: each once, but dora."""
    known = sorted((name for name in {*YAKU.values()} if may_name(name, yakuman=False)), key=len, reverse=True)
    yaku = tuple([*known, *["ura dora"] * MOST_YAKU][:MOST_YAKU])
    winners = (Seat.SOUTH, Seat.EAST, Seat.NORTH)
    return Ron(discarder=Seat.WEST, wins=tuple(Win(winner=seat, value=HanFu(1, fu), yaku=yaku) for seat in winners))


def corrections(hanchan, by):
    for number in count():
        hanchan.refresh_from_db()
        correct_hanchan(
            hanchan_id=hanchan.pk, revision=hanchan.revision, key=uuid4(), reason=LONGEST_REASON, by=by,
            edits=(Replace(1, longest_hand((30, 40)[number % 2]), Seen(Wind.EAST, Seat.EAST)),),
        )  # fmt: skip


def records(hanchan, by, times=None):
    for _time in count() if times is None else range(times):
        hanchan.refresh_from_db()
        hand = record_hand(
            hanchan_id=hanchan.pk, number=2, revision=hanchan.revision, key=uuid4(), outcome=longest_hand(30), by=by
        )
        undo_hand(hanchan_id=hanchan.pk, hand_id=hand.pk, key=uuid4(), by=by)


def papers(hanchan, by):
    while True:
        hanchan.refresh_from_db()
        record_paper_result(
            hanchan_id=hanchan.pk, revision=hanchan.revision, key=uuid4(), reason=LONGEST_REASON, by=by,
            points=(30_000,) * 4, riichi_sticks=0, chombo=(0, 0, 0, 0),
        )  # fmt: skip


@pytest.mark.parametrize("changes", [[corrections], [records], [papers], [corrections, records]])
def test_a_tables_link_does_not_fill_the_file_in_a_day(changes):
    hanchan = HanchanFactory()
    user = UserFactory(first_name="😀" * 74, last_name="😀" * 75)
    by = replace(at_table(hanchan.table), user=user)
    before = len(envelope_json(envelope(hanchan.tournament)))
    record_hand(hanchan_id=hanchan.pk, number=1, revision=0, key=uuid4(), outcome=longest_hand(40), by=by)

    for change in changes:
        with pytest.raises(TooManyChanges):
            change(hanchan, by)

    added = len(envelope_json(envelope(hanchan.tournament))) - before
    hanchan.refresh_from_db()
    hanchans = min(HANCHANS_OF_A_LINK, MOST_CHANGES_AT_TABLE_IN_A_DAY // hanchan.revision + 1)
    assert added * hanchans < MOST_BYTES * 3 / 4


def test_a_tables_link_does_not_fill_the_file_by_many_hanchans():
    """The first changes of a hanchan add the most, if they are corrections. So a day adds the most by as many hanchans
    as the link may start, each with its part of the changes."""
    hanchan = HanchanFactory()
    by = at_table(hanchan.table)
    before = len(envelope_json(envelope(hanchan.tournament)))
    record_hand(hanchan_id=hanchan.pk, number=1, revision=0, key=uuid4(), outcome=longest_hand(40), by=by)

    with pytest.raises(TooManyChanges):
        corrections(hanchan, by)
    hanchan.refresh_from_db()
    changes_left = MOST_CHANGES_AT_TABLE_IN_A_DAY // HANCHANS_OF_A_LINK - hanchan.revision
    records(hanchan, by, times=changes_left // 2)

    added = len(envelope_json(envelope(hanchan.tournament))) - before
    assert added * HANCHANS_OF_A_LINK < MOST_BYTES * 3 / 4


def test_corrections_of_the_team_fill_no_log(monkeypatch):
    """Half of the room is for the team, and half of that for organizers: no table's link and no referee uses up all."""
    hanchan = HanchanFactory(round__tournament__owner=UserFactory(), round__tournament__referees=[UserFactory()])
    table, owner = at_table(hanchan.table), owner_of(hanchan.tournament)
    referee = visitor(hanchan.tournament.memberships.get(role=Role.REFEREE).user)
    record_hand(hanchan_id=hanchan.pk, number=1, revision=0, key=uuid4(), outcome=longest_hand(40), by=owner)
    monkeypatch.setattr(correct_hanchan_module, "LONGEST_CORRECTIONS", 40_000)

    with pytest.raises(TooManyChanges):
        corrections(hanchan, table)
    by_table = stored(hanchan)
    with pytest.raises(TooMuchCorrected):
        corrections(hanchan, referee)
    by_referee = stored(hanchan)
    with pytest.raises(TooMuchCorrected):
        corrections(hanchan, owner)

    assert 10_000 < by_table <= 20_000 < by_referee <= 30_000 < stored(hanchan) <= 40_000
    record_hand(
        hanchan_id=hanchan.pk, number=2, revision=hanchan.revision, key=uuid4(), outcome=longest_hand(30), by=table
    )


def stored(hanchan):
    kinds = correct_hanchan_module.CORRECTIONS
    return length_in_tournament(hanchan.tournament, kinds, up_to=MOST_BYTES)
