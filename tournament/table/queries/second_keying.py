"""Checks whether somebody else has changed a hanchan after an account entered its points from paper. If so, the points
are not signed in the name of this account."""

from tournament.models import Hanchan, LogEntry, PaperResult

ENTERED = ("paper.recorded", "paper.decided")
"""Kinds of log entries that make points from paper the result."""

ABOUT = ("seats.swapped", "hanchan.extras", "substitute.named", "substitute.removed", "hanchan.resettled")
"""Kinds of log entries that change what points from paper mean: seats, extras, substitutes or rules."""


def changed_since_entered(hanchan: Hanchan, first: PaperResult) -> bool:
    """Whether anybody but the author of these points has changed the hanchan's seats, chips, substitutes or rules
    since."""
    log = LogEntry.objects.filter(hanchan=hanchan, kind__in=(*ENTERED, *ABOUT)).order_by("-number")
    for kind, user_id, name in log.values_list("kind", "user_id", "actor_name"):
        if kind in ENTERED:
            return False
        if not _is_author(first, user_id, name):
            return True
    return False


def _is_author(first: PaperResult, user_id: int | None, name: str) -> bool:
    # A deleted account and an account of another site have no id. The table's link has neither id nor name.
    if user_id is None and first.recorded_user_id is None:
        return name == first.recorded_as
    return user_id == first.recorded_user_id
