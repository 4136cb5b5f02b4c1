"""What was deleted does not stand in the database's file any more."""

from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any
from unittest.mock import MagicMock

import pytest
from django.conf import settings
from django.db import OperationalError, connections
from django.utils import timezone

from tests.factories import EntryFactory, TournamentFactory, UserFactory, visitor
from tournament.core.actions import erase
from tournament.core.actions.erase import REMEMBERED, empty_write_ahead_log, erase_removed_people, rewrite_file
from tournament.core.queries.disk import reserved_bytes
from tournament.models import LogEntry, Player
from tournament.people.actions.remove_person import remove_person

MAIL = "wawrzyniec@example.org"


def file_after_removal(path: Path, init_command: str, *, how: Callable[[Any], None] | None = None) -> bytes:
    """All bytes of a small database, its log of writes too, after a hundred people and one of them no more. The
    function `how` erases what was deleted."""
    options = {"init_command": init_command, "transaction_mode": "IMMEDIATE"}
    about = connections.databases["default"] | {
        "ENGINE": "django.db.backends.sqlite3", "NAME": str(path), "OPTIONS": {"timeout": 20} | options,
    }  # fmt: skip
    database = connections["default"].__class__(about) if connections["default"].vendor == "sqlite" else None
    if database is None:
        pytest.skip("PostgreSQL has no such file")
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
    monkeypatch.setattr(erase, "_without_space", set())
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
    assert caplog.text.count("too little space on the disk") == 1


def test_a_rewriting_that_fails_leaves_no_long_log():
    database = MagicMock()
    cursor = database.cursor.return_value.__enter__.return_value
    cursor.execute.side_effect = [OperationalError("database or disk is full"), None]

    with pytest.raises(OperationalError):
        rewrite_file(database)

    assert [call.args[0] for call in cursor.execute.call_args_list] == ["VACUUM", "PRAGMA wal_checkpoint(TRUNCATE)"]


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
