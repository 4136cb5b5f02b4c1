"""How many bytes the long values of rows have."""

from typing import Any

from django.db.models import BinaryField, JSONField, Model, TextField, Value
from django.db.models.functions import Coalesce, Length

UNBOUNDED = (BinaryField, TextField, JSONField)
"""The kinds of fields whose values may be long."""


class ByteLength(Length):
    """Length in bytes of a text, binary or JSON value, as in a file in UTF-8."""

    template = "LENGTH(CAST(%(expressions)s AS BLOB))"

    def as_postgresql(self, compiler: Any, connection: Any, **extra: Any) -> Any:
        (source,) = self.get_source_expressions()
        is_binary = isinstance(source.output_field, BinaryField)
        template = "OCTET_LENGTH(%(expressions)s)" if is_binary else "OCTET_LENGTH(CAST(%(expressions)s AS TEXT))"
        return self.as_sql(compiler, connection, template=template, **extra)


def bytes_of_row(model: type[Model]) -> Any:
    """Return the expression for how many bytes the `UNBOUNDED` fields of a row of this model have together."""
    long = [field.attname for field in model._meta.local_concrete_fields if isinstance(field, UNBOUNDED)]
    return sum((Coalesce(ByteLength(name), 0) for name in long), start=Value(0))
