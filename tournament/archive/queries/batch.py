"""Which rows are written in one short transaction."""

from typing import Any

from django.db.models import QuerySet

from tournament.core.queries.byte_length import bytes_of_row

MOST_BYTES = 5_000_000
"""A batch ends with the row with which the `UNBOUNDED` fields of its rows have this many bytes. SQLite overwrites them
with zeros in some hundredths of a second, in which no table can record a hand."""

SIZES_AT_ONCE = 10
"""The number of rows whose size is read together."""


def next_batch(rows: "QuerySet[Any]", key: str = "pk", *, at_once: int) -> tuple[list[int], bool]:
    """Return the keys of the first of these rows, and whether no other rows are left. They are `at_once` rows, or fewer
    if these have `MOST_BYTES`.

    SQLite reads each value that it measures, and measures all rows before it sorts them. So the rows should have no
    order, or that of an index.
    """
    keys: list[int] = []
    size = 0
    for value, bytes_ in rows.values_list(key, bytes_of_row(rows.model))[:at_once].iterator(chunk_size=SIZES_AT_ONCE):
        keys.append(value)
        size += bytes_
        if size >= MOST_BYTES:
            return keys, False
    return keys, len(keys) < at_once
