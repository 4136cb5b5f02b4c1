"""What was deleted does not stand in the database's file any more."""

import sqlite3
import time
from collections.abc import Callable
from contextlib import closing, nullcontext
from datetime import timedelta
from pathlib import Path
from typing import Any
from unittest.mock import MagicMock

import pytest
from django.conf import settings
from django.db import OperationalError, connections
from django.utils import timezone

from tests.factories import STRANGER, EntryFactory, TournamentFactory, UserFactory, visitor
from tournament.archive.actions.hand_over import take_to_laptop
from tournament.core.actions import erase
from tournament.core.actions.erase import NIGHT, REMEMBERED, empty_write_ahead_log, erase_removed_people, rewrite_file
from tournament.core.actions.journal import log
from tournament.core.queries.disk import reserved_bytes
from tournament.core.sqlite.write_queue import WriteQueue
from tournament.models import HandOver, LogEntry, Player
from tournament.people.actions.remove_person import remove_person

MAIL = "wawrzyniec@example.org"


def database_at(path: Path, init_command: str = "PRAGMA journal_mode=WAL;") -> Any:
    """A connection to a new database of this path."""
    options = {"timeout": 20, "init_command": init_command, "transaction_mode": "IMMEDIATE"}
    about = connections.databases["default"] | {
        "ENGINE": "django.db.backends.sqlite3", "NAME": str(path), "OPTIONS": options,
    }  # fmt: skip
    if connections["default"].vendor != "sqlite":
        pytest.skip("PostgreSQL has no such file")
    return connections["default"].__class__(about)


def file_after_removal(path: Path, init_command: str, *, how: Callable[[Any], None] | None = None) -> bytes:
    """All bytes of a small database, its log of writes too, after a hundred people and one of them no more. The
    function `how` erases what was deleted."""
    database = database_at(path, init_command)
    with database.cursor() as cursor:
        cursor.execute("CREATE TABLE person (id INTEGER PRIMARY KEY, mail TEXT)")
        cursor.executemany("INSERT INTO person (mail) VALUES (%s)", [(f"{n}@example.org",) for n in range(100)])
        cursor.execute("INSERT INTO person (mail) VALUES (%s)", [MAIL])
        cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        cursor.execute("UPDATE person SET mail = '' WHERE mail = %s", [MAIL])
    if how:
        how(database)
    content = b"".join(each.read_bytes() for each in path.parent.iterdir())
    database.close()
    return content


@pytest.mark.parametrize("how", [rewrite_file, empty_write_ahead_log])
def test_the_mail_of_a_removed_person_is_not_in_the_file(tmp_path, django_db_blocker, how):
    with django_db_blocker.unblock():
        options = settings.DATABASES["default"].get("OPTIONS", {})
        init_command = options.get("init_command", "")
        assert MAIL.encode() not in file_after_removal(tmp_path / "new", init_command, how=how)


def test_without_it_the_mail_would_be_in_the_file(tmp_path, django_db_blocker):
    with django_db_blocker.unblock():
        assert MAIL.encode() in file_after_removal(tmp_path / "old", "PRAGMA journal_mode=WAL;")


@pytest.fixture
def erasures(monkeypatch):
    """The databases whose file is rewritten, and those whose write-ahead log is emptied."""
    rewrites, emptied = [], []
    monkeypatch.setattr(erase, "rewrite_file", rewrites.append)
    monkeypatch.setattr(erase, "empty_write_ahead_log", emptied.append)
    monkeypatch.setattr(erase, "_erased", {})
    monkeypatch.setattr(erase, "_logged", {})
    return rewrites, emptied


@pytest.mark.django_db
@pytest.mark.parametrize(("minutes", "rewritten"), [(0, 0), (11, 1), (60 * 24 * 3, 0)])
def test_the_file_is_rewritten_once_after_a_removal_when_nobody_plays(erasures, minutes, rewritten):
    if connections["default"].vendor != "sqlite":
        pytest.skip("PostgreSQL has no such file")
    rewrites, emptied = erasures
    entry = EntryFactory(tournament__owner=(owner := UserFactory()))
    remove_person(player_id=entry.player_id, by=visitor(owner))
    before = timezone.now() - timedelta(minutes=minutes)
    Player.objects.update(removed_at=before)
    LogEntry.objects.update(at=before)
    assert timedelta(days=2) == REMEMBERED

    erase_removed_people()
    erase_removed_people()

    assert len(rewrites) == rewritten
    assert len(emptied) == (2 - rewritten if minutes else 0)


