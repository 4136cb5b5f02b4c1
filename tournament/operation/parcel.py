"""The file of a backup (parcel): a compressed archive with the database and the site's own files, optionally encrypted.

    tenbo.json      the manifest: time and version of the backup, and size and SHA-256 of every other file
    tenbo.sqlite3   the database, converted to SQLite if the site uses PostgreSQL
    var/…           the secret key and the site's other files in TENBO_VAR

With a passphrase the archive is encrypted (`archive.encryption`).
"""

import gzip
import hashlib
import json
import os
import shutil
import tarfile
from collections.abc import Mapping
from pathlib import Path, PurePosixPath
from typing import IO, Any
from zlib import error as ZlibError  # noqa: N812 (it is an exception)

from tournament.archive.encryption import MAGIC, NotDecrypted, decrypt, encrypt, is_encrypted

FORMAT = "tenbo-backup/1"
MANIFEST = "tenbo.json"
DATABASE = "tenbo.sqlite3"
FILES = "var"


class BadParcel(Exception):
    """The file cannot be unpacked; the error's text says why."""


def pack(path: Path, folder: Path, about: Mapping[str, Any], passphrase: str = "") -> None:
    """Write the files of a folder, with a manifest that contains `about`, into a new file at `path`, and flush it to
    the disk."""
    files = sorted(file for file in folder.rglob("*") if file.is_file())
    sums = {file.relative_to(folder).as_posix(): _sum(file) for file in files}
    (folder / MANIFEST).write_text(json.dumps({"format": FORMAT, **about, "files": sums}, indent=2), encoding="utf-8")
    with os.fdopen(os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600), "w+b") as file:
        with tarfile.open(fileobj=file, mode="w:gz", compresslevel=6) as archive:
            for name in [MANIFEST, *sums]:
                archive.add(folder / name, name, filter=_without_owner)
        if passphrase:
            file.seek(0)
            plain = path.with_name(f"{path.name}.plain")
            path.rename(plain)
            _encrypt(file, path, passphrase)
            plain.unlink()
        else:
            file.flush()
            os.fsync(file.fileno())


def unpack(path: Path, folder: Path, passphrase: str = "") -> dict[str, Any]:
    """Unpack into an empty folder and return the manifest. Raises `BadParcel`, and `OSError` for errors of the disk."""
    with path.open("rb") as file:
        needs_passphrase = is_encrypted(file.read(len(MAGIC)))
    if needs_passphrase and not passphrase:
        raise BadParcel(f"{path.name} is encrypted: set TENBO_BACKUP_PASSPHRASE, or give --passphrase-file.")
    source = path
    try:
        if needs_passphrase:
            source = folder / ".decrypted"
            _decrypt(path, source, passphrase)
        with tarfile.open(source, mode="r:gz") as archive:
            for entry in archive:
                _extract(archive, entry, folder)
    except (tarfile.TarError, FileExistsError, gzip.BadGzipFile, EOFError, ZlibError) as error:
        raise BadParcel(f"{path.name} is no backup of Tenbo, or it is damaged.") from error
    finally:
        if needs_passphrase:
            source.unlink(missing_ok=True)
    return _checked(path.name, folder)


def _extract(archive: tarfile.TarFile, entry: tarfile.TarInfo, folder: Path) -> None:
    """Write one file of a backup. Links, folders and unknown names are refused, because with them a hostile archive
    could write outside the folder."""
    parts = PurePosixPath(entry.name).parts
    is_ours = entry.name in {MANIFEST, DATABASE} or (parts[:1] == (FILES,) and len(parts) > 1)
    content = archive.extractfile(entry) if entry.isreg() and is_ours and ".." not in parts else None
    if content is None:
        raise tarfile.ExtractError(entry.name)
    path = folder.joinpath(*parts)
    path.parent.mkdir(parents=True, exist_ok=True)
    with content, _new_file(path) as file:
        shutil.copyfileobj(content, file)


def _encrypt(source: IO[bytes], path: Path, passphrase: str) -> None:
    with _new_file(path) as file:
        encrypt(source, file, passphrase)
        file.flush()
        os.fsync(file.fileno())


def _decrypt(path: Path, target: Path, passphrase: str) -> None:
    try:
        with path.open("rb") as source, _new_file(target) as file:
            decrypt(source, file, passphrase)
    except NotDecrypted as error:
        what = "it is damaged" if error.began else "the passphrase is wrong, or the file is damaged"
        raise BadParcel(f"{path.name} cannot be decrypted: {what}.") from error


def _new_file(path: Path) -> IO[bytes]:
    return os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb")


def _checked(name: str, folder: Path) -> dict[str, Any]:
    try:
        manifest: dict[str, Any] = json.loads((folder / MANIFEST).read_text(encoding="utf-8"))
        sums = dict(manifest["files"])
    except (OSError, ValueError, KeyError, TypeError, RecursionError) as error:
        raise BadParcel(f"{name} is no backup of Tenbo.") from error
    if manifest.get("format") != FORMAT:
        raise BadParcel(f"{name} is of the format {manifest.get('format')!r}: it needs another version of Tenbo.")
    present = {file.relative_to(folder).as_posix() for file in folder.rglob("*") if file.is_file()} - {MANIFEST}
    if present != sums.keys() or any(_sum(folder / file) != entry for file, entry in sums.items()):
        raise BadParcel(f"{name} is damaged: its files are not those that were packed.")
    return manifest


def _sum(file: Path) -> dict[str, Any]:
    with file.open("rb") as content:
        return {"size": file.stat().st_size, "sha256": hashlib.file_digest(content, "sha256").hexdigest()}


def _without_owner(entry: tarfile.TarInfo) -> tarfile.TarInfo:
    entry.uid = entry.gid = 0
    entry.uname = entry.gname = ""
    entry.mode = 0o600
    return entry


def is_own_file(name: str) -> bool:
    """Whether a file in TENBO_VAR is copied into backups unchanged; `name` is the file's path below TENBO_VAR, with
    slashes."""
    path = PurePosixPath(name)
    is_database = path.name.startswith((DATABASE, "test.sqlite3"))
    is_draft = any(part.startswith((".", "messages.tmp")) for part in path.parts)
    return not (is_database or is_draft or path.name == "acknowledged")
