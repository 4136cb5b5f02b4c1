"""How the document writes times and what a JSON column holds."""

import datetime
from collections.abc import Iterable
from typing import Any

from tournament.archive.forms.document import MOMENT

Json = dict[str, Any]

PRIVATE = frozenset({"mail", "email", "phone", "token", "note", "user", "account", "password"})
"""What a log entry may remember and the document never tells, at whatever depth."""


def ordered(value: Any) -> Any:
    """A JSON column as every database gives it back: PostgreSQL puts keys in an order of its own."""
    if isinstance(value, dict):
        return {key: ordered(value[key]) for key in sorted(value) if key not in PRIVATE}
    return [ordered(one) for one in value] if isinstance(value, list) else value


def current(rows: Iterable[Any]) -> Any:
    return (row for row in rows if row.superseded_by_id is None)


def moment(at: datetime.datetime) -> str:
    """UTC, to the microsecond: 2026-05-01T09:30:00.000000Z."""
    return at.astimezone(datetime.UTC).strftime(MOMENT)
