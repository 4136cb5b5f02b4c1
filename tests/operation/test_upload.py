"""A backup goes to an S3-compatible store too; when it does not, that is said, and the copy in the folder stays."""

import io
import logging
import re
import sys
from datetime import UTC, datetime, timedelta
from itertools import product

import pytest
from cryptography.hazmat.primitives.serialization import Encoding
from django.core.exceptions import ImproperlyConfigured
from django.core.management import call_command
from django.core.management.base import CommandError
from django.utils import timezone

from tests.operation.s3_server import KEY, SECRET, running_store
from tests.running_site import free_port
from tournament.environment import backup_store
from tournament.operation.actions import backup
from tournament.operation.actions.upload import upload_backup
from tournament.operation.generations import name_of, outdated
from tournament.operation.queries.connections import store_problem
from tournament.operation.store import StoreProblem, opened_store
from tournament.operation.uploads import FILE, read_record
from tournament.site.certificate import authority_certificate, server_context

OLD = "tenbo-20260101T000000Z.tar.gz.encrypted"
CONTENT = bytes(range(256)) * 4_000


@pytest.fixture
def path(store, settings):
    """A finished, encrypted backup in the folder."""
    path = settings.TENBO_BACKUPS / name_of(datetime.now(UTC), is_encrypted=True)
    path.write_bytes(CONTENT)
    return path


def test_a_backup_is_uploaded_as_it_is(store, path, settings):
    upload = upload_backup(path)

    assert upload.problem == upload.warning == ""
    assert store.objects == {f"backups/club/{path.name}": CONTENT}
    assert read_record(settings.TENBO_BACKUPS, store.address).newest == path.name
    assert path.read_bytes() == CONTENT


def test_without_a_store_nothing_is_imported_or_written(tmp_path, settings, monkeypatch):
    monkeypatch.setitem(sys.modules, "boto3", None)
    settings.TENBO_BACKUPS = tmp_path

    assert upload_backup(tmp_path / "any") is None
    assert list(tmp_path.iterdir()) == []


@pytest.mark.slow
def test_old_generations_are_removed_by_the_rule_of_the_folder(store, path):
    days = [datetime(2019, 1, 1, tzinfo=UTC) + timedelta(days=day) for day in range(60)]
    names = {name_of(day, is_encrypted=True) for day in days}
    for name in [*names, "notes.txt", "other-site/tenbo-20190101T000000Z.tar.gz"]:
        store.objects[f"backups/club/{name}"] = b"old"

    upload = upload_backup(path)

    gone = outdated({*names, path.name}, timezone.now())
    assert len(gone) > 40
    assert set(upload.removed) == gone
    assert set(store.names()) == {*names, path.name, "notes.txt", "other-site/tenbo-20190101T000000Z.tar.gz"} - gone


@pytest.mark.slow
def test_backups_from_the_future_are_left_alone(store, path, settings):
    for year, month in product([2098, 2099], range(1, 13)):
        store.objects[f"backups/club/tenbo-{year}{month:02}01T000000Z.tar.gz.encrypted"] = b"old"

    upload = upload_backup(path)

    assert upload.removed == []
    assert path.name in store.names()
    assert read_record(settings.TENBO_BACKUPS, store.address).newest == path.name
    assert store_problem()[1] < timedelta(minutes=1)


def wrong_id(_store, monkeypatch, _settings):
    monkeypatch.setenv("AWS_ACCESS_KEY_ID", "ANOTHER")


def wrong_secret(_store, monkeypatch, _settings):
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", "of/another")


def no_key(_store, monkeypatch, _settings):
    monkeypatch.delenv("AWS_ACCESS_KEY_ID")


def no_bucket(store, _monkeypatch, settings):
    settings.TENBO_BACKUP_STORE = store.address.replace("/backups/", "/missing/")


def nobody_there(_store, _monkeypatch, settings):
    settings.TENBO_BACKUP_STORE = f"http://127.0.0.1:{free_port()}/backups/club"


def no_package(_store, monkeypatch, _settings):
    monkeypatch.setitem(sys.modules, "botocore.exceptions", None)


def faulty(fault):
    def set_fault(store, _monkeypatch, _settings):
        store.faults.add(fault)

    return set_fault