@pytest.mark.django_db
def test_a_change_in_the_future_stops_no_rewriting(erasures):
    """An imported file's log may have any times."""
    if connections["default"].vendor != "sqlite":
        pytest.skip("PostgreSQL has no such file")
    rewrites, _emptied = erasures
    entry = EntryFactory(player__removed_at=timezone.now())
    for _change in range(2):
        log(entry.tournament, "tournament.edited", by=STRANGER)
    LogEntry.objects.filter(number=1).update(at=timezone.now() + timedelta(days=30_000))

    erase_removed_people()
    meanwhile = len(rewrites)
    LogEntry.objects.filter(number=2).update(at=timezone.now() - erase.QUIET)
    erase_removed_people()

    assert (meanwhile, len(rewrites)) == (0, 1)


@pytest.mark.django_db
def test_a_removal_in_the_future_stops_no_rewriting(erasures):
    """Files imported earlier may have any times of removals."""
    if connections["default"].vendor != "sqlite":
        pytest.skip("PostgreSQL has no such file")
    rewrites, _emptied = erasures
    EntryFactory(player__removed_at=timezone.now() + timedelta(days=30_000))

    erase_removed_people()
    before = len(rewrites)
    for _removal in range(2):
        EntryFactory(player__removed_at=timezone.now())
        erase_removed_people()

    assert (before, len(rewrites)) == (0, 2)


@pytest.mark.django_db
def test_an_imported_old_log_does_not_hide_that_a_table_plays(erasures):
    if connections["default"].vendor != "sqlite":
        pytest.skip("PostgreSQL has no such file")
    rewrites, _emptied = erasures
    playing, imported = EntryFactory(player__removed_at=timezone.now()).tournament, TournamentFactory()
    log(playing, "hand.recorded", by=STRANGER)
    log(imported, "tournament.edited", by=STRANGER)
    imported.log.update(at=timezone.now() - timedelta(days=400))

    erase_removed_people()
    meanwhile = len(rewrites)
    playing.log.update(at=timezone.now() - erase.QUIET)
    erase_removed_people()

    assert (meanwhile, len(rewrites)) == (0, 1)


@pytest.mark.django_db
def test_an_imported_log_with_entries_for_all_times_stops_no_rewriting(erasures):
    if connections["default"].vendor != "sqlite":
        pytest.skip("PostgreSQL has no such file")
    rewrites, _emptied = erasures
    imported = EntryFactory(player__removed_at=timezone.now()).tournament
    for hours in range(-1, 2):
        entry = log(imported, "tournament.edited", by=STRANGER)
        imported.log.filter(pk=entry.pk).update(at=timezone.now() + timedelta(hours=hours))

    erase_removed_people()

    assert len(rewrites) == 1


@pytest.mark.django_db
def test_the_file_is_not_rewritten_into_the_reserve_of_the_disk(erasures, monkeypatch, caplog):
    """The new file and the write-ahead log each take as much space as the rows."""
    if connections["default"].vendor != "sqlite":
        pytest.skip("PostgreSQL has no such file")
    rewrites, emptied = erasures
    EntryFactory(player__removed_at=timezone.now())
    monkeypatch.setattr(erase, "free_bytes", lambda: reserved_bytes() + 1)

    erase_removed_people()
    erase_removed_people()
    meanwhile = len(rewrites)
    monkeypatch.setattr(erase, "free_bytes", lambda: reserved_bytes() + 10**9)
    erase_removed_people()

    assert (meanwhile, len(rewrites), len(emptied)) == (0, 1, 2)
    assert caplog.text.count("there is too little space on the disk") == 1


def test_a_rewriting_that_fails_leaves_no_long_log(erasures):
    _rewrites, emptied = erasures
    database = MagicMock()
    database.cursor.side_effect = OperationalError("database or disk is full")

    with pytest.raises(OperationalError):
        rewrite_file(database)

    assert emptied == [database]


@pytest.mark.django_db
def test_a_large_file_is_rewritten_after_a_night_without_changes(erasures, monkeypatch, caplog):
    """SQLite cannot be interrupted while it writes the whole new file."""
    if connections["default"].vendor != "sqlite":
        pytest.skip("PostgreSQL has no such file")
    rewrites, _emptied = erasures
    tournament = TournamentFactory()
    EntryFactory(tournament=tournament, player__removed_at=timezone.now())
    log(tournament, "person.removed", by=STRANGER, number=1)
    monkeypatch.setattr(erase, "LARGEST_FILE", 1)

    LogEntry.objects.update(at=timezone.now() - NIGHT / 2)
    erase_removed_people()
    erase_removed_people()
    assert rewrites == []
    assert caplog.text.count("waits for a night without changes") == 1

    LogEntry.objects.update(at=timezone.now() - NIGHT)
    erase_removed_people()
    assert len(rewrites) == 1


