"""What was done to a round's clock."""

from django.db.models import QuerySet

from tournament.models import LogEntry, Round


def withdrawn_starts(round_: Round) -> "QuerySet[LogEntry]":
    """Each time that the start of its clock was taken back; not of an earlier round with its number."""
    return round_.tournament.log.filter(
        kind="clock.start_withdrawn", data__round=round_.number, at__gte=round_.started_at
    )
