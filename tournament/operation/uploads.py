"""The file that records the result of the last upload of a backup, so that a page can show the result without a request
to the store."""

import json
import os
import tempfile
from contextlib import suppress
from dataclasses import asdict, dataclass
from datetime import datetime, timedelta
from pathlib import Path

from tournament.operation.generations import moment_of

FILE = "uploads.json"
"""Name of the file in TENBO_BACKUPS."""

LONGEST = timedelta(hours=1)
"""Time after which an unfinished upload is considered interrupted."""


@dataclass(frozen=True, kw_only=True)
class UploadRecord:
    """The last upload to a store: `newest` is the newest backup in the store, `name` the backup whose upload began
    last.

    `problem` says why the last upload failed. While an upload is running, or if it was interrupted, `ended_at` is
    empty.
    """

    store: str = ""
    newest: str = ""
    name: str = ""
    began_at: str = ""
    ended_at: str = ""
    problem: str = ""

    def age(self, now: datetime) -> timedelta | None:
        """Return the time since the newest backup in the store was made; None if the store has no backup."""
        moment = moment_of(self.newest)
        return now - moment if moment else None

    def problem_at(self, now: datetime) -> str:
        """Return the reason why the last backup is not in the store. It is empty if the backup is in the store, if its
        upload is running, or if there was no upload yet."""
        if self.began_at and not self.ended_at and now - datetime.fromisoformat(self.began_at) > LONGEST:
            return f"The upload of {self.name} was interrupted."
        return self.problem


def read_record(folder: Path, store: str) -> UploadRecord:
    """Return the record of uploads to this store; an empty record if there is none, or if it cannot be read."""
    try:
        fields = json.loads((folder / FILE).read_text(encoding="utf-8"))
        record = UploadRecord(**{name: str(value) for name, value in fields.items()})
        datetime.fromisoformat(record.began_at)
    except (OSError, ValueError, TypeError, AttributeError):
        return UploadRecord(store=store)
    return record if record.store == store else UploadRecord(store=store)


def write_record(folder: Path, record: UploadRecord) -> None:
    """Replace the record. If the disk is full, the old record remains: the store may then have newer backups than
    `newest`, but it always has the backup `newest`."""
    with suppress(OSError):
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        handle, draft = tempfile.mkstemp(dir=folder, prefix=f".{FILE}")
        try:
            with os.fdopen(handle, "w", encoding="utf-8") as file:
                json.dump(asdict(record), file, indent=2)
            Path(draft).replace(folder / FILE)
        finally:
            Path(draft).unlink(missing_ok=True)