@pytest.mark.parametrize(
    ("mishap", "sentence"),
    [
        (wrong_id, "does not know the key: check AWS_ACCESS_KEY_ID"),
        (wrong_secret, "refuses the key: check AWS_SECRET_ACCESS_KEY"),
        (no_key, "There is no key for the store: set AWS_ACCESS_KEY_ID"),
        (no_bucket, "has no such bucket: make it"),
        (nobody_there, "cannot be reached"),
        (no_package, r"needs the package boto3: pip install 'boto3>=1\.44,<2', or requirements/store\.txt\."),
        (faulty("PUT"), "does not permit this with this key"),
        (faulty("full"), "is full"),
        (faulty("broken upload"), "broke off"),
        (faulty("no store"), "does not answer like an S3-compatible store"),
    ],
)
def test_each_mishap_is_one_sentence_and_loses_nothing(store, path, monkeypatch, settings, caplog, mishap, sentence):
    before = upload_backup(path.rename(path.with_name(OLD)))
    path.write_bytes(CONTENT)
    caplog.set_level(logging.DEBUG)
    mishap(store, monkeypatch, settings)

    upload = upload_backup(path)

    assert re.search(sentence, upload.problem)
    assert path.read_bytes() == CONTENT
    assert before.newest in store.names()
    record = read_record(settings.TENBO_BACKUPS, settings.TENBO_BACKUP_STORE)
    assert record.problem_at(datetime.now(UTC)) == upload.problem
    assert SECRET not in caplog.text + upload.text
    assert KEY not in upload.text


def test_a_backup_that_is_not_encrypted_stays_at_home(store, path):
    upload = upload_backup(path.rename(path.with_name(path.name.removesuffix(".encrypted"))))

    assert "It is not encrypted" in upload.problem
    assert "set TENBO_BACKUP_PASSPHRASE" in upload.problem
    assert store.objects == {}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("verb", "warning"), [("GET", "not listed, and nothing removed"), ("DELETE", "not be removed")]
)
def test_a_key_that_may_do_less_is_enough_to_upload(store, path, verb, warning):
    for day in range(1, 31):
        store.objects[f"backups/club/tenbo-201901{day:02}T000000Z.tar.gz.encrypted"] = b"old"
    store.faults.add(verb)

    upload = upload_backup(path)

    assert upload.problem == ""
    assert warning in upload.text
    assert path.name in store.names()
    assert len(store.objects) == 31


def test_an_upload_that_was_killed_is_said_later(store, path, settings, monkeypatch):
    def killed(*_arguments):
        raise KeyboardInterrupt

    monkeypatch.setattr("tournament.operation.store.BackupStore.upload", killed)
    with pytest.raises(KeyboardInterrupt):
        upload_backup(path)

    record, now = read_record(settings.TENBO_BACKUPS, store.address), datetime.now(UTC)
    assert record.problem_at(now) == ""
    assert record.problem_at(now + timedelta(hours=2)) == f"The upload of {path.name} was interrupted."
    assert record.age(now) is None


@pytest.mark.parametrize("text", ["", "[]", "7", '{"newest": 7}', '{"other": ""}', "{"])
def test_a_record_that_was_damaged_counts_as_none(tmp_path, text):
    (tmp_path / FILE).write_text(text)

    assert read_record(tmp_path, "https://s3.example.org/a").age(datetime.now(UTC)) is None


def test_what_went_to_another_store_is_not_in_this_one(store, path, settings):
    upload_backup(path)

    assert read_record(settings.TENBO_BACKUPS, store.address).newest == path.name
    assert read_record(settings.TENBO_BACKUPS, "https://s3.example.org/other").newest == ""


@pytest.mark.parametrize(
    "value",
    [
        "https://s3.example.org", "s3://bucket/prefix", "https://s3.example.org/bucket?key=hidden", "bucket",
        "https://key:hidden@s3.example.org/bucket", "https://s3.example.org:99999/bucket", "https://[/bucket",
    ],
)  # fmt: skip
def test_an_address_that_is_none_is_refused_without_being_shown(value, monkeypatch):
    monkeypatch.setenv("TENBO_BACKUP_STORE", value)

    with pytest.raises(
        ImproperlyConfigured, match=r"^TENBO_BACKUP_STORE is like https://s3\.example\.org/bucket"
    ) as error:
        backup_store("TENBO_BACKUP_STORE")
    assert "hidden" not in str(error.value)


