"""Free space on the disk of TENBO_VAR, which contains SQLite's database. A part of the disk is reserved for hands and
results.

When only this reserve is left, actions that need much space are refused: actions that add files, pictures, rehearsals,
copies, lists of players, seating plans or mails, or that change several entries at once. No messages to phones are
written either. New accounts and tournaments are refused too, because each account may use a part of the reserve. A
tournament that comes back from a laptop may use the first half of the reserve (`archive.actions.room`).
"""

import shutil

from django.conf import settings
from django.utils.translation import gettext_lazy as _

from tournament.core.errors import NotDone

RESERVED_BYTES = 1_000_000_000
RESERVED_SHARE = 20
"""The reserve is one gigabyte or, on a small disk, the disk's size divided by this number."""


class DiskNearlyFull(NotDone):
    """The disk is nearly full: only the reserve for hands and results is left."""

    message = _(
        "The disk of this site is nearly full, so nothing was saved here. Hands and results are still"
        " recorded. Until the operator frees space, Tenbo refuses new accounts and tournaments, imports,"
        " copies, pictures, rehearsals, lists of players, seating plans, mails and changes of several players at once."
    )


def free_bytes() -> int:
    return shutil.disk_usage(settings.VAR).free


def reserved_bytes() -> int:
    return min(RESERVED_BYTES, shutil.disk_usage(settings.VAR).total // RESERVED_SHARE)


def is_nearly_full() -> bool:
    """Whether only the reserve for hands and results is left on the disk."""
    return free_bytes() < reserved_bytes()


def is_reserve_half_used() -> bool:
    return free_bytes() < reserved_bytes() / 2


def check_free_space() -> None:
    """Raise `DiskNearlyFull` if only the reserve for hands and results is left on the disk."""
    if is_nearly_full():
        raise DiskNearlyFull
