"""Counts how long the file of a tournament that goes to a laptop, or comes back, holds the lock."""

from tournament.archive.tenbo.cost import checked_seconds
from tournament.archive.tenbo.document import Document
from tournament.core.actions.rates import spend
from tournament.core.requests import TenboRequest
from tournament.core.views.rates import ALL_MIRROR_WRITES, RETURNED, count_of_visitor


def take_seconds(request: TenboRequest, document: Document) -> None:
    """Count how long this document will hold the lock, before it replaces a tournament's facts. Raises `TooLargeAtOnce`
    and `TooOften`."""
    seconds = checked_seconds(document)
    count_of_visitor(request, RETURNED, amount=seconds)
    spend(seconds, (ALL_MIRROR_WRITES, ""))
