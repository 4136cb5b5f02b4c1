"""Signing a sheet: seat by seat, until it is official."""

from uuid import uuid4

import pytest

from tests.factories import STRANGER, HanchanFactory, UserFactory, at_table, play, visitor
from tests.standings.results import MANGAN
from tournament.core.errors import TooManyChanges
from tournament.table.actions.call_time import call_time
from tournament.table.actions.paper_result import record_paper_result
from tournament.table.actions.sign_sheet import confirm_own_seat, confirm_seat, sign_sheet

pytestmark = pytest.mark.django_db


def test_the_fourth_confirmation_makes_the_sheet_official():
    hanchan = HanchanFactory()
    play(hanchan, MANGAN)
    call_time(hanchan_id=hanchan.pk, revision=hanchan.revision, in_progress=False, by=STRANGER)
    hanchan.refresh_from_db()

    sheets = [
        confirm_seat(hanchan_id=hanchan.pk, revision=hanchan.revision, seat=seat, by=STRANGER) for seat in range(4)
    ]

    assert sheets[:3] == [None, None, None]
    assert [(line.points, line.place) for line in sheets[3].lines.all()] == [
        (30_000, 2),
        (38_000, 1),
        (22_000, 4),
        (30_000, 2),
    ]


def test_after_very_many_confirmations_only_the_team_signs(monkeypatch):
    """A table could change the hanchan and confirm it again without end; all of that stays in the tournament's file."""
    monkeypatch.setattr("tournament.table.actions.sign_sheet.MOST_CONFIRMATIONS", 4)
    referee = UserFactory()
    hanchan = HanchanFactory(round__tournament__referees=[referee])
    by = at_table(hanchan.table)
    points, moved = (40_000, 30_000, 20_000, 30_000), (40_000, 20_000, 30_000, 30_000)
    for sheet in (points, moved):
        record(hanchan, sheet, by)
        for seat in (0, 1):
            confirm_seat(hanchan_id=hanchan.pk, revision=hanchan.revision, seat=seat, by=by)
    record(hanchan, points, by)
    about = {"hanchan_id": hanchan.pk, "revision": hanchan.revision}

    with pytest.raises(TooManyChanges):
        confirm_seat(**about, seat=0, by=by)
    with pytest.raises(TooManyChanges):
        confirm_own_seat(**about, entry_id=hanchan.seats.get(seat=0).entry_id, by=STRANGER)

    assert hanchan.signatures.count() == 4
    assert confirm_seat(**about, seat=0, by=visitor(referee)) is None
    assert sign_sheet(**about, by=visitor(referee)).lines.count() == 4


def record(hanchan, points, by):
    record_paper_result(
        hanchan_id=hanchan.pk,
        revision=hanchan.revision,
        key=uuid4(),
        points=points,
        riichi_sticks=0,
        chombo=(0, 0, 0, 0),
        by=by,
    )
    hanchan.refresh_from_db()
