"""Restores a backup into an empty site."""

import os
import shutil
import sqlite3
from collections.abc import Collection
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.db import Error, connection
from django.utils import timezone

from tournament.archive.queries.acknowledged import missing_changes
from tournament.core.acknowledged import acknowledged_versions, forget_all
from tournament.core.queries.health import known_migrations
from tournament.core.telemetry.slow_queries import slow_queries_ignored
from tournament.models import Tournament, User
from tournament.operation.actions.backup import migrations_in, own_files, run_in_copy, sync_folder
from tournament.operation.actions.copies import load_database
from tournament.operation.actions.work_folders import work_folder
from tournament.operation.generations import moment_of, newest_of
from tournament.operation.parcel import DATABASE, FILES, BadParcel, unpack
from tournament.operation.queries.connections import database_problem
from tournament.operation.store import StoreProblem, opened_store

KEY_FILE = "secret-key"
"""Name of the file with the secret key, in TENBO_VAR and in a backup."""


OF_A_USED_SITE = {User._meta.db_table, Tournament._meta.db_table}
"""Tables that are empty on a new site: if one of these tables has rows, the site is in use."""


class NotRestored(Exception):
    """Nothing was restored; the error's text says why."""


@dataclass(frozen=True)
class Restored:
    """The result of a restoration: the backup's manifest and warnings.

    `older` are sentences, each about an acknowledged change of this site that is missing in the backup.
    `has_other_secret` says that TENBO_SECRET_KEY differs from the backup's secret key.
    """

    manifest: dict[str, Any]
    older: list[str]
    has_other_secret: bool


@slow_queries_ignored()
def restore_backup(path: Path, passphrase: str = "") -> Restored:
    """Replace the database and files of an empty site by those of the backup. Raises `NotRestored`."""
    _check_empty()
    try:
        with work_folder(settings.VAR) as folder:
            manifest = unpack(path, folder, passphrase)
            _check_known(folder / DATABASE)
            _check_same_site(_text_of(folder / FILES / KEY_FILE))
            verified = run_in_copy(folder, "verify")
            if verified.returncode:
                raise NotRestored(f"The backup's database has mistakes: {verified.stdout.strip()[-1_000:]}")
            if connection.vendor == "sqlite":
                _place_file(folder / DATABASE)
            else:
                call_command("migrate", backup=False, verbosity=0)
                load_database(folder / DATABASE)
            _place_own_files(folder / FILES)
            older = missing_changes() or []
            forget_all()
    except BadParcel as error:
        raise NotRestored(str(error)) from error
    except sqlite3.Error as error:
        raise NotRestored(f"The backup's database cannot be read: {error}.") from error
    except OSError as error:
        raise NotRestored(f"{error.filename or settings.VAR}: {error.strerror or error}.") from error
    secret = _text_of(settings.VAR / KEY_FILE)
    return Restored(
        manifest, older, has_other_secret=os.environ.get("TENBO_SECRET_KEY", "").strip() not in {"", secret}
    )


def restore_from_store(name: str = "", passphrase: str = "") -> Restored:
    """Fetch a backup from TENBO_BACKUP_STORE (the newest one if `name` is empty), and restore it. Raises
    `NotRestored`."""
    if not settings.TENBO_BACKUP_STORE:
        raise NotRestored("TENBO_BACKUP_STORE is not set.")
    if name and not moment_of(name):
        raise NotRestored(f"{name} is no name of a backup; `manage.py restore --list` shows their names.")
    _check_empty()
    try:
        with work_folder(settings.VAR) as folder:
            with opened_store(settings.TENBO_BACKUP_STORE) as store:
                name = name or _newest(store.sizes())
                if not name:
                    raise NotRestored(f"There is no backup in {settings.TENBO_BACKUP_STORE}.")
                store.fetch(name, folder / name)
            return restore_backup(folder / name, passphrase)
    except StoreProblem as error:
        raise NotRestored(str(error)) from error
    except OSError as error:
        raise NotRestored(f"{error.filename or settings.VAR}: {error.strerror or error}.") from error


def _newest(names: Collection[str]) -> str:
    """Return the newest backup from `names`, which are sorted from the newest. A backup from the future is returned
    only if there is no other: the clock of a new server may not be set yet."""
    return newest_of(names, timezone.now()) or next(iter(names), "")


def _check_empty() -> None:
    try:
        tables = connection.introspection.table_names()
        is_empty = not any(model._meta.db_table in tables and model.objects.exists() for model in (User, Tournament))
    except Error as error:
        raise NotRestored(f"The database cannot be read: {database_problem() or error}.") from error
    if not is_empty:
        raise NotRestored(
            "This site has accounts or tournaments already, and a backup is restored into an empty place only: give"
            " another TENBO_VAR, or an empty database in DATABASE_URL."
        )


def _check_known(copy: Path) -> None:
    if any(app == "tournament" for app, _name in migrations_in(copy) - known_migrations()):
        raise NotRestored("The backup was made by a newer version of Tenbo: install that one first.")


def _check_same_site(secret: str) -> None:
    """Raise `NotRestored` if the folder TENBO_VAR has another secret key than the backup and is in use. `_check_empty`
    does not notice this if DATABASE_URL names an empty database that does not belong to the folder."""
    if {settings.SECRET_KEY, _text_of(settings.VAR / KEY_FILE) or settings.SECRET_KEY} == {secret}:
        return
    others = _files_in_use()
    if others:
        raise NotRestored(
            f"{settings.VAR} belongs to another site: its secret key is not the backup's, and it has"
            f" {', '.join(others[:3])} too. Give another TENBO_VAR, or move this folder aside."
        )


def _files_in_use() -> list[str]:
    """Return the files in TENBO_VAR that show that the site is in use. The secret key is not one of them, because every
    command creates it."""
    names = [name for _path, name in own_files() if name != KEY_FILE]
    if acknowledged_versions():
        names.append(settings.ACKNOWLEDGED.name)
    if Path(connection.settings_dict["NAME"]) != settings.VAR / DATABASE and _has_rows(settings.VAR / DATABASE):
        names.append(DATABASE)
    return names


def _has_rows(database: Path) -> bool:
    """Whether an SQLite file has accounts or tournaments, or cannot be read."""
    if not database.is_file():
        return False
    try:
        with closing(sqlite3.connect(f"{database.as_uri()}?mode=ro", uri=True)) as opened:
            tables = {name for (name,) in opened.execute("SELECT name FROM sqlite_master")}
            queries = [f"SELECT EXISTS (SELECT 1 FROM {table})" for table in OF_A_USED_SITE & tables]  # noqa: S608 (our names)
            return any(opened.execute(query).fetchone()[0] for query in queries)
    except sqlite3.Error:
        return True


def _text_of(path: Path) -> str:
    """Return the text of a small file; empty if the file does not exist."""
    return path.read_text(encoding="utf-8").strip() if path.is_file() else ""


def _place_file(copy: Path) -> None:
    target = Path(connection.settings_dict["NAME"])
    connection.close()
    for name in (f"{target.name}-wal", f"{target.name}-shm"):
        target.with_name(name).unlink(missing_ok=True)
    with closing(sqlite3.connect(copy)) as database:  # applies the changes in the write-ahead log
        database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    copy.chmod(0o600)
    copy.replace(target)
    sync_folder(target.parent)


def _place_own_files(folder: Path) -> None:
    for path in sorted(folder.rglob("*")):
        target = settings.VAR / path.relative_to(folder)
        if path.is_dir():
            target.mkdir(mode=0o700, parents=True, exist_ok=True)
        else:
            shutil.move(path, target)
            target.chmod(0o600)
