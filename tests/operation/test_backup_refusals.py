"""A backup that cannot be made or restored says why, and leaves nothing half done."""

import errno
import os
import re
import sqlite3
import subprocess
import sys
from contextlib import closing
from itertools import product
from pathlib import Path

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError
from django.db import OperationalError

from tests.conftest import ROOT
from tests.factories import UserFactory
from tests.running_site import COMMANDS, Site, free_port
from tournament.management.passphrases import passphrase_in
from tournament.models import User
from tournament.operation.actions import backup, backup_room, restore, work_folders
from tournament.operation.actions.backup import NotBackedUp, make_backup
from tournament.operation.actions.restore import NotRestored, restore_backup
from tournament.operation.parcel import pack, unpack
from tournament.operation.queries.site import findings, newest_backup

pytestmark = pytest.mark.database


@pytest.fixture
def folder(tmp_path, settings, monkeypatch):
    """A site with an account, whose copies are found good without another process."""
    settings.VAR = tmp_path / "var"
    settings.VAR.mkdir()
    (settings.VAR / "vapid.pem").write_text("a key")
    monkeypatch.setattr(backup, "_check", lambda *_: None)
    monkeypatch.setattr(backup, "copy_database", lambda path: path.write_bytes(b""))
    monkeypatch.setattr(backup, "counts_in", lambda _path: {"hands": 7})
    return tmp_path / "backups"


def test_a_backup_has_the_secret_key_and_every_other_file(folder, settings):
    path = make_backup(folder).path

    (folder / "again").mkdir()
    unpack(path, folder / "again")
    assert (folder / "again" / "var" / "vapid.pem").read_text() == "a key"
    assert (folder / "again" / "var" / "secret-key").read_text() == settings.SECRET_KEY


def test_backups_in_the_same_second_are_both_kept_and_old_ones_go(folder):
    paths = {make_backup(folder).path for _ in range(2)}
    for day in range(1, 10):
        (folder / f"tenbo-201901{day:02}T000000Z.tar.gz").touch()

    removed = make_backup(folder).removed

    assert len(paths) == 2
    assert "tenbo-20190101T000000Z.tar.gz" in removed


@pytest.mark.django_db
def test_backups_from_the_future_remove_no_backup_and_are_told(folder, settings):
    folder.mkdir()
    for year, month in product([2098, 2099], range(1, 13)):
        (folder / f"tenbo-{year}{month:02}01T000000Z.tar.gz").touch()

    settings.TENBO_BACKUPS = folder

    made = [make_backup(folder), make_backup(folder)]

    assert [backup.removed for backup in made] == [[], []]
    assert newest_backup() == made[-1].path
    assert len(findings().backups_from_future) == 24


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EDQUOT])
@pytest.mark.parametrize(("step", "disk"), [("pack", "var"), ("_moved", "backups")])
def test_a_full_disk_ends_clearly_and_leaves_nothing(folder, settings, monkeypatch, number, step, disk):
    def full(*_arguments):
        raise OSError(number, "No space left on device")

    before = make_backup(folder).path
    monkeypatch.setattr(backup, step, full)

    with pytest.raises(NotBackedUp, match=rf"^The disk of .*{disk} is full\.$"):
        make_backup(folder)

    assert list(folder.iterdir()) == [before]
    assert [path.name for path in settings.VAR.iterdir()] == ["vapid.pem"]


@pytest.mark.django_db
@pytest.mark.parametrize(("passphrase", "megabytes", "needed"), [("", 1, 2), ("thirteen orphans", 2, 4)])
def test_a_backup_leaves_the_room_for_hands_alone(folder, settings, monkeypatch, passphrase, megabytes, needed):
    settings.TENBO_BACKUPS = folder
    monkeypatch.setattr(backup, "copy_database", lambda path: path.write_bytes(bytes(1_500_000)))
    monkeypatch.setattr(backup_room, "reserved_bytes", lambda: 75_000_000)
    monkeypatch.setattr(backup_room, "free_bytes", lambda: 75_000_000 + megabytes * 1_000_000)
    sentence = (
        f"The disk of {settings.VAR} has {megabytes} MB left for a backup, which needs {needed} MB more; the last 75 MB"
        " are for hands and results. Make room there, or move TENBO_VAR to a larger disk."
    )

    with pytest.raises(NotBackedUp) as refused:
        make_backup(folder, passphrase)

    assert str(refused.value) == findings().backup_failure == sentence
    assert list(folder.iterdir()) == []
    assert sorted(path.name for path in settings.VAR.iterdir()) == [".backup-failure", "vapid.pem"]


