"""The changes that can be made to several entries of a tournament at once."""

from enum import StrEnum


class SeveralChange(StrEnum):
    """The change to make to all chosen entries. `ACCEPTED`, `WAITING` and `NO_SHOW` have the values of
    `EntryStatus`."""

    PAID = "paid"
    UNPAID = "unpaid"
    ACCEPTED = "accepted"
    WAITING = "waiting"
    NO_SHOW = "no_show"
    REMOVED = "removed"
