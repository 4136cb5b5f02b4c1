"""Lets a request be interrupted while it converts the rows of a query.

Django's code and that of `json` may not be interrupted from outside, because libraries take locks
(`core.threads.interruption`). But a file may bring thousands of rows with large JSON values, whose conversion takes
seconds and gigabytes. So the thread itself asks before each JSON value whether it is to stop.
"""

from typing import Any

from django.db.backends.base.operations import BaseDatabaseOperations

from tournament.core.threads.interruption import raise_if_wanted


class InterruptibleJson(BaseDatabaseOperations):
    """Operations of a database whose conversion of JSON values raises `Interrupted` if the request is to stop."""

    def get_db_converters(self, expression: Any) -> list[Any]:
        converters: list[Any] = super().get_db_converters(expression)
        if expression.output_field.get_internal_type() == "JSONField":
            converters.append(_ask_first)
        return converters


def _ask_first(value: Any, _expression: Any, _connection: Any) -> Any:
    raise_if_wanted()
    return value
