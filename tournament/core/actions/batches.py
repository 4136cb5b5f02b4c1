"""Deletes many rows in short transactions."""

from typing import Any

from django.db import transaction
from django.db.models import QuerySet

AT_ONCE = 500
"""The most rows that are deleted in one transaction. On SQLite such a transaction takes some hundredths of a second, in
which no table can record a hand."""


def delete_in_batches(rows: "QuerySet[Any]", *, at_once: int = AT_ONCE) -> None:
    """Delete these rows, `at_once` in each transaction, so that hands are recorded between two transactions.

    A single statement for all rows could not be interrupted in the server's own thread, and strangers decide how many
    sessions expire in one hour. A row that no longer matches, because it was used again meanwhile, stays.
    """
    while keys := list(rows.order_by().values_list("pk", flat=True)[:at_once]):
        with transaction.atomic():  # so that the statement waits for its turn (`core.sqlite.write_queue`)
            rows.filter(pk__in=keys).delete()
