"""How much one table can add to the file of a tournament."""

from itertools import count
from uuid import uuid4

import pytest

from scoring.game_format import MOST_YAKU
from scoring.outcome import HanFu, Ron, Win
from scoring.seats import Seat, Wind
from scoring.tiles.words import YAKU, may_name
from tests.factories import HanchanFactory, at_table
from tournament.archive.tenbo.document import envelope, envelope_json
from tournament.archive.tenbo.reading import MOST_BYTES
from tournament.core.errors import TooManyChanges
from tournament.core.limits import MOST_CHANGES_AT_TABLE_IN_A_DAY
from tournament.core.views.rates import HANCHANS_OF_A_DAY
from tournament.table.actions.correct_hanchan import correct_hanchan
from tournament.table.actions.record_hand import record_hand
from tournament.table.actions.undo_hand import undo_hand
from tournament.table.edits import Replace, Seen

pytestmark = pytest.mark.django_db


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
            hanchan_id=hanchan.pk, revision=hanchan.revision, key=uuid4(), reason="", by=by,
            edits=(Replace(1, longest_hand((30, 40)[number % 2]), Seen(Wind.EAST, Seat.EAST)),),
        )  # fmt: skip


def records(hanchan, by):
    while True:
        hanchan.refresh_from_db()
        hand = record_hand(
            hanchan_id=hanchan.pk, number=2, revision=hanchan.revision, key=uuid4(), outcome=longest_hand(30), by=by
        )
        undo_hand(hanchan_id=hanchan.pk, hand_id=hand.pk, key=uuid4(), by=by)


@pytest.mark.parametrize("changes", [[corrections], [records], [corrections, records]])
def test_a_tables_link_does_not_fill_the_file_in_a_day(changes):
    hanchan = HanchanFactory()
    by = at_table(hanchan.table)
    before = len(envelope_json(envelope(hanchan.tournament)))
    record_hand(hanchan_id=hanchan.pk, number=1, revision=0, key=uuid4(), outcome=longest_hand(40), by=by)

    for change in changes:
        with pytest.raises(TooManyChanges):
            change(hanchan, by)

    added = len(envelope_json(envelope(hanchan.tournament))) - before
    hanchan.refresh_from_db()
    hanchans = min(HANCHANS_OF_A_DAY.burst, MOST_CHANGES_AT_TABLE_IN_A_DAY // hanchan.revision + 1)
    assert added * hanchans < MOST_BYTES * 3 / 4
