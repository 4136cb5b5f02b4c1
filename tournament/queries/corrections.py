"""What a table's screen says of corrections after signatures."""

from django.db.models import Q

from tournament.models import Hanchan, LogEntry


def withdrawn_notice(hanchan: Hanchan) -> LogEntry | None:
    """The change that took back signatures of this hanchan last: who, when, why. None once it is signed again."""
    if hanchan.sheets.filter(withdrawn_by=None).exists():
        return None
    took = Q(pk__in=hanchan.signatures.exclude(withdrawn_by=None).values("withdrawn_by"))
    took |= Q(pk__in=hanchan.sheets.exclude(withdrawn_by=None).values("withdrawn_by"))
    return LogEntry.objects.filter(took).order_by("-number").first()
