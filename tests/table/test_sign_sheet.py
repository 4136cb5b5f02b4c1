"""Signing a sheet: seat by seat, until it is official."""

import pytest

from tests.factories import STRANGER, HanchanFactory, play
from tests.standings.results import MANGAN
from tournament.table.actions.call_time import call_time
from tournament.table.actions.sign_sheet import confirm_seat

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
