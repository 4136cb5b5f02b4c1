"""Makes a backup of the whole site while it runs, verifies it by unpacking, and removes outdated backups."""

import errno
import os
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db import Error, connection
from django.utils import timezone

from tournament import __version__
from tournament.core.queries.health import known_migrations
from tournament.core.telemetry.slow_queries import slow_queries_ignored
from tournament.operation.actions.backup_room import NotEnoughRoom, check_room
from tournament.operation.actions.copies import copy_database, counts_in
from tournament.operation.actions.work_folders import work_folder
from tournament.operation.generations import backups_in, name_of, outdated
from tournament.operation.last_failure import note_failure
from tournament.operation.parcel import DATABASE, FILES, BadParcel, is_own_file, pack, unpack
from tournament.operation.queries.connections import database_problem
from tournament.operation.queries.site import newest_backup, size_of

UNREADABLE = "The database could not be read"


class NotBackedUp(Exception):
    """No backup was made; the error's text says why. Older backups are unchanged."""


@dataclass(frozen=True)
class Backup:
    """A finished backup: its file, the number of rows of some tables, and the names of the older backups that were
    removed."""

    path: Path
    counts: dict[str, int]
    removed: list[str]


def make_backup(folder: Path, passphrase: str = "") -> Backup:
    """Make a backup (database, secret key and the site's other files) in `folder`. Raises `NotBackedUp`. If `folder` is
    the site's folder of backups, success or failure is recorded for the command doctor."""
    is_sites = folder == settings.TENBO_BACKUPS
    try:
        backup = _made_backup(folder, passphrase)
    except NotBackedUp as error:
        if is_sites:
            # A page for the staff shows this text, so it must not contain the reason, which may name the database's
            # host and user.
            note_failure(settings.VAR, f"{UNREADABLE}." if str(error).startswith(UNREADABLE) else str(error))
        raise
    if is_sites:
        note_failure(settings.VAR, "")
    return backup


@slow_queries_ignored()
def _made_backup(folder: Path, passphrase: str) -> Backup:
    disk = folder
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        # Unencrypted files are written only inside TENBO_VAR, even if this process is killed, because people copy
        # `folder` elsewhere.
        with work_folder(folder) as place, work_folder(settings.VAR) as work:
            disk = settings.VAR
            counts = _collect(work / "site")
            size = sum(path.stat().st_size for path in (work / "site").rglob("*") if path.is_file())
            check_room(_room_to_pack(size, passphrase))
            about = {"made_at": datetime.now(UTC).isoformat(), "version": __version__, "rows": counts}
            pack(work / "parcel", work / "site", about | {"database": connection.vendor}, passphrase)
            shutil.rmtree(work / "site")
            disk = folder
            parcel = _moved(work / "parcel", place / "parcel")
            disk = settings.VAR
            check_room(size + (parcel.stat().st_size if passphrase else 0))
            _check(parcel, work / "again", passphrase)
            taken = [path.name for path in folder.iterdir()]
            path = folder / name_of(datetime.now(UTC), is_encrypted=bool(passphrase), taken=taken)
            parcel.rename(path)
        sync_folder(folder)
        return Backup(path, counts, _remove_outdated(folder, path.name))
    except NotEnoughRoom as error:
        raise NotBackedUp(str(error)) from error
    except OSError as error:
        raise NotBackedUp(_sentence(error, disk)) from error
    except Error as error:
        if "disk is full" in str(error):
            raise NotBackedUp(f"The disk of {settings.VAR} is full.") from error
        raise NotBackedUp(f"{UNREADABLE}: {database_problem() or error}.") from error
    except BadParcel as error:
        raise NotBackedUp(f"The backup that was just written cannot be read again: {error}") from error


def _room_to_pack(size: int, passphrase: str) -> int:
    """Return the most bytes that files of this size take when they are packed, beside the files themselves. The newest
    backup tells how far they are compressed; the new one may be twice as large. Encrypting takes as much again."""
    newest = size_of(newest_backup())
    parcel = min(size, 2 * newest) if newest else size
    return 2 * parcel if passphrase else parcel


