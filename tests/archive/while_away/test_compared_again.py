"""A laptop's file is compared with the tournament before the lock is taken, because that can take long."""

import pytest
from django.db import connection

from tests.archive.laptops import hands_at
from tests.archive.test_hand_over import hanchan_of, returned
from tests.archive.while_away.people import is_clean, rename
from tests.factories import play
from tests.table.corrections import A, tsumo
from tournament.archive.actions import bring_back as bringing
from tournament.archive.actions.bring_back import ATTEMPTS, bring_back
from tournament.archive.tenbo import rewritten
from tournament.core.errors import Busy

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


@pytest.fixture
def compared(monkeypatch, first, owner):
    """Let this site rename the person while the file is compared, as often as a test says; return the function by which
    it says so, and whether each comparison was under a lock."""
    compare, locked, times = rewritten.rewritten_here, [], [0]
    depth = len(connection.savepoint_ids)

    def meanwhile(tournament_id, document):
        result = compare(tournament_id, document)
        locked.append(len(connection.savepoint_ids) > depth)
        if len(locked) <= times[0]:
            rename(first, owner, f"Renamed {len(locked)}")
        return result

    monkeypatch.setattr(bringing, "rewritten_here", meanwhile)
    return lambda number: times.__setitem__(0, number), locked


def test_a_file_is_compared_again_if_this_site_wrote_something_meanwhile(home, laptop, copier, compared):
    change, locked = compared
    change(ATTEMPTS - 1)
    play(hanchan_of(laptop), tsumo(A))

    brought = bring_back(tournament_id=home.pk, file=returned(laptop, copier), by=copier)

    assert brought.separate_copy is None
    assert locked == [False] * ATTEMPTS
    assert hands_at(home) == 2
    assert home.entries.get(number=1).player.name == f"Renamed {ATTEMPTS - 1}"
    assert is_clean(home)


def test_a_file_is_not_compared_without_end(home, laptop, copier, compared):
    change, locked = compared
    change(ATTEMPTS)
    play(hanchan_of(laptop), tsumo(A))

    with pytest.raises(Busy):
        bring_back(tournament_id=home.pk, file=returned(laptop, copier), by=copier)

    assert locked == [False] * ATTEMPTS
    home.refresh_from_db()
    assert (hands_at(home), home.away_since is None) == (1, False)
