"""What was acknowledged, kept beside the database, tells a copy that is older."""

import io

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError
from django.db import OperationalError
from django.utils import timezone

from scoring.outcome import ExhaustiveDraw
from tests.factories import HanchanFactory, TournamentFactory, owner_of, play
from tournament.archive.actions.delete_tournament import STALE_AFTER, delete_tournament, finish_deletions
from tournament.archive.queries.acknowledged import missing_changes
from tournament.core.acknowledged import acknowledge, acknowledged_versions, forget
from tournament.management.commands import verify
from tournament.models import Tournament


def test_the_newest_version_of_each_tournament_is_kept():
    for pk, version in [(3, 1), (1, 7), (3, 9), (3, 8)]:
        acknowledge(pk, version)

    assert acknowledged_versions() == {1: 7, 3: 9}
    forget(3)
    assert acknowledged_versions() == {1: 7}


def test_a_file_that_cannot_be_written_fails_nothing(settings, tmp_path, caplog):
    settings.ACKNOWLEDGED = tmp_path / "missing" / "acknowledged"

    acknowledge(1, 1)

    assert "cannot be written" in caplog.text
    assert acknowledged_versions() is None


@pytest.mark.django_db(transaction=True)
def test_each_commit_is_kept_until_its_tournament_is_deleted():
    hanchan = HanchanFactory()
    play(hanchan, ExhaustiveDraw(), ExhaustiveDraw())
    tournament = Tournament.objects.get()
    assert acknowledged_versions() == {tournament.pk: 2}
    assert missing_changes() == []

    delete_tournament(tournament_id=tournament.pk, name=tournament.name, by=owner_of(tournament))

    assert acknowledged_versions() == {}


@pytest.mark.django_db
def test_a_deletion_that_was_interrupted_is_no_loss():
    """A process that was killed after hiding a tournament may have left its version."""
    tournament = TournamentFactory(deleted_at=timezone.now() - 2 * STALE_AFTER)
    acknowledge(tournament.pk, 2)

    finish_deletions()

    assert not Tournament.objects.exists()
    assert missing_changes() == []


@pytest.mark.django_db
def test_verify_tells_a_copy_that_lacks_acknowledged_changes():
    older = TournamentFactory(version=0)
    acknowledge(older.pk, 18)
    acknowledge(older.pk + 1, 5)
    output = io.StringIO()

    with pytest.raises(CommandError, match=r"^2 differences"):
        call_command("verify", stdout=output)

    assert (
        f"{older.slug}: the last stored change is 0, although change 18 was confirmed as saved; missing: 18"
        in output.getvalue()
    )
    assert f"tournament {older.pk + 1} is missing, although its change 5 was confirmed as saved" in output.getvalue()


@pytest.mark.django_db
def test_a_bare_file_is_not_called_whole():
    output = io.StringIO()

    call_command("verify", stdout=output)

    assert "the database was compared with itself only" in output.getvalue()


@pytest.mark.django_db
def test_verify_of_a_database_without_tables_says_so(monkeypatch):
    def fail():
        raise OperationalError("no such table: tournament_tournament")

    monkeypatch.setattr(verify, "check_everything", fail)
    with pytest.raises(OperationalError):
        call_command("verify")

    monkeypatch.setattr(verify, "reading_problem", lambda: "migrations are waiting")
    with pytest.raises(CommandError, match=r"^Nothing was verified: migrations are waiting\. `manage\.py doctor`"):
        call_command("verify")
