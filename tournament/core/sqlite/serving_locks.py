"""Locks that show whether another process serves the same SQLite database, which only one process should do.

The system releases a process's lock when the process ends, even if it is killed. Windows has no such locks.
"""

import logging
import os
import sys
from pathlib import Path

if sys.platform != "win32":
    import fcntl

FILES = (".serving-1", ".serving-2")
"""Names of the files in TENBO_VAR that the first and the second process lock."""

logger = logging.getLogger(__name__)


def note_serving(var: Path) -> None:
    """Hold a lock until this process ends, and log a warning if another process serves the database already."""
    if lock(var / FILES[0]) is None and lock(var / FILES[1]) is not None:
        logger.warning("Another process serves this SQLite database too, and SQLite takes one. End one of them.")


def is_served_twice(var: Path) -> bool:
    """Whether two processes serve the database in this folder."""
    handles = [lock(var / name) if (var / name).exists() else -1 for name in FILES]
    for handle in handles:
        if handle is not None and handle >= 0:
            os.close(handle)
    return handles == [None, None]


def lock(path: Path) -> int | None:
    """Lock this file and return the handle that holds the lock; None if another handle holds it. Where files cannot be
    locked the handle is -1."""
    if sys.platform == "win32":
        return -1
    handle = -1
    try:
        handle = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(handle)
        return None
    except OSError:  # some network drives
        return handle
    return handle
