"""The changes that several entries of a tournament may get at once."""

from enum import StrEnum


class SeveralChange(StrEnum):
    """What happens to all the chosen entries. Three of them are names of a status."""

    PAID = "paid"
    UNPAID = "unpaid"
    ACCEPTED = "accepted"
    WAITING = "waiting"
    NO_SHOW = "no_show"
    REMOVED = "removed"