@pytest.fixture
def quick_backups(monkeypatch, settings, tmp_path):
    """A site whose copies are found good without another process."""
    settings.VAR = tmp_path / "var"
    settings.VAR.mkdir()
    monkeypatch.setattr(backup, "_check", lambda *_: None)
    monkeypatch.setattr(backup, "copy_database", lambda path: path.write_bytes(b""))
    monkeypatch.setattr(backup, "counts_in", lambda _path: {"hands": 7})
    monkeypatch.setenv("TENBO_BACKUP_PASSPHRASE", "thirteen orphans")


def test_the_command_says_where_the_backup_went(store, quick_backups):
    output = io.StringIO()

    call_command("backup", stdout=output)

    assert f"Uploaded to {store.address}." in output.getvalue()
    assert len(store.objects) == 1


def test_the_command_ends_with_a_status_of_its_own_if_the_store_is_full(store, quick_backups, settings):
    store.faults.add("full")
    output = io.StringIO()

    with pytest.raises(CommandError, match=r"^It was not uploaded to .* is full\.$") as error:
        call_command("backup", stdout=output)

    assert error.value.returncode == 3
    assert "verified: 7 hands." in output.getvalue()
    assert len(list(settings.TENBO_BACKUPS.glob("*.encrypted"))) == 1


def test_the_names_of_both_places_are_listed(store, path):
    store.objects[f"backups/club/{OLD}"] = b"old"
    output = io.StringIO()

    call_command("restore", "--list", stdout=output)

    lines = output.getvalue().splitlines()
    assert [line.split()[0] for line in lines if line.startswith("  ")] == [path.name, OLD]
    assert f"{store.address}: 1" in lines
    store.faults.add("GET")
    with pytest.raises(CommandError, match=r"^The store cannot be listed\. .* does not permit this"):
        call_command("restore", "--list", stdout=io.StringIO())


@pytest.mark.slow
@pytest.mark.django_db
def test_a_backup_that_cannot_be_fetched_restores_nothing(store, path, settings, tmp_path):
    settings.VAR = tmp_path / "var"
    settings.VAR.mkdir()

    def refusal(*arguments):
        with pytest.raises(CommandError) as error:
            call_command("restore", *arguments)
        assert list(settings.VAR.iterdir()) == []
        return str(error.value)

    assert refusal("--from-store") == f"Nothing was restored. There is no backup in {store.address}."
    upload_backup(path)
    assert "has no such backup" in refusal("--from-store", OLD)
    assert "notes.txt is no name of a backup" in refusal("--from-store", "notes.txt")
    assert "is no backup of Tenbo" in refusal("--from-store")
    store.faults.add("broken download")
    assert "broke off" in refusal("--from-store")
    settings.TENBO_BACKUP_STORE = ""
    assert "TENBO_BACKUP_STORE is not set" in refusal("--from-store")
    assert "Give the backup's file, or --from-store" in refusal()


def test_a_fetched_backup_is_the_uploaded_one(store, path, tmp_path):
    upload_backup(path)

    with opened_store(store.address) as opened:
        opened.fetch(path.name, tmp_path / "again")

    assert (tmp_path / "again").read_bytes() == CONTENT


def test_a_store_is_used_by_https_with_a_certificate_that_is_trusted(store, path, settings, tmp_path, monkeypatch):
    with running_store(server_context(tmp_path, ["127.0.0.1"])) as secure:
        settings.TENBO_BACKUP_STORE = secure.address
        not_trusted = upload_backup(path)
        bundle = authority_certificate(tmp_path).public_bytes(Encoding.PEM)
        (tmp_path / "authorities.pem").write_bytes(bundle)
        monkeypatch.setenv("AWS_CA_BUNDLE", str(tmp_path / "authorities.pem"))
        uploaded = upload_backup(path)

    assert not_trusted.problem.endswith("is not trusted; AWS_CA_BUNDLE may name a file of your own authorities.")
    assert uploaded.problem == ""
    assert list(secure.objects.values()) == [CONTENT]


def test_a_host_that_cannot_be_one_is_said():
    with pytest.raises(StoreProblem, match="cannot be used: "):
        opened_store("http://a_b..c/bucket").__enter__()