def test_a_backup_needs_the_more_room_the_less_the_newest_was_compressed(folder, settings, monkeypatch):
    settings.TENBO_BACKUPS = folder
    asked = []
    monkeypatch.setattr(backup, "copy_database", lambda path: path.write_bytes(bytes(1_500_000)))
    monkeypatch.setattr(backup, "check_room", asked.append)

    parcels = [make_backup(folder, "thirteen orphans").path.stat().st_size for _ in range(2)]

    site = 1_500_000 + len("a key") + len(settings.SECRET_KEY)
    assert asked == [
        *(len("a key"), 2 * site, site + parcels[0]),
        *(len("a key"), 2 * 2 * parcels[0], site + parcels[1]),
    ]


@pytest.mark.django_db
def test_a_backup_that_failed_is_known_until_one_succeeds(folder, settings, monkeypatch):
    settings.TENBO_BACKUPS = folder

    def full(*_arguments):
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr(backup, "_moved", full)
        with pytest.raises(NotBackedUp):
            make_backup(folder)
    failed = findings()
    path = make_backup(folder).path
    succeeded = findings()

    assert failed.backup_failure == f"The disk of {folder} is full."
    assert succeeded.backup_failure == ""
    assert 0 < succeeded.backup_bytes == path.stat().st_size < succeeded.backups_free_bytes


@pytest.mark.django_db
def test_what_a_page_says_of_a_backup_that_failed_names_no_server(folder, settings, monkeypatch):
    def refuse(_path):
        raise OperationalError("two.example.org refuses tenbo")

    settings.TENBO_BACKUPS = folder
    monkeypatch.setattr(backup, "copy_database", refuse)

    with pytest.raises(NotBackedUp, match=r"two\.example\.org"):
        make_backup(folder)

    assert findings().backup_failure == "The database could not be read."


def test_a_copy_that_does_not_verify_is_no_backup(folder, monkeypatch):
    def differs(*_arguments):
        raise NotBackedUp("The copy of the database has mistakes: 1 differences.")

    monkeypatch.setattr(backup, "_check", differs)

    with pytest.raises(CommandError, match=r"No backup was made\. The copy"):
        call_command("backup", "--to", str(folder))

    assert list(folder.iterdir()) == []


def test_what_is_not_encrypted_never_stands_beside_the_backups(folder, settings, monkeypatch):
    def look(_parcel, _again, _passphrase):
        beside = [path for path in folder.rglob("*") if path.is_file()]
        assert [path.read_bytes()[:17] for path in beside] == [b"tenbo-encrypted/1"]
        assert {path.parent.stat().st_mode & 0o77 for path in (*beside, *settings.VAR.glob(".unfinished-*/*"))} == {0}
        seen.append(beside)

    seen = []
    monkeypatch.setattr(backup, "_check", look)

    make_backup(folder, "thirteen orphans")

    assert len(seen) == 1


@pytest.mark.parametrize(("passphrase", "is_short"), [("kanch", True), ("thirteen orphans", False)])
def test_a_passphrase_that_can_be_found_by_trying_is_said_to_be_short(
    folder, tmp_path, monkeypatch, capsys, passphrase, is_short
):
    (tmp_path / "passphrase").write_text(passphrase)

    call_command("backup", "--to", str(folder), "--passphrase-file", str(tmp_path / "passphrase"))

    assert ("The passphrase has 5 characters" in capsys.readouterr().err) is is_short


def test_a_passphrase_file_is_named_with_its_whole_path(folder, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)

    with pytest.raises(CommandError, match=re.escape(f"{tmp_path}/nowhere cannot be read: No such file")):
        call_command("backup", "--to", str(folder), "--passphrase-file", "nowhere")


