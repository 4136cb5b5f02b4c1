"""Change or remove several entries of a tournament at once."""

from collections.abc import Collection
from dataclasses import replace

from django.db.models import Q, QuerySet

from tournament.core.actions.locking import locked_tournament
from tournament.core.actions.owners import check_still_organizer
from tournament.core.errors import NotDone
from tournament.core.queries.disk import check_free_space
from tournament.games.actions.substitute_names import hide_substitutes
from tournament.models import Entry, EntryStatus, Tournament, Visitor
from tournament.people.actions.edit_entry import StatusChanged, change_entry, entry_facts_of
from tournament.people.actions.late_copies import locked_with_late_copies
from tournament.people.actions.move_up import move_up
from tournament.people.actions.remove_entry import OnRecord, PlayerHasSeat, lock_people, remove_locked
from tournament.people.several_change import SeveralChange


class NotAllChanged(NotDone):
    """The change is impossible for one of the chosen entries. The message names the entry."""


DECIDES = (SeveralChange.ACCEPTED, SeveralChange.WAITING, SeveralChange.NO_SHOW)

AT_ONCE = 10
"""The most entries that are changed in one transaction. On SQLite no table of the site can record a hand during a
transaction."""


def change_several(
    *,
    tournament_id: int,
    numbers: Collection[int],
    change: SeveralChange,
    by: Visitor,
    shown_cancelled: Collection[int] | None = None,
) -> int:
    """Change the entries with these numbers, and return how many of the entries exist. For organizers.

    All entries are checked first: if one cannot be changed, nothing is changed. If a player gets a seat after the
    check, the change stops at this player, and a retry changes the remaining entries. Numbers without an entry are
    ignored, because somebody else removed the entry. `shown_cancelled` are the numbers that the page showed as
    cancelled, if they are known: an entry that was cancelled since is not accepted. The change also stops if `by` is
    removed from the team. Raises `NotAllChanged`, `NoOrganizerMeanwhile`, `DiskNearlyFull` and `LateFileCame`.
    """
    if change is not SeveralChange.REMOVED:
        check_free_space()  # each change may write a mail
    with locked_tournament(tournament_id) as tournament:
        check_still_organizer(tournament, by)
        entries = tournament.entries.filter(number__in=numbers)
        _check(entries, change, shown_cancelled)
        found = sorted(entries.values_list("number", flat=True))
    freed = 0
    try:
        for start in range(0, len(found), AT_ONCE):
            freed += _change_some(tournament_id, found[start : start + AT_ONCE], change, by)
    finally:  # even if the changes stopped; not earlier, because some of these entries may be on the waiting list
        with locked_tournament(tournament_id) as tournament:
            move_up(tournament, by, freed=freed)
    return len(found)


def _check(entries: "QuerySet[Entry]", change: SeveralChange, shown_cancelled: Collection[int] | None) -> None:
    """Raise `NotAllChanged` if this change is impossible for one of these entries."""
    if change in DECIDES and shown_cancelled is not None:
        for entry in entries.filter(status=EntryStatus.CANCELLED).select_related("player"):
            if entry.number not in shown_cancelled:  # compared here: these numbers may be too large for the database
                raise _refusal(entry, StatusChanged())
    if change in (SeveralChange.PAID, SeveralChange.UNPAID, SeveralChange.ACCEPTED):
        return
    for entry in entries.exclude(status=change).filter(seats__isnull=False).select_related("player")[:1]:
        raise _refusal(entry, PlayerHasSeat())
    on_record = Q(penalties__isnull=False) | Q(departures__isnull=False) | Q(cuts__isnull=False)
    if change is SeveralChange.REMOVED:
        for entry in entries.filter(on_record).select_related("player")[:1]:
            raise _refusal(entry, OnRecord())


def _change_some(tournament_id: int, numbers: Collection[int], change: SeveralChange, by: Visitor) -> int:
    """Change these entries in one transaction; return how many places became free."""
    with locked_with_late_copies(tournament_id, here=tournament_id) as locked:
        tournament = locked[tournament_id]
        check_still_organizer(tournament, by)
        if change is SeveralChange.REMOVED:
            lock_people(locked, numbers)
        entries = list(tournament.entries.filter(number__in=numbers).select_related("player").order_by("number"))
        freed = 0
        for entry in entries:
            try:
                freed += _change(entry, change, locked, by)
            except (PlayerHasSeat, OnRecord) as refusal:
                raise _refusal(entry, refusal) from refusal
        if change is SeveralChange.REMOVED:
            hide_substitutes(tournament, [entry.player.name for entry in entries])
        return freed


def _refusal(entry: Entry, refusal: NotDone) -> NotAllChanged:
    return NotAllChanged(f"{entry.player.name}: {refusal.message}")


def _change(entry: Entry, change: SeveralChange, locked: dict[int, Tournament], by: Visitor) -> bool:
    """Change one entry; return whether it freed a place."""
    facts, tournament = entry_facts_of(entry), locked[entry.tournament_id]
    match change:
        case SeveralChange.REMOVED:
            return remove_locked(entry, locked, by)
        case SeveralChange.PAID | SeveralChange.UNPAID:
            return change_entry(entry, replace(facts, paid=change is SeveralChange.PAID), tournament, by)
        case SeveralChange.ACCEPTED | SeveralChange.WAITING | SeveralChange.NO_SHOW:
            return change_entry(entry, replace(facts, status=EntryStatus(change)), tournament, by)