@pytest.mark.django_db
def test_a_removal_is_not_forgotten_while_the_file_cannot_be_rewritten(erasures, monkeypatch):
    if connections["default"].vendor != "sqlite":
        pytest.skip("PostgreSQL has no such file")
    rewrites, _emptied = erasures
    EntryFactory(player__removed_at=timezone.now())
    with monkeypatch.context() as patch:
        patch.setattr(erase, "free_bytes", lambda: 0)
        erase_removed_people()
    days_later = timezone.now() + 2 * REMEMBERED
    monkeypatch.setattr(timezone, "now", lambda: days_later)

    erase_removed_people()

    assert len(rewrites) == 1


@pytest.mark.parametrize(("seconds", "is_rewritten"), [(0.3, True), (0.4, False)])
def test_the_rewriting_stops_when_a_hand_waits(tmp_path, django_db_blocker, monkeypatch, seconds, is_rewritten):
    monkeypatch.setattr(WriteQueue, "longest_wait", lambda queue: seconds)
    with django_db_blocker.unblock():
        database = database_at(tmp_path / "file")
        with database.cursor() as cursor:
            cursor.execute("CREATE TABLE person (id INTEGER PRIMARY KEY, mail TEXT)")
            cursor.executemany("INSERT INTO person (mail) VALUES (%s)", [(str(n),) for n in range(1_000)])
        with nullcontext() if is_rewritten else pytest.raises(OperationalError, match="interrupted"):
            rewrite_file(database)
        with database.cursor() as cursor:
            assert cursor.execute("SELECT count(*) FROM person").fetchone() == (1_000,)
        database.close()


def test_an_emptied_log_waits_for_no_reader(tmp_path, django_db_blocker):
    """No hand is written while SQLite waits for readers."""
    with django_db_blocker.unblock():
        database = database_at(tmp_path / "file")
        with closing(sqlite3.connect(tmp_path / "file", isolation_level=None)) as reader, database.cursor() as cursor:
            cursor.execute("CREATE TABLE person (mail TEXT)")
            reader.execute("BEGIN")
            reader.execute("SELECT * FROM person").fetchall()
            cursor.execute("INSERT INTO person VALUES (%s)", [MAIL])
            begun = time.monotonic()
            empty_write_ahead_log(database)
            assert time.monotonic() - begun < 5
            assert cursor.execute("PRAGMA busy_timeout").fetchone() == (20_000,)
        database.close()


@pytest.mark.django_db
def test_the_file_is_not_rewritten_while_an_event_is_being_deleted(erasures):
    """Rows of an event whose deletion was killed are left to it, and may name somebody who was removed meanwhile."""
    if connections["default"].vendor != "sqlite":
        pytest.skip("PostgreSQL has no such file")
    rewrites, emptied = erasures
    entry = EntryFactory(tournament__owner=(owner := UserFactory()))
    remove_person(player_id=entry.player_id, by=visitor(owner))
    LogEntry.objects.update(at=timezone.now() - timedelta(hours=1))
    begun = TournamentFactory(deleted_at=timezone.now())

    erase_removed_people()
    meanwhile = len(rewrites)
    begun.delete()
    erase_removed_people()

    assert (meanwhile, len(rewrites)) == (0, 1)
    assert len(emptied) == 1


@pytest.mark.django_db
def test_the_file_is_not_rewritten_while_who_left_on_a_laptop_is_being_erased(erasures):
    if connections["default"].vendor != "sqlite":
        pytest.skip("PostgreSQL has no such file")
    rewrites, _emptied = erasures
    entry = EntryFactory(tournament__owner=(owner := UserFactory()))
    remove_person(player_id=entry.player_id, by=visitor(owner))
    hand_over = take_to_laptop(tournament_id=entry.tournament_id, place="hall", by=visitor(owner))
    HandOver.objects.update(to_erase=[{"number": entry.number}])
    LogEntry.objects.update(at=timezone.now() - timedelta(hours=1))

    erase_removed_people()
    meanwhile = len(rewrites)
    hand_over.delete()
    erase_removed_people()

    assert (meanwhile, len(rewrites)) == (0, 1)