# Makes a folder in each place, says so, and works until it is killed.
WORKS = """
import sys, time
from pathlib import Path
from tournament.operation.actions.work_folders import work_folder
with work_folder(Path(sys.argv[1])) as one, work_folder(Path(sys.argv[2])) as two:
    (one / "parcel").touch(), (two / "parcel").touch()
    print("works", flush=True)
    time.sleep(60)
"""


@pytest.mark.skipif(os.name == "nt", reason="folders have no locks there")
def test_what_a_killed_backup_left_is_removed_by_the_next(folder, settings):
    folder.mkdir()
    places = [folder, settings.VAR]
    arguments = [sys.executable, "-c", WORKS, *places]
    with subprocess.Popen(arguments, cwd=ROOT, stdout=subprocess.PIPE) as other:
        assert other.stdout.readline() == b"works\n"
        make_backup(folder)
        while_it_works = [len(list(place.glob(".unfinished-*/parcel"))) for place in places]
        other.kill()
    left = [len(list(place.glob(".unfinished-*/parcel"))) for place in places]

    make_backup(folder)

    assert (while_it_works, left) == ([1, 1], [1, 1])
    assert [list(place.glob(".unfinished-*")) for place in places] == [[], []]


def test_where_folders_have_no_locks_old_ones_are_removed(folder, settings, monkeypatch):
    monkeypatch.setattr(work_folders, "_lock", lambda _folder, wait=False: None)
    killed, running = settings.VAR / ".unfinished-1", settings.VAR / ".unfinished-2"
    for path in (killed, running):
        path.mkdir()
        (path / "parcel").touch()
    os.utime(killed, (1, 1))

    make_backup(folder)

    assert (killed.exists(), running.exists()) == (False, True)


def test_a_folder_that_cannot_be_written_is_said(folder):
    folder.write_text("a file")

    with pytest.raises(NotBackedUp, match="backups cannot be used: "):
        make_backup(folder)


def test_a_backup_is_found_by_the_name_that_the_list_shows(settings, tmp_path, monkeypatch):
    settings.TENBO_BACKUPS = tmp_path / "backups"
    name, paths = "tenbo-20261123T030000Z.tar.gz.encrypted", []
    (tmp_path / "here").mkdir()
    (tmp_path / "here" / "notes").touch()
    monkeypatch.chdir(tmp_path / "here")

    def find(path, _passphrase):
        paths.append(path)
        raise NotRestored("it was only looked for")

    monkeypatch.setattr("tournament.management.commands.restore.restore_backup", find)
    for wanted in (name, "notes", f"elsewhere/{name}"):
        with pytest.raises(CommandError):
            call_command("restore", wanted)
    Path(name).touch()
    with pytest.raises(CommandError):
        call_command("restore", name)

    assert paths == [settings.TENBO_BACKUPS / name, Path("notes"), Path("elsewhere") / name, Path(name)]


def test_a_folder_that_cannot_be_listed_is_said(locked_backups):
    with pytest.raises(CommandError, match=rf"^{locked_backups} cannot be listed: Permission denied\.$"):
        call_command("restore", "--list")


@pytest.mark.slow
def test_a_database_that_does_not_answer_is_said_in_one_line(tmp_path):
    site = Site(tmp_path / "new" / "var", f"postgresql://tenbo@127.0.0.1:{free_port()}/tenbo")

    ended = site.run(COMMANDS, "restore any", "backup")

    assert [status for status, _output in ended] == [1, 1]
    for _status, output in ended:
        assert re.fullmatch(
            r"CommandError: .* The database (cannot|could not) be read: connection .* refused.*\.\n", output
        )


@pytest.mark.django_db
def test_nothing_is_restored_over_a_site_in_use(tmp_path):
    UserFactory()

    with pytest.raises(CommandError, match="restored into an empty place only"):
        call_command("restore", str(tmp_path / "any"))


@pytest.mark.django_db
def test_a_file_that_is_no_backup_restores_nothing(tmp_path, settings):
    settings.VAR = tmp_path
    (tmp_path / "notes").write_text("riichi")

    for name, sentence in [("notes", "notes is no backup of Tenbo"), ("missing", "No such file")]:
        with pytest.raises(NotRestored, match=sentence):
            restore_backup(tmp_path / name)

    assert not User.objects.exists()


