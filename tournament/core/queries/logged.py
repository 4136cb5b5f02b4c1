"""Reads values from the data of many log entries without keeping the data.

The log of an imported document may have any JSON for the data of an entry, up to a megabyte, and 20 megabytes together.
In Python they take thirty times as much.
"""

from collections.abc import Collection, Iterator, Sequence
from typing import Any

from django.db.models import QuerySet

from tournament.models import LogEntry

ENTRIES_AT_ONCE = 10
"""How many entries are fetched from the database at once. Django reads their JSON one by one."""

LONGEST_TEXT = 200
"""The longest text that `logged_values` returns."""


def logged_values(entries: "QuerySet[LogEntry]", keys: Collection[str], *columns: str) -> Iterator[tuple[Any, ...]]:
    """Yield for each entry the values of these keys in its data, and then these columns. A value is None if it is
    missing, or neither a number, a boolean nor a text of at most `LONGEST_TEXT` characters.

    The entries are fetched while they are read, in their order.
    """
    # The whole `data` is read, because a lookup of a JSON key in Django leaves an exception that keeps all frames of
    # its callers, and everything in them, in memory until the next full garbage collection.
    for data, *others in entries.values_list("data", *columns).iterator(chunk_size=ENTRIES_AT_ONCE):
        values = (*(_short(data.get(key)) for key in keys), *others)
        del data  # before the next entry is read
        yield values


def with_data(entries: Sequence[LogEntry]) -> Iterator[LogEntry]:
    """Yield entries that were loaded without `data`, the newest first. An entry has its data only until the next entry
    is read. One query."""
    by_pk = {entry.pk: entry for entry in entries}
    rows = LogEntry.objects.filter(pk__in=by_pk).order_by("-number").values_list("pk", "data")
    for pk, data in rows.iterator(chunk_size=ENTRIES_AT_ONCE):
        entry = by_pk[pk]
        entry.data = data
        del data
        yield entry
        del entry.data  # before the next one is read


def _short(value: Any) -> Any:
    is_short = len(value) <= LONGEST_TEXT if isinstance(value, str) else isinstance(value, int | float)
    return value if is_short else None
