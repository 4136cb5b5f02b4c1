"""Makes folders for unfinished work, and removes folders that killed processes left.

The process that works in such a folder holds a lock on it (flock). The system releases this lock when the process ends
or is killed. So a folder whose lock is free is abandoned.
"""

import os
import shutil
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import mkdtemp

if sys.platform != "win32":
    import fcntl

PREFIX = ".unfinished-"

GIVEN_UP_AFTER = 6 * 60 * 60
"""Seconds after which a folder counts as abandoned if folders cannot be locked, as on Windows and on some network
drives."""


@contextmanager
def work_folder(parent: Path) -> Iterator[Path]:
    """Yield a new folder in `parent` that only its owner can open, and remove it afterwards. First remove abandoned
    folders in `parent`. Raises `OSError`."""
    # Under a lock of the parent, because a folder that was just made is not locked yet, and looks abandoned.
    parents_lock = _lock(parent, wait=True)
    try:
        _remove_abandoned(parent)
        work = Path(mkdtemp(prefix=PREFIX, dir=parent))
        lock = _lock(work)
    finally:
        _release(parents_lock)
    try:
        yield work
    finally:
        shutil.rmtree(work, ignore_errors=True)
        _release(lock)


def _remove_abandoned(parent: Path) -> None:
    for folder in parent.glob(f"{PREFIX}*"):
        with suppress(OSError):  # in use, being removed, or another user's
            lock = _lock(folder)
            if lock is not None or folder.stat().st_mtime < time.time() - GIVEN_UP_AFTER:
                shutil.rmtree(folder, ignore_errors=True)
            _release(lock)


def _lock(folder: Path, *, wait: bool = False) -> int | None:
    """Lock a folder and return the handle that holds the lock; None if folders cannot be locked on this system. Raises
    `BlockingIOError` if the folder is already locked, unless `wait` is set."""
    if sys.platform == "win32":
        return None
    handle = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
    except BlockingIOError:
        os.close(handle)
        raise
    except OSError:
        os.close(handle)
        return None
    return handle


def _release(lock: int | None) -> None:
    if lock is not None:
        os.close(lock)
