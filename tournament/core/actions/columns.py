"""Saves columns of many rows."""

from collections.abc import Iterable, Sequence
from typing import Any, cast

from django.db import connection, models


def save_columns(rows: Iterable[models.Model], columns: Sequence[str]) -> None:
    """Save these columns of rows of one model. For thousands of rows, `bulk_update` would take six to ten times as
    long. For actions only: the caller holds the lock."""
    rows = list(rows)
    if not rows:
        return
    model = type(rows[0])._meta
    key, *fields = [cast("models.Field[Any, Any]", model.get_field(name)) for name in (model.pk.name, *columns)]
    set_all = ", ".join(f"{field.column} = %s" for field in fields)
    values = [[_stored(field, row) for field in (*fields, key)] for row in rows]
    with connection.cursor() as cursor:
        statement = f"UPDATE {model.db_table} SET {set_all} WHERE {key.column} = %s"  # noqa: S608 (our names)
        cursor.executemany(statement, values)


def _stored(field: "models.Field[Any, Any]", row: models.Model) -> Any:
    return field.get_db_prep_save(getattr(row, field.attname), connection)
