"""A laptop's late file is imported while somebody deletes the tournament: neither waits for the other for ever."""

from threading import Event, Thread
from types import SimpleNamespace

import pytest
from django.db import connection
from django.utils import timezone

from tests.archive.test_hand_over import hanchan_of, returned, taken
from tests.factories import UserFactory, play, visitor
from tests.standings.results import tournament_with
from tests.table.corrections import A, tsumo
from tournament.archive.actions import bring_back as bringing_back
from tournament.archive.actions import delete_tournament as deleting
from tournament.archive.actions.hand_over import call_back
from tournament.core.actions.contacts import find_new_homes

pytestmark = pytest.mark.slow


def test_a_late_file_and_a_deletion_take_their_locks_in_one_order(transactional_db, monkeypatch):
    if connection.vendor != "postgresql":
        pytest.skip("SQLite has one lock for all")
    by = visitor(UserFactory())
    home, _entries, _hanchans = tournament_with(["A", "B", "C", "D"], owner=by.user)
    laptop = taken(home, by)
    play(hanchan_of(laptop), tsumo(A))
    call_back(tournament_id=home.pk, by=by)
    file = returned(laptop, by)
    imported, is_deleting, failed = Event(), Event(), []

    def now():
        if not imported.is_set():
            imported.set()
            is_deleting.wait(2)
        return timezone.now()

    def deletes(*args, **kwargs):
        is_deleting.set()
        return find_new_homes(*args, **kwargs)

    def run(action):
        try:
            action()
        except Exception as error:  # noqa: BLE001 (told in the test's own thread)
            failed.append(error)
        finally:
            connection.close()

    def delete():
        imported.wait(20)
        deleting.delete_tournament(tournament_id=home.pk, name=home.name, by=by)

    def bring():
        bringing_back.bring_back(tournament_id=home.pk, file=file, by=by)

    monkeypatch.setattr(deleting, "find_new_homes", deletes)
    monkeypatch.setattr(bringing_back, "timezone", SimpleNamespace(now=now))
    threads = [Thread(target=run, args=(action,)) for action in (bring, delete)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(40)

    assert failed == []
