"""The passphrase of backups, as an option of commands: it is read from a file or the environment, never from the
command line, which other people can see."""

import os
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError


def add_passphrase(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--passphrase-file",
        type=Path,
        help="its first line is the passphrase; default: TENBO_BACKUP_PASSPHRASE, or none",
    )


def passphrase_in(options: dict[str, Any]) -> str:
    """Return the passphrase from the options or the environment, empty if there is none. Raises CommandError if the
    passphrase's file cannot be read or is empty."""
    path: Path | None = options["passphrase_file"]
    if path is None:
        return os.environ.get("TENBO_BACKUP_PASSPHRASE", "").strip()
    try:
        passphrase = path.read_text(encoding="utf-8").partition("\n")[0].strip()
    except OSError as error:
        raise CommandError(f"{path.absolute()} cannot be read: {error.strerror}.") from None
    if not passphrase:
        raise CommandError(f"The first line of {path.absolute()} is empty: it should be the passphrase.")
    return passphrase
