"""How much the log says about a hanchan."""

from typing import Any

from django.db.models import Count, IntegerField, QuerySet, Sum, TextField
from django.db.models.functions import Cast, Concat, Length

from tournament.models import Hanchan, LogEntry


class _Bytes(Length):
    """Length of a text in bytes, as it is written to a file in UTF-8."""

    output_field = IntegerField()

    def as_sqlite(self, compiler: Any, connection: Any, **extra: Any) -> Any:
        return self.as_sql(compiler, connection, template="LENGTH(CAST(%(expressions)s AS BLOB))", **extra)

    def as_postgresql(self, compiler: Any, connection: Any, **extra: Any) -> Any:
        return self.as_sql(compiler, connection, function="OCTET_LENGTH", **extra)


def logged_length(hanchan: Hanchan) -> int:
    """Return how many bytes the log entries about this hanchan have together: their data, reasons and authors."""
    return _measured(hanchan.log.all())[1]


def number_and_length(hanchan: Hanchan, kinds: tuple[str, ...]) -> tuple[int, int]:
    """Return the number of log entries of these kinds about this hanchan, and how many bytes they have together. One
    query."""
    return _measured(hanchan.log.filter(kind__in=kinds))


def _measured(entries: QuerySet[LogEntry]) -> tuple[int, int]:
    text = Concat(Cast("data", TextField()), "reason", "actor_name", output_field=TextField())
    measured = entries.aggregate(number=Count("pk"), length=Sum(_Bytes(text)))
    return measured["number"], measured["length"] or 0
