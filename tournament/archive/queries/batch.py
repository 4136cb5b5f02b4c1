"""Which rows are written in one short transaction."""

from typing import Any

from django.db.models import BinaryField, IntegerField, JSONField, Model, QuerySet, TextField, Value
from django.db.models.functions import Coalesce, Length
from django.db.models.sql.compiler import SQLCompiler

UNBOUNDED = (BinaryField, TextField, JSONField)
"""The kinds of fields whose values may be long."""

MOST_BYTES = 5_000_000
"""A batch ends with the row with which the long fields of its rows have this many bytes. SQLite overwrites them with
zeros in some hundredths of a second, in which no table can record a hand."""

SIZES_AT_ONCE = 10
"""The number of rows whose size is read together."""


class _StoredLength(Length):
    """How many bytes a value takes in the database."""

    output_field = IntegerField()

    def as_sqlite(self, compiler: SQLCompiler, connection: Any, **extra: Any) -> Any:
        return self.as_sql(compiler, connection, template="LENGTH(CAST(%(expressions)s AS BLOB))", **extra)

    def as_postgresql(self, compiler: SQLCompiler, connection: Any, **extra: Any) -> Any:
        return self.as_sql(compiler, connection, function="PG_COLUMN_SIZE", **extra)


def next_batch(rows: "QuerySet[Any]", key: str = "pk", *, at_once: int) -> tuple[list[int], bool]:
    """Return the keys of the first of these rows, and whether no other rows are left. They are `at_once` rows, or fewer
    if these have `MOST_BYTES`.

    SQLite reads each value that it measures, and measures all rows before it sorts them. So the rows should have no
    order, or that of an index.
    """
    keys: list[int] = []
    size = 0
    for value, bytes_ in rows.values_list(key, _size(rows.model))[:at_once].iterator(chunk_size=SIZES_AT_ONCE):
        keys.append(value)
        size += bytes_
        if size >= MOST_BYTES:
            return keys, False
    return keys, len(keys) < at_once


def _size(model: type[Model]) -> Any:
    """Return the expression for how many bytes the long fields of a row have."""
    long = [field.attname for field in model._meta.local_concrete_fields if isinstance(field, UNBOUNDED)]
    return sum((Coalesce(_StoredLength(name), 0) for name in long), start=Value(0))
