"""Whether an account still stands for the points that it entered from paper."""

from tournament.models import Hanchan, LogEntry, PaperResult

ENTERED = ("paper.recorded", "paper.decided")
"""Kinds of log entries that make points from paper the result."""

ABOUT = ("seats.swapped", "hanchan.extras", "substitute.named", "substitute.removed", "hanchan.resettled")
"""Kinds of log entries that change what points from paper are about."""


def changed_since_entered(hanchan: Hanchan, first: PaperResult) -> bool:
    """Whether anybody but the account that entered these points has changed the hanchan's seats, chips, substitutes or
    rules since."""
    log = LogEntry.objects.filter(hanchan=hanchan, kind__in=(*ENTERED, *ABOUT)).order_by("-number")
    for kind, user_id in log.values_list("kind", "user_id"):
        if kind in ENTERED:
            return False
        if user_id != first.recorded_user_id:
            return True
    return False
