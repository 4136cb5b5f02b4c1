"""Around corrections: what a table's screen says after signatures, and where one goes back to."""

from django.db.models import Exists, Q

from tournament.models import Hanchan, LogEntry, Signature, SignedSheet


def withdrawn_notice(hanchan: Hanchan) -> LogEntry | None:
    """The change that took back signatures of this hanchan last: who, when, why. None once it is signed again."""
    # Not by `hanchan.sheets`: of a loaded game that knows only those that were not withdrawn.
    sheets = SignedSheet.objects.filter(hanchan=hanchan)
    signatures = Signature.objects.filter(hanchan=hanchan)
    took = Q(pk__in=sheets.exclude(withdrawn_by=None).values("withdrawn_by"))
    took |= Q(pk__in=signatures.exclude(withdrawn_by=None).values("withdrawn_by"))
    signed_again = Exists(sheets.filter(withdrawn_by=None))
    return LogEntry.objects.filter(~signed_again, took).order_by("-number").first()


def home_of(hanchan: Hanchan) -> str:
    """Where a hanchan is looked at: its table's screen while that shows it, else its own page."""
    at_the_table = Hanchan.objects.valid().filter(table=hanchan.table_id).order_by("-round__number")
    shown = at_the_table.values_list("pk", flat=True).first()
    return hanchan.table.get_absolute_url() if shown in (hanchan.pk, None) else hanchan.get_absolute_url()
