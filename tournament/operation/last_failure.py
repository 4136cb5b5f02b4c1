"""The file that says why the last backup failed, so that the doctor and a page can tell. The next backup removes it."""

from contextlib import suppress
from pathlib import Path

FILE = ".backup-failure"
"""Name of the file in TENBO_VAR, which no backup contains."""


def note_failure(var: Path, reason: str) -> None:
    """Write down why a backup failed; an empty reason means that it succeeded. Nothing is written on a full disk."""
    with suppress(OSError):
        if reason:
            (var / FILE).write_text(reason, encoding="utf-8")
        else:
            (var / FILE).unlink(missing_ok=True)


def last_failure(var: Path) -> str:
    """The reason why the last backup failed; empty if it succeeded."""
    try:
        return (var / FILE).read_text(encoding="utf-8").strip()
    except (OSError, ValueError):
        return ""
