"""`manage.py doctor` names what is wrong and how to mend it."""

import io
import os
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError
from django.db import connection

from tests.running_site import free_port
from tournament.operation.diagnosis import Findings, problems
from tournament.operation.generations import name_of
from tournament.operation.queries.connections import database_problem, mail_problem, role_logged_with_values
from tournament.operation.queries.site import (
    findings,
    folder_problem,
    has_other_secret,
    newest_is_encrypted,
    readable_by_others,
    unknown_variables,
)

WELL = Findings(
    address="https://tenbo.example.org",
    https=True,
    proxies=1,
    mail_host="mail.example.org",
    backup_age=timedelta(hours=1),
)


def test_a_good_site_has_no_problem():
    assert problems(WELL) == []


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"read_problem": "migrations are waiting"}, "manage.py migrate"),
        ({"read_problem": "database does not answer"}, "DATABASE_URL"),
        ({"write_problem": "database is a replica, which cannot be written"}, "writable server"),
        ({"is_served_twice": True}, "SQLite database, which takes one"),
        ({"replica_problem": "it does not follow"}, "DATABASE_REPLICA_URL"),
        ({"missing_changes": ["open: 18"]}, "older copy"),
        ({"debug": True}, "Unset it"),
        ({"is_quiet": True}, "unless this is a backup"),
        ({"https": False}, "TENBO_HTTPS=1"),
        ({"address": "http://tenbo.example.org"}, "Begin TENBO_ADDRESS with https"),
        ({"free_bytes": 2**20, "reserved_bytes": 10**9}, "pictures and rehearsals are refused"),
        ({"has_other_secret": True}, "TENBO_OLD_SECRET_KEYS"),
        ({"readable_by_others": ["secret-key"]}, "chmod"),
        ({"languages_not_compiled": ["fr"]}, "compilemessages"),
        ({"static_root": "/srv/static", "is_static_collected": False}, "collectstatic"),
        ({"open_files": 1024}, "LimitNOFILE"),
        ({"backup_age": timedelta(days=3)}, "3 days old"),
        ({"backups_from_future": ["tenbo-20990101T000000Z.tar.gz"]}, "tenbo-20990101T000000Z.tar.gz in"),
        ({"backups": "/backups", "backups_problem": "/ cannot be written"}, "Make this folder"),
        ({"passphrase_length": 5}, "has 5 characters"),
        ({"backup_failure": "The disk of /backups is full."}, "failed: The disk of /backups is full. Mend"),
        ({"backups_free_bytes": 10**7, "backup_bytes": 4 * 10**7}, "has 10 MB left, and the newest backup has 40 MB"),
        ({"store": "https://s3", "store_age": timedelta(days=3)}, "in https://s3 is 3 days old"),
        ({"store": "https://s3", "store_age": timedelta(0), "upload_problem": "It is full."}, "alone: It is full."),
        ({"store": "https://s3", "store_problem": "s3 cannot be reached."}, "cannot be used: s3 cannot"),
        ({"mail_problem": "Connection refused"}, "what your provider says"),
        ({"has_sender": False}, "TENBO_MAIL_FROM"),
    ],
)
def test_each_mistake_is_named_with_its_remedy(change, words):
    (problem,) = problems(replace(WELL, **change))

    assert words in f"{problem.what} {problem.remedy}"
    assert not problem.is_hint


def test_a_private_address_of_a_visitor_is_a_hint_on_a_public_site():
    site = replace(WELL, private_visitor="172.18.0.1")
    (problem,) = problems(site)

    assert "You seem to come from 172.18.0.1" in problem.what
    assert problem.is_hint
    assert problems(replace(site, https=False, address="http://192.168.1.20")) == []


def test_a_disk_that_will_soon_be_full_is_a_hint():
    (problem,) = problems(replace(WELL, free_bytes=1_500_000_000, reserved_bytes=1_000_000_000))

    assert "has 1500 MB left. Below 1000 MB imports, pictures and rehearsals are refused" in problem.what
    assert problem.is_hint


@pytest.mark.parametrize(
    "change",
    [
        {"address": "", "mail_host": ""},
        {"proxies": 0},
        {"mail_host": ""},
        {"role_logged_with_values": "tenbo"},
        {"backup_age": None},
        {"backups_encrypted": False},
        {"store": "https://s3.example.org/a"},
        {"unknown_variables": ["TENBO_ADRESS"]},
    ],
)
def test_what_may_be_meant_is_a_hint(change):
    (problem,) = problems(replace(WELL, **change))

    assert problem.is_hint


def test_mails_without_an_address_are_a_mistake():
    mistakes = [problem for problem in problems(replace(WELL, address="")) if not problem.is_hint]

    assert ["mails to players wait" in problem.what for problem in mistakes] == [True]


def test_files_that_others_can_read_are_found(tmp_path):
    for mode, readable in [(0o755, ["secret-key"]), (0o700, [])]:
        (tmp_path / "secret-key").touch()
        (tmp_path / "secret-key").chmod(0o644)
        tmp_path.chmod(mode)

        assert readable_by_others(tmp_path) == readable


def test_a_variable_that_replaces_the_key_in_the_file_is_noticed(tmp_path, settings):
    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = "of the variable", []
    assert not has_other_secret(tmp_path)

    (tmp_path / "secret-key").write_text("of the file\n")
    assert has_other_secret(tmp_path)
    settings.SECRET_KEY_FALLBACKS = ["of the file"]
    assert not has_other_secret(tmp_path)