@pytest.mark.django_db
def test_a_backup_whose_database_is_none_restores_nothing(tmp_path, settings):
    settings.VAR = tmp_path / "var"
    for folder in (settings.VAR, tmp_path / "site"):
        folder.mkdir()
    (tmp_path / "site" / "tenbo.sqlite3").write_bytes(b"no database at all" * 100)
    pack(tmp_path / "parcel", tmp_path / "site", {})

    with pytest.raises(NotRestored, match="database cannot be read"):
        restore_backup(tmp_path / "parcel")
    assert list(settings.VAR.iterdir()) == []


@pytest.fixture
def parcel(tmp_path, settings, monkeypatch):
    """A backup of a site with the key "ours". Restoring it ends with an error after all checks of the place."""
    settings.VAR = tmp_path / "var"
    settings.ACKNOWLEDGED = settings.VAR / "acknowledged"
    settings.SECRET_KEY = "theirs"
    (tmp_path / "site" / "var").mkdir(parents=True)
    settings.VAR.mkdir()
    (settings.VAR / "secret-key").write_text("theirs")
    (tmp_path / "site" / "var" / "secret-key").write_text("ours")
    with closing(sqlite3.connect(tmp_path / "site" / "tenbo.sqlite3")) as database:
        database.execute("CREATE TABLE django_migrations (app, name)")
    pack(tmp_path / "parcel", tmp_path / "site", {})
    accepted = subprocess.CompletedProcess([], 1, "the place was accepted")
    monkeypatch.setattr(restore, "run_in_copy", lambda *_: accepted)
    return tmp_path / "parcel"


def with_database(path, *statements):
    with closing(sqlite3.connect(path)) as database:
        for statement in ("CREATE TABLE tournament_user (username)", *statements):
            database.execute(statement)
        database.commit()


TRACES = {
    "push-key": lambda path: path.write_text("a key"),
    "acknowledged": lambda path: path.write_bytes(bytes(8) + b"\1" * 8),
    "tenbo.sqlite3": lambda path: with_database(path, "INSERT INTO tournament_user VALUES ('somebody')"),
}


@pytest.mark.django_db
@pytest.mark.parametrize("name", TRACES)
def test_nothing_is_restored_over_the_files_of_another_site(parcel, settings, name):
    TRACES[name](settings.VAR / name)

    with pytest.raises(NotRestored, match=rf"var belongs to another site: .* and it has {name} too\."):
        restore_backup(parcel)

    assert sorted(path.name for path in settings.VAR.iterdir()) == sorted(["secret-key", name])
    assert (settings.VAR / "secret-key").read_text() == "theirs"


@pytest.mark.django_db
def test_a_backup_is_restored_beside_the_files_of_the_same_site(parcel, settings):
    settings.SECRET_KEY = "ours"
    (settings.VAR / "secret-key").write_text("ours")
    for name, leave in TRACES.items():
        leave(settings.VAR / name)

    with pytest.raises(NotRestored, match="the place was accepted"):
        restore_backup(parcel)


@pytest.mark.django_db
def test_a_backup_is_restored_where_commands_ran_on_an_unused_site(parcel, settings):
    with_database(settings.VAR / "tenbo.sqlite3")
    settings.ACKNOWLEDGED.write_bytes(bytes(8))
    (settings.VAR / ".unfinished-restoration").mkdir()

    with pytest.raises(NotRestored, match="the place was accepted"):
        restore_backup(parcel)


def test_a_backup_of_a_newer_version_is_refused(monkeypatch):
    monkeypatch.setattr(restore, "migrations_in", lambda _copy: {("tournament", "9999_newest"), ("axes", "0001")})

    with pytest.raises(NotRestored, match="newer version"):
        restore._check_known(Path("copy"))


def test_a_passphrase_file_is_read_to_the_end_of_its_line(tmp_path):
    (tmp_path / "passphrase").write_text("thirteen orphans\n")
    (tmp_path / "empty").write_text("\n")

    assert passphrase_in({"passphrase_file": tmp_path / "passphrase"}) == "thirteen orphans"
    for name in ("empty", "missing"):
        with pytest.raises(CommandError, match=name):
            passphrase_in({"passphrase_file": tmp_path / name})
