"""Say that somebody has arrived, or take it back."""

from django.utils import timezone

from tournament.actions.journal import log
from tournament.actions.locking import locked_tournament
from tournament.models import Entry, Visitor


def check_in(*, tournament_id: int, entry_id: int, is_here: bool, by: Visitor) -> Entry:
    """Two phones may say the same of one person, and it is said once. Raises `Entry.DoesNotExist`, also where
    somebody does not play."""
    with locked_tournament(tournament_id) as tournament:
        entry = tournament.entries.accepted().select_related("player").get(pk=entry_id)
        if (entry.checked_in_at is not None) == is_here:
            return entry
        entry.checked_in_at = timezone.now() if is_here else None
        entry.save(update_fields=["checked_in_at"])
        kind = "entry.arrived" if is_here else "entry.arrival_undone"
        log(tournament, kind, by=by, name=entry.player.name, number=entry.number)
        return entry
