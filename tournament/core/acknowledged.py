"""The newest version of each tournament that was committed, in a small file beside the database.

A copy of the database that lacks changes which people were told are recorded (an SQLite file without its log, a replica
that was behind) looks whole by itself. This file tells. It holds eight bytes for each tournament, at eight times its
id. It is written after each commit and never waited for, so after a power cut it may be behind, but not ahead.
"""

import logging
import os
import struct
from contextlib import suppress
from pathlib import Path

from django.conf import settings

SLOT = struct.Struct("<Q")

logger = logging.getLogger(__name__)


def acknowledge(tournament_id: int, version: int) -> None:
    """Keep the version of a commit. A file that cannot be written fails nothing: the commit is done."""
    try:
        handle = os.open(_path(), os.O_RDWR | os.O_CREAT, 0o600)
        try:
            os.lseek(handle, tournament_id * SLOT.size, os.SEEK_SET)
            before = os.read(handle, SLOT.size)
            if version and len(before) == SLOT.size and SLOT.unpack(before)[0] >= version:
                return  # another thread was faster with a later one
            os.lseek(handle, tournament_id * SLOT.size, os.SEEK_SET)
            os.write(handle, SLOT.pack(version))
        finally:
            os.close(handle)
    except OSError as error:
        logger.warning("%s cannot be written: %s", _path(), error.strerror)


def forget(tournament_id: int) -> None:
    """Remove a tournament that was deleted."""
    acknowledge(tournament_id, 0)


def acknowledged_versions() -> dict[int, int] | None:
    """The version of each tournament by its id; None if there is no file. Raises `OSError`."""
    try:
        content = _path().read_bytes()
    except FileNotFoundError:
        return None
    slots = SLOT.iter_unpack(content[: len(content) // SLOT.size * SLOT.size])
    return {pk: version for pk, (version,) in enumerate(slots) if version}


def begin_anew() -> None:
    """Remove the file, because another database takes the place of the one that it is about."""
    with suppress(FileNotFoundError):
        _path().unlink()


def _path() -> Path:
    path: Path = settings.ACKNOWLEDGED
    return path
