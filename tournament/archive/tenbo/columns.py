"""Copies rows to records and back: a key of a record has the value of the column with the same name.

The module of each part supplies the values whose names or types differ, and names the references between rows.
"""

import datetime
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import islice
from typing import Any, TypeVar

from django.db import transaction
from django.db.models import Model

from scoring.rules import Ruleset
from tournament.archive.tenbo.values import moment_text
from tournament.models import Hand, PaperResult, Signature, Tournament

BATCH_SIZE = 500
"""Rows in one transaction."""

Shape = TypeVar("Shape")
Value = TypeVar("Value")
Row = TypeVar("Row", bound=Model)
Kept = dict[tuple[int, datetime.datetime], dict[str, Any]]

OF_ACCOUNTS: dict[type[Model], tuple[str, tuple[str, ...]]] = {
    Hand: ("recorded_at", ("key", "recorded_user_id")),
    PaperResult: ("recorded_at", ("recorded_user_id",)),
    Signature: ("at", ("user_id",)),
}
"""Models with accounts or keys, which a document does not contain. For each model: the time column that identifies a
row of a hanchan, and the columns to copy from the old row."""


@dataclass(kw_only=True)
class ImportedRows:
    """The tournament that is being imported, and the ids of its rows by model and by their ids in the document.

    `replace_facts` fills in further fields. Then `ids` begins with the existing entries, tables and log entries, which
    are not created again. `hanchan_pks` are the database ids of existing hanchans, and `revisions` their revisions;
    both are by the hanchan's id in the document. `kept` are the values of columns that a document lacks
    (`OF_ACCOUNTS`), by model, hanchan and time. `counted` are the hands of the document's games if they were computed
    before, by the hanchan's id in the document.
    """

    rules: Ruleset
    tournament: Tournament
    hanchan_pks: dict[int, int] = field(default_factory=dict)
    revisions: dict[int, int] = field(default_factory=dict)
    kept: dict[type[Model], Kept] = field(default_factory=dict)
    counted: dict[int, list[Any]] = field(default_factory=dict)
    ids: defaultdict[type[Model], dict[Any, Any]] = field(default_factory=lambda: defaultdict(lambda: {None: None}))

    def row(self, model: type[Row], record: Mapping[str, Any], *references: str, **others: Any) -> Row:
        """Build a row like `row_of`. `references` are the keys of the record that refer to other rows; these rows must
        exist already."""
        for key in references:
            column: Any = model._meta.get_field(key)
            others[column.attname] = self.ids[column.related_model][record[key]]
        row = row_of(model, record, **others)
        if self.kept.get(model):
            moment, _columns = OF_ACCOUNTS[model]
            for column, value in self.kept[model].pop((others["hanchan_id"], getattr(row, moment)), {}).items():
                setattr(row, column, value)
        return row


def create_in_batches(rows: Iterable[Row]) -> list[Row]:
    """Insert rows of one model, and return them with their ids. For actions.

    Each batch is built first, and then inserted in its own transaction, unless the caller has opened a transaction. So
    while a large document is imported, other writers wait for one batch at most.
    """
    created = list[Row]()
    for batch in batches(rows):
        with transaction.atomic():
            created += type(batch[0])._default_manager.bulk_create(batch)
    return created


def batches(values: Iterable[Value]) -> Iterator[list[Value]]:
    """Yield these values in lists of at most `BATCH_SIZE`."""
    left = iter(values)
    while batch := list(islice(left, BATCH_SIZE)):
        yield batch


def record_of(shape: type[Shape], row: Model, **others: Any) -> Shape:
    """Build a record of this shape: each key has its value from `others`, or else from the row's column.

    Keys of `others` that are not in the shape are left out, because a public shape has fewer keys. Nothing is
    validated, so a safety copy can contain bad data too.
    """
    values = vars(row) | others
    record: Any = {key: _json_of(values[key]) for key in shape.__annotations__}
    return record  # type: ignore[no-any-return]


def row_of(model: type[Row], record: Mapping[str, Any], **others: Any) -> Row:
    """Build an unsaved row. Each column has its value from `others` or, if missing, from the record's key of the same
    name; if this is missing too, the column has its default."""
    columns = {
        column.attname: column.to_python(record[column.attname])
        for column in model._meta.concrete_fields
        if column.attname in record and not column.primary_key
    }
    return model(**columns | others)


def columns_of(row: Model) -> dict[str, Any]:
    """Return the values of a row by column, without the row's own id."""
    return {
        column.attname: getattr(row, column.attname) for column in row._meta.concrete_fields if not column.primary_key
    }


def by_wind(points: Iterable[int]) -> dict[str, int]:
    """Return the columns `east` to `north` for a record's list of four points."""
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
