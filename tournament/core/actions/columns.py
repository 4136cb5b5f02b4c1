"""Saves columns of many rows."""

from collections.abc import Callable, Iterable, Sequence
from copy import copy
from typing import Any, TypeVar, cast

from django.db import connection, models

from tournament.core.threads.interruption import raise_if_interrupted

AT_ONCE = 1_000
"""Rows that are saved without a break. Nothing interrupts `executemany`: SQLite stops only the statement for one row,
and Python executes no code of ours meanwhile."""

Row = TypeVar("Row", bound=models.Model)


def save_columns(rows: Iterable[models.Model], columns: Sequence[str]) -> None:
    """Save these columns of rows of one model. For thousands of rows, `bulk_update` would take six to ten times as
    long. For actions only: the caller holds the lock. Raises `Interrupted`."""
    rows = list(rows)
    if not rows:
        return
    model = type(rows[0])._meta
    key, *fields = [cast("models.Field[Any, Any]", model.get_field(name)) for name in (model.pk.name, *columns)]
    set_all = ", ".join(f"{field.column} = %s" for field in fields)
    statement = f"UPDATE {model.db_table} SET {set_all} WHERE {key.column} = %s"  # noqa: S608 (our names)
    with connection.cursor() as cursor:
        for start in range(0, len(rows), AT_ONCE):
            raise_if_interrupted()
            batch = rows[start : start + AT_ONCE]
            cursor.executemany(statement, [[_stored(field, row) for field in (*fields, key)] for row in batch])


def save_changed(rows: Iterable[Row], change: Callable[[Row], None], *columns: str) -> None:
    """Call `change` for each row, and save those of these columns that it changed. In a JSON column it may replace the
    values of keys, but change nothing deeper. The caller holds the lock. Raises `Interrupted`.

    The form's account pays for all that is saved (`core.actions.write_budget`), and an entry of an imported log may
    have a megabyte.
    """
    changed: dict[tuple[str, ...], list[Row]] = {}
    for row in rows:
        before = {column: copy(getattr(row, column)) for column in columns}
        change(row)
        names = tuple(column for column in columns if getattr(row, column) != before[column])
        changed.setdefault(names, []).append(row)
    for names, rows_changed in changed.items():
        if names:
            save_columns(rows_changed, names)


def _stored(field: "models.Field[Any, Any]", row: models.Model) -> Any:
    return field.get_db_prep_save(getattr(row, field.attname), connection)