def _moved(source: Path, target: Path) -> Path:
    """Move a file to `target`, which may be on another disk, and flush it to that disk (fsync)."""
    shutil.move(source, target)
    with target.open("rb+") as file:
        os.fsync(file.fileno())
    return target


def _collect(folder: Path) -> dict[str, int]:
    """Copy everything that belongs to the site into a new folder; return the number of rows of some tables."""
    own = folder / FILES
    own.mkdir(parents=True)
    copy_database(folder / DATABASE)
    (folder / DATABASE).chmod(0o600)
    files = own_files()
    check_room(sum(path.stat().st_size for path, _name in files))
    for path, name in files:
        (own / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, own / name)
    (own / "secret-key").write_text(settings.SECRET_KEY, encoding="utf-8")  # it may come from an environment variable
    return counts_in(folder / DATABASE)


def own_files() -> list[tuple[Path, str]]:
    """Return the files of TENBO_VAR to back up besides the database, with their paths relative to TENBO_VAR."""
    var: Path = settings.VAR
    folders: list[Path | None] = [settings.TENBO_BACKUPS, settings.STATIC_ROOT]
    left_out = [folder for folder in folders if folder]
    names = [(path, path.relative_to(var).as_posix()) for path in sorted(var.rglob("*")) if path.is_file()]
    return [
        (path, name)
        for path, name in names
        if is_own_file(name) and not any(folder in path.parents for folder in left_out)
    ]


def _check(parcel: Path, folder: Path, passphrase: str) -> None:
    """Unpack the backup's file into a new folder, and verify its database in another process. Raises `NotBackedUp`."""
    folder.mkdir()
    unpack(parcel, folder, passphrase)
    verified = run_in_copy(folder, "verify")
    if verified.returncode:
        raise NotBackedUp(f"The copy of the database has mistakes: {verified.stdout.strip()[-1_000:]}")


def run_in_copy(folder: Path, command: str) -> "subprocess.CompletedProcess[str]":
    """Run a command of manage.py on the unpacked database in this folder, after applying missing migrations. Return the
    process of the command or, if the migrations failed, of the migrations."""
    own = {name: value for name, value in os.environ.items() if not name.startswith(("TENBO_", "DATABASE_"))}
    environment = own | {"TENBO_VAR": str(folder), "DJANGO_SETTINGS_MODULE": "tournament.settings"}
    commands = [] if known_migrations() <= migrations_in(folder / DATABASE) else [["migrate", "--no-backup", "-v", "0"]]
    for arguments in [*commands, [command]]:
        done = subprocess.run(  # noqa: S603 (our own program)
            [sys.executable, "-m", "django", *arguments],
            cwd=settings.BASE_DIR, env=environment, check=False,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
        )  # fmt: skip
        if done.returncode:
            break
    return done


def migrations_in(copy: Path) -> set[tuple[str, str]]:
    """Return the app and the name of each migration that is applied in an unpacked database."""
    with closing(sqlite3.connect(f"file:{copy}?mode=ro", uri=True)) as database:
        return set(database.execute("SELECT app, name FROM django_migrations").fetchall())


def _remove_outdated(folder: Path, new: str) -> list[str]:
    """Remove outdated backups and return their names. The backup `new` is never removed, even if this server's clock is
    now behind."""
    names = sorted(outdated((path.name for path in backups_in(folder)), timezone.now()) - {new})
    for name in names:
        (folder / name).unlink(missing_ok=True)
    return names


def sync_folder(folder: Path) -> None:
    """Flush a folder's list of files to the disk (fsync). On Windows nothing is done, because Windows needs no such
    call."""
    if os.name == "nt":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _sentence(error: OSError, folder: Path) -> str:
    if error.errno in {errno.ENOSPC, errno.EDQUOT}:
        return f"The disk of {folder} is full."
    place: Any = error.filename or folder
    return f"{place} cannot be used: {error.strerror or error}."
