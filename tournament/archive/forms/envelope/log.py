"""The log."""

from django.utils.translation import gettext_lazy

from tournament.archive.forms.document import Value
from tournament.archive.forms.envelope.known import LARGE, Known


def check_log(log: list[Value], known: Known) -> None:
    for number, entry in enumerate(log, start=1):
        entry.keys("number", "at", "by", "kind", "hanchan", "data", "reason")
        if entry["number"].whole(1, LARGE) != number:
            entry["number"].fail(gettext_lazy("The log has a gap, or something is there twice."))
        entry["at"].moment()
        entry["by"].text(160)
        entry["kind"].text(40, shortest=1)
        entry["reason"].text(300)
        entry["data"].anything()
        if not entry["hanchan"].is_null:
            entry["hanchan"].among(known.hanchans, gettext_lazy("There is no such hanchan."))
