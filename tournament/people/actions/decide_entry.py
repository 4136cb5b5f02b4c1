"""Accept an entry, or put it on the waiting list."""

from tournament.core.actions.journal import log
from tournament.core.actions.locking import locked_tournament
from tournament.models import Entry, EntryStatus, Visitor
from tournament.people.actions.remove_entry import HasSeat


def decide_entry(*, tournament_id: int, entry_id: int, status: EntryStatus, by: Visitor) -> Entry:
    """Change an entry's status and nothing else. Raises `HasSeat` for a player with a seat who would not play any more,
    and `Entry.DoesNotExist`."""
    with locked_tournament(tournament_id) as tournament:
        entry = tournament.entries.select_related("player").get(pk=entry_id)
        before = entry.status
        if before == status:
            return entry
        if status != EntryStatus.ACCEPTED:
            if entry.seats.exists():
                raise HasSeat
            entry.checked_in_at, entry.arrived_by_link = None, False
        entry.status = status
        entry.save(update_fields=["status", "checked_in_at", "arrived_by_link"])
        log(
            tournament,
            "entry.edited",
            by=by,
            number=entry.number,
            before={"status": before},
            after={"status": status},
        )
        return entry
