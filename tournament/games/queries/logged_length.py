"""How much the log says about a hanchan."""

from django.db.models import QuerySet

from tournament.core.limits import LONGEST_CORRECTIONS_AT_TABLE
from tournament.core.queries.byte_length import ByteLength
from tournament.models import Hanchan, LogEntry, Tournament

ENTRIES_AT_ONCE = 10
"""The number of entries that are read and measured together."""


def logged_length(hanchan: Hanchan, *, up_to: int) -> int:
    """Return how many bytes the log entries about this hanchan have together: their data, reasons and authors. If they
    have more than `up_to`, return any number above it."""
    return _measured(hanchan.log.all(), up_to)[1]


def number_and_length(hanchan: Hanchan, kinds: tuple[str, ...]) -> tuple[int, int]:
    """Return the number of log entries of these kinds about this hanchan, and how many bytes they have together. If
    they have more than `LONGEST_CORRECTIONS_AT_TABLE`, return the number and the length of some of them that have
    more. One query."""
    return _measured(hanchan.log.filter(kind__in=kinds), LONGEST_CORRECTIONS_AT_TABLE)


def length_in_tournament(tournament: Tournament, kinds: tuple[str, ...], *, up_to: int) -> int:
    """Return how many bytes the log entries of these kinds have together. If they have more than `up_to`, return any
    number above it."""
    return _measured(tournament.log.filter(kind__in=kinds), up_to)[1]


def _measured(entries: QuerySet[LogEntry], up_to: int) -> tuple[int, int]:
    """Return the number of these entries and their length, and read no more entries once they have more than `up_to`
    bytes: a team may have written hundreds of megabytes, and the hands of all tables would wait."""
    size = ByteLength("data") + ByteLength("reason") + ByteLength("actor_name")
    number = length = 0
    # Without an order: to sort them, the database would measure all entries first.
    for bytes_ in entries.order_by().values_list(size, flat=True).iterator(chunk_size=ENTRIES_AT_ONCE):
        number, length = number + 1, length + bytes_
        if length > up_to:
            break
    return number, length
