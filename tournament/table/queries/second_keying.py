"""Decides whether two entries of the same points from paper come from two people."""

from tournament.core.text import folded
from tournament.models import Hanchan, LogEntry, PaperResult

ENTERED = ("paper.recorded", "paper.decided")
"""Kinds of log entries that make points from paper the result."""

ABOUT = ("seats.swapped", "hanchan.extras", "substitute.named", "substitute.removed", "hanchan.resettled")
"""Kinds of log entries that change what points from paper mean: seats, extras, substitutes or rules."""


def are_by_two_people(hanchan: Hanchan, first: PaperResult, second: PaperResult) -> bool:
    """Whether the first entry was made by somebody else than the second, and still holds for the hanchan as it is now.

    Each account of the team is one person. An account without an id, which a laptop's file brought, may be any account
    of the same name. Everybody without a role counts together as the table, because the author of the second entry may
    have opened the table's link too. The table is a second person only if no entry of the team was `_displaced`. No
    first entry still holds after others have changed the hanchan (`_changed_since_entered`).
    """
    is_one = _are_by_one_account(first, second) or _displaced(hanchan, first, second)
    return not (is_one or _changed_since_entered(hanchan, first))


def _are_by_one_account(first: PaperResult, second: PaperResult) -> bool:
    ids = {first.recorded_user_id, second.recorded_user_id}
    if None in ids:
        return folded(first.recorded_as) == folded(second.recorded_as) != ""
    return len(ids) == 1


def _displaced(hanchan: Hanchan, first: PaperResult, second: PaperResult) -> bool:
    """Whether the first entry is the table's, and somebody replaced or removed an entry of another account of the team
    before. What its own author corrected or removed, and earlier entries of the second author, do not count."""
    if first.recorded_as:
        return False
    earlier = hanchan.paper_results.exclude(superseded_by=None).exclude(recorded_as="")
    authors = earlier.values_list("recorded_user_id", "superseded_by__user_id")
    # A deleted account and an account of another site have no id, and anybody may take their names: without an id,
    # nobody is the same person.
    return any(author not in {ended_by, second.recorded_user_id} - {None} for author, ended_by in authors)


def _changed_since_entered(hanchan: Hanchan, first: PaperResult) -> bool:
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
    if user_id is None and (not name or first.recorded_user_id is None):
        return name == first.recorded_as
    return user_id == first.recorded_user_id
