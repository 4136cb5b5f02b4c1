"""Uploads a finished backup to TENBO_BACKUP_STORE, and removes outdated backups from the store."""

from dataclasses import dataclass, field, replace
from pathlib import Path

from django.conf import settings
from django.utils import timezone

from tournament.operation.generations import ENCRYPTED, outdated
from tournament.operation.store import BackupStore, NotPermitted, StoreProblem, opened_store
from tournament.operation.uploads import read_record, write_record


@dataclass(frozen=True, kw_only=True)
class BackupUpload:
    """The result of an upload. With a `problem` the backup is not in the store. A `warning` says which other work on
    the store failed. `newest` is the newest backup in the store."""

    store: str
    newest: str = ""
    removed: list[str] = field(default_factory=list)
    problem: str = ""
    warning: str = ""

    @property
    def text(self) -> str:
        if self.problem:
            return f"It was not uploaded to {self.store}. {self.problem}"
        removed = f" Outdated backups removed there: {len(self.removed)}." if self.removed else ""
        return f"Uploaded to {self.store}.{removed}{f' {self.warning}' if self.warning else ''}"


def upload_backup(path: Path) -> BackupUpload | None:
    """Upload this backup; return None if no store is configured. The file is not changed. A failed upload raises no
    error; its result has a `problem`."""
    address: str = settings.TENBO_BACKUP_STORE
    if not address:
        return None
    folder: Path = settings.TENBO_BACKUPS
    before = read_record(folder, address)
    began = replace(before, name=path.name, began_at=timezone.now().isoformat(), ended_at="", problem="")
    write_record(folder, began)
    try:
        upload = _upload(path, address)
    except (StoreProblem, OSError) as error:
        upload = BackupUpload(store=address, newest=before.newest, problem=str(error))
    ended_at = timezone.now().isoformat()
    write_record(folder, replace(began, newest=upload.newest, ended_at=ended_at, problem=upload.problem))
    return upload


def _upload(path: Path, address: str) -> BackupUpload:
    if not path.name.endswith(ENCRYPTED):
        raise StoreProblem(
            "It is not encrypted, and holds every key of the site, so it goes to no other computer: set"
            " TENBO_BACKUP_PASSPHRASE."
        )
    with opened_store(address) as store:
        store.upload(path)
        try:
            sizes = store.sizes()
        except NotPermitted as error:  # the key only has permission to write
            return BackupUpload(
                store=address, newest=path.name, warning=f"What is there was not listed, and nothing removed. {error}"
            )
        if sizes.get(path.name) != path.stat().st_size:
            raise StoreProblem("The store took it, and does not list it with its size.")
        removed, warning = _remove_outdated(store, sizes, path.name)
        return BackupUpload(store=address, newest=path.name, removed=removed, warning=warning)


def _remove_outdated(store: BackupStore, sizes: dict[str, int], new: str) -> tuple[list[str], str]:
    """Remove outdated backups from the store, but never the backup `new`. Return the names of the removed backups, and
    why a removal failed ("" if none did)."""
    removed: list[str] = []
    for name in sorted(outdated(sizes, timezone.now()) - {new}):
        try:
            store.remove(name)
        except StoreProblem as error:
            return removed, f"Outdated backups there could not be removed. {error}"
        removed.append(name)
    return removed, ""