@pytest.mark.django_db
def test_the_command_looks_at_this_site(settings, tmp_path):
    settings.TENBO_ADDRESS = "https://tenbo.example.org"
    settings.TENBO_BACKUPS = tmp_path
    output = io.StringIO()

    with pytest.raises(CommandError, match=r"to mend"):
        call_command("doctor", stdout=output)

    assert "wrong: TENBO_ADDRESS is https, and TENBO_HTTPS is not set" in output.getvalue()
    assert f"hint: There is no backup in {tmp_path}." in output.getvalue()
    assert findings().is_sqlite in {True, False}


@pytest.mark.parametrize("is_encrypted", [True, False])
def test_an_encrypted_backup_is_known_as_one(is_encrypted, tmp_path, settings):
    settings.TENBO_BACKUPS = tmp_path
    (tmp_path / name_of(datetime.now(UTC), is_encrypted=is_encrypted)).touch()

    assert newest_is_encrypted() is is_encrypted


def test_a_misspelt_variable_is_noticed():
    names = ["PATH", "TENBO_ADDRESS", "TENBO_ADRESS", "TENBO_MAIL_USER", "TENBO_SITE"]

    assert unknown_variables(names) == ["TENBO_ADRESS"]


def test_a_folder_that_cannot_be_made_is_noticed(tmp_path):
    (tmp_path / "file").touch()

    assert folder_problem(tmp_path / "new" / "folder") == ""
    assert folder_problem(tmp_path / "file" / "backups") == f"{tmp_path / 'file'} is no folder"


def test_a_folder_that_cannot_be_listed_is_noticed(tmp_path, monkeypatch):
    monkeypatch.setattr("os.access", lambda _path, mode: not mode & os.R_OK)

    assert folder_problem(tmp_path) == f"{tmp_path} cannot be listed"
    assert folder_problem(tmp_path / "new") == ""


@pytest.mark.django_db
def test_only_the_command_asks_whether_backups_can_be_written(tmp_path, settings, monkeypatch):
    settings.TENBO_BACKUPS = tmp_path
    monkeypatch.setattr("os.access", lambda _path, mode: not mode & os.W_OK)
    output = io.StringIO()

    with pytest.raises(CommandError):
        call_command("doctor", stdout=output)

    assert f"No backup can be written to {tmp_path}: {tmp_path} cannot be written." in output.getvalue()
    assert findings().backups_problem == ""


@pytest.mark.django_db
def test_backups_in_a_folder_that_may_not_be_entered_are_noticed(locked_backups):
    output = io.StringIO()

    with pytest.raises(CommandError):
        call_command("doctor", stdout=output)

    assert (
        f"wrong: No backup can be written to {locked_backups}: {locked_backups} cannot be reached." in output.getvalue()
    )


def test_a_mail_server_that_does_not_answer_is_noticed(settings):
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", free_port()

    assert "refused" in mail_problem()
    settings.EMAIL_HOST = ""
    assert mail_problem() == ""


def test_the_reason_of_a_database_that_does_not_answer_is_given(monkeypatch):
    class Elsewhere:
        vendor = "postgresql"

        def get_connection_params(self):
            return {"host": "127.0.0.1", "port": free_port(), "dbname": "tenbo", "connect_timeout": 3}

    monkeypatch.setattr("tournament.operation.queries.connections.connection", Elsewhere())

    assert "refused" in database_problem()


@pytest.mark.database
@pytest.mark.django_db
@pytest.mark.skipif(connection.vendor != "postgresql", reason="about PostgreSQL")
def test_it_is_known_whether_postgresql_logs_values_at_an_error():
    with connection.cursor() as cursor:
        cursor.execute("SELECT current_user")
        assert role_logged_with_values() == cursor.fetchone()[0]
        cursor.execute("SET LOCAL log_min_error_statement = panic; SET LOCAL log_error_verbosity = terse")
        assert role_logged_with_values() == ""


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("address", "problem", "lines"),
    [
        ("two:5432", "", ["The replica two:5432 follows."]),
        ("two:5432", "it does not follow", ["wrong: The replica is not read: it does not follow."]),
        ("", "", []),
    ],
)
def test_the_command_says_how_the_replica_is(monkeypatch, address, problem, lines):
    monkeypatch.setattr("tournament.management.commands.doctor.address_of_replica", lambda: address)
    monkeypatch.setattr("tournament.management.commands.doctor.replica_problem", lambda: problem)
    output = io.StringIO()

    with suppress(CommandError):
        call_command("doctor", stdout=output)

    assert [line for line in output.getvalue().splitlines() if "replica" in line] == lines


@pytest.mark.django_db
def test_the_command_asks_the_store_itself(store, settings):
    name = name_of(datetime.now(UTC) - timedelta(days=4), is_encrypted=True)
    store.objects[f"backups/club/{name}"] = b"old"

    assert findings().store_age is None  # a page does not ask
    for fault, sentence in [(None, f"The newest backup in {store.address} is 4 days old."), ("GET", "not permit this")]:
        store.faults |= {fault}
        output = io.StringIO()
        with pytest.raises(CommandError, match=r"to mend"):
            call_command("doctor", stdout=output)
        assert sentence in output.getvalue()
