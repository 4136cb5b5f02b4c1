"""Records of rows, and rows of records: a key and a column of one name have one value.

Each part's module says what differs, and every reference between rows.
"""

import datetime
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeVar

from django.db.models import Model

from scoring.rules import Ruleset
from tournament.archive.tenbo.values import moment_text
from tournament.models import Table, Tournament

AT_ONCE = 500
"""Rows in one statement."""

Shape = TypeVar("Shape")
Row = TypeVar("Row", bound=Model)


@dataclass(kw_only=True)
class Made:
    """The tournament, its tables by number, and our ids by the document's: of entries, hanchans and entries of the log,
    None of None."""

    rules: Ruleset
    tournament: Tournament
    tables: dict[int, Table] = field(default_factory=dict)
    entries: dict[int, int] = field(default_factory=dict)
    hanchans: dict[int, int] = field(default_factory=dict)
    log: dict[int | None, Any] = field(default_factory=lambda: {None: None})

    def log_ids(self, record: Mapping[str, Any], *keys: str) -> dict[str, Any]:
        """Columns that refer to the log, of the record's keys with log numbers."""
        return {f"{key}_id": self.log[record[key]] for key in keys}


def record_of(shape: type[Shape], *rows: Model, **others: Any) -> Shape:
    """A record of this shape: its keys in their order, from the columns of the rows or, before these, from `others`.
    A public shape leaves out the others that it has no key for.

    Nothing is checked: a safety copy is written whatever the database holds.
    """
    values: dict[str, Any] = {}
    for row in rows:
        values |= vars(row)
    values |= others
    record: Any = {key: _json_of(values[key]) for key in shape.__annotations__}
    return record  # type: ignore[no-any-return]


def row_of(model: type[Row], record: Mapping[str, Any], **others: Any) -> Row:
    """A new row: its columns from the record's keys or, before these, from `others`; the rest have their defaults."""
    columns = {
        column.attname: column.to_python(record[column.attname])
        for column in model._meta.concrete_fields
        if column.attname in record and not column.primary_key
    }
    return model(**columns | others)


def by_wind(points: Iterable[int]) -> dict[str, int]:
    """Columns of four points, which their records have as a list."""
    return dict(zip(("east", "south", "west", "north"), points, strict=True))


def _json_of(value: Any) -> Any:
    match value:
        case datetime.datetime():
            return moment_text(value)
        case datetime.date():
            return value.isoformat()
        case tuple():
            return list(value)
        case _:
            return value
