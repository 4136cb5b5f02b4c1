"""Collects the facts for the diagnosis about the site that this process serves."""

import os
import re
import shutil
import stat
import sys
from collections.abc import Iterable
from datetime import timedelta
from pathlib import Path

from django.conf import settings
from django.db import Error, connection
from django.utils import timezone

import tournament.settings
from tournament.archive.queries.acknowledged import missing_changes
from tournament.core.queries.disk import free_bytes, reserved_bytes
from tournament.core.queries.health import reading_problem, writing_problem
from tournament.core.sqlite.serving_locks import is_served_twice
from tournament.core.threads.interruption import was_interrupted
from tournament.environment import secret_in
from tournament.operation.diagnosis import Findings
from tournament.operation.generations import ENCRYPTED, backups_in, is_from_future, moment_of, newest_of
from tournament.operation.last_failure import last_failure
from tournament.operation.uploads import UploadRecord, read_record

OF_CADDY = {"TENBO_SITE", "TENBO_UPSTREAMS", "TENBO_HTTP_PORT", "TENBO_HTTPS_PORT"}
"""Names of the environment variables that deploy/Caddyfile reads."""


def findings() -> Findings:
    read_problem = reading_problem()
    static_root: Path | None = settings.STATIC_ROOT
    uploads, now = upload_record(), timezone.now()
    return Findings(
        address=settings.TENBO_ADDRESS,
        https=settings.HTTPS,
        proxies=settings.TENBO_PROXIES,
        debug=settings.DEBUG,
        is_sqlite=connection.vendor == "sqlite",
        is_served_twice=is_served_twice(settings.VAR),
        read_problem=read_problem,
        write_problem="" if read_problem else writing_problem(),
        var=str(settings.VAR),
        free_bytes=free_bytes(),
        reserved_bytes=reserved_bytes(),
        has_other_secret=has_other_secret(settings.VAR),
        readable_by_others=readable_by_others(settings.VAR),
        languages_not_compiled=_not_compiled(),
        static_root=str(static_root or ""),
        is_static_collected=static_root is None or (static_root / "staticfiles.json").is_file(),
        is_quiet=settings.TENBO_QUIET,
        mail_host=settings.EMAIL_HOST,
        has_sender="TENBO_MAIL_FROM" in os.environ,
        unknown_variables=unknown_variables(os.environ),
        open_files=_open_files(),
        backups=str(settings.TENBO_BACKUPS),
        backups_problem=folder_problem(settings.TENBO_BACKUPS, to_write=False),
        backups_free_bytes=free_bytes_of(settings.TENBO_BACKUPS),
        backup_bytes=size_of(newest_backup()),
        backup_failure=last_failure(settings.VAR),
        backup_age=backup_age(),
        backups_from_future=[name for name in _backups() if is_from_future(name, now)],
        backups_encrypted=newest_is_encrypted(),
        passphrase_length=len(os.environ.get("TENBO_BACKUP_PASSPHRASE", "").strip()),
        store=settings.TENBO_BACKUP_STORE,
        store_age=uploads.age(now),
        upload_problem=uploads.problem_at(now),
        missing_changes=[] if read_problem else _missing(),
    )


def newest_backup() -> Path | None:
    """Return the newest backup in TENBO_BACKUPS, apart from backups from the future; None if there is no such backup,
    or if the folder cannot be listed."""
    newest = newest_of(_backups(), timezone.now())
    return settings.TENBO_BACKUPS / newest if newest else None


def _backups() -> list[str]:
    """Return the names of the backups in TENBO_BACKUPS; empty if the folder cannot be listed."""
    try:
        return [path.name for path in backups_in(settings.TENBO_BACKUPS)]
    except OSError:
        return []


def backup_age() -> timedelta | None:
    """Return the time since the newest backup; None if no backup is found."""
    newest = newest_backup()
    moment = moment_of(newest.name) if newest else None
    return timezone.now() - moment if moment else None


def size_of(path: Path | None) -> int:
    """Return the size of a file in bytes; 0 if there is no file."""
    try:
        return path.stat().st_size if path else 0
    except OSError:
        return 0


def free_bytes_of(folder: Path) -> int:
    """Return the number of free bytes on the disk of this folder; 0 if the folder does not exist or cannot be read."""
    try:
        return shutil.disk_usage(folder).free
    except OSError:
        return 0


def upload_record() -> UploadRecord:
    """Return the record of uploads to TENBO_BACKUP_STORE; empty if this variable is not set. No request is sent to the
    store."""
    store: str = settings.TENBO_BACKUP_STORE
    return read_record(settings.TENBO_BACKUPS, store) if store else UploadRecord()


def newest_is_encrypted() -> bool:
    """Whether the newest backup is encrypted; True if no backup is found."""
    newest = newest_backup()
    return newest is None or newest.name.endswith(ENCRYPTED)


def folder_problem(folder: Path, *, to_write: bool = True) -> str:
    """Return the reason why this process can neither use this folder for backups nor create it; empty if it can.
    Without `to_write`, as for processes that serve pages and may not change backups, ask only whether it can read
    them."""
    try:
        nearest = next(path for path in (folder, *folder.parents) if path.exists())
    except OSError:  # the user may not enter a parent folder
        return f"{folder} cannot be reached"
    if not nearest.is_dir():
        return f"{nearest} is no folder"
    if nearest == folder and not os.access(folder, os.R_OK):
        return f"{folder} cannot be listed"
    return "" if not to_write or os.access(nearest, os.W_OK | os.X_OK) else f"{nearest} cannot be written"


def unknown_variables(names: Iterable[str]) -> list[str]:
    """Return the names that begin with TENBO_ but are not in the docstring of `tournament.settings`."""
    known = re.findall(r"\bTENBO_[A-Z_]+", tournament.settings.__doc__ or "")
    return sorted(name for name in names if name.startswith("TENBO_") and name not in {*known, *OF_CADDY})


def has_other_secret(folder: Path) -> bool:
    """Whether signatures by the key in the file secret-key are no longer valid, because TENBO_SECRET_KEY replaces this
    key and it is not among the former keys."""
    file = folder / "secret-key"
    return file.is_file() and secret_in(file) not in {settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS}


def readable_by_others(folder: Path) -> list[str]:
    """Return the names of files with secrets in this folder that other users of this computer can read."""
    if sys.platform == "win32" or not folder.stat().st_mode & (stat.S_IXGRP | stat.S_IXOTH):
        return []
    names = ("secret-key", "https-authority.pem", "tenbo.sqlite3")
    others = stat.S_IRGRP | stat.S_IROTH
    return [name for name in names if (folder / name).is_file() and (folder / name).stat().st_mode & others]


def _not_compiled() -> list[str]:
    folders = [
        Path(path) / code / "LC_MESSAGES" for path in settings.LOCALE_PATHS for code, _name in settings.LANGUAGES
    ]
    return [
        folder.parent.name
        for folder in folders
        if (folder / "django.po").is_file() and not (folder / "django.mo").is_file()
    ]


def _open_files() -> int:
    if sys.platform == "win32":
        return 2**31
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = hard if hard != resource.RLIM_INFINITY else soft  # to which the server raises its soft limit
    return most if most != resource.RLIM_INFINITY else 2**31


def _missing() -> list[str]:
    try:
        return missing_changes() or []
    except (Error, OSError):
        if was_interrupted():
            raise
        return []
