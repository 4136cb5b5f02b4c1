"""Whether points from paper, after changes by other accounts, may still be signed in the name of the account that
entered them."""

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
    # Accounts that were deleted or are of another site have no id, like the table's link, whose name is empty.
    if user_id is None and first.recorded_user_id is None:
        return name == first.recorded_as
    return user_id == first.recorded_user_id
