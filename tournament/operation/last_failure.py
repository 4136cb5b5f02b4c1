"""The file with the reason why the last backup failed, for the command doctor and the operator's page. The next
successful backup removes it."""

from contextlib import suppress
from pathlib import Path

FILE = ".backup-failure"
"""Name of the file in TENBO_VAR; this file is left out of backups."""


def note_failure(var: Path, reason: str) -> None:
    """Write the reason why a backup failed; an empty reason (the backup succeeded) removes the file. If the disk is
    full, nothing is written and no error is raised."""
    with suppress(OSError):
        if reason:
            (var / FILE).write_text(reason, encoding="utf-8")
        else:
            (var / FILE).unlink(missing_ok=True)


def last_failure(var: Path) -> str:
    """Return the reason why the last backup failed; empty if it succeeded."""
    try:
        return (var / FILE).read_text(encoding="utf-8").strip()
    except (OSError, ValueError):
        return ""
