"""The newest version of each tournament that was committed, in a small file beside the database.

A copy of the database may look complete and still lack changes that were confirmed to users. Examples are an SQLite
file without its write-ahead log, and a replica that lagged. A comparison with this file shows the loss.

Each tournament's version takes eight bytes, at an offset of eight times the tournament's id. The file is written after
each commit, without fsync. So after a power cut it may be older than the database, but never newer.
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
    """Store the version that was committed. A failure to write the file is only logged, because the commit cannot be
    undone."""
    try:
        handle = os.open(_path(), os.O_RDWR | os.O_CREAT, 0o600)
        try:
            os.lseek(handle, tournament_id * SLOT.size, os.SEEK_SET)
            before = os.read(handle, SLOT.size)
            if version and len(before) == SLOT.size and SLOT.unpack(before)[0] >= version:
                return  # another thread has already stored a later version
            os.lseek(handle, tournament_id * SLOT.size, os.SEEK_SET)
            os.write(handle, SLOT.pack(version))
        finally:
            os.close(handle)
    except OSError as error:
        logger.warning("%s cannot be written: %s", _path(), error.strerror)


def forget(tournament_id: int) -> None:
    """Remove the stored version of a tournament that was deleted."""
    acknowledge(tournament_id, 0)


def acknowledged_versions() -> dict[int, int] | None:
    """Return the stored version of each tournament by its id; None if there is no file. Raises `OSError`."""
    try:
        content = _path().read_bytes()
    except FileNotFoundError:
        return None
    slots = SLOT.iter_unpack(content[: len(content) // SLOT.size * SLOT.size])
    return {pk: version for pk, (version,) in enumerate(slots) if version}


def forget_all() -> None:
    """Remove the file: call this when another database replaces the current one."""
    with suppress(FileNotFoundError):
        _path().unlink()


def _path() -> Path:
    path: Path = settings.ACKNOWLEDGED
    return path
