"""Change or remove several entries of a tournament at once."""

from collections.abc import Collection
from dataclasses import replace

from tournament.core.errors import NotDone
from tournament.games.actions.substitute_names import hide_substitutes
from tournament.models import Entry, EntryStatus, Tournament, Visitor
from tournament.people.actions.edit_entry import change_entry, entry_facts_of
from tournament.people.actions.late_copies import locked_with_late_copies
from tournament.people.actions.move_up import move_up
from tournament.people.actions.remove_entry import OnRecord, PlayerHasSeat, remove_locked
from tournament.people.several_change import SeveralChange


class NotAllChanged(NotDone):
    """One of the chosen entries does not allow the change. The message names the entry."""


def change_several(*, tournament_id: int, numbers: Collection[int], change: SeveralChange, by: Visitor) -> int:
    """Change all entries with these numbers or, if one cannot be changed, none; return how many entries were found. A
    retry changes nothing.

    For organizers. Numbers without an entry are ignored: somebody else removed the entry. Raises `NotAllChanged` and
    `LateFileCame`.
    """
    with locked_with_late_copies(tournament_id, here=tournament_id) as locked:
        tournament = locked[tournament_id]
        entries = list(tournament.entries.filter(number__in=numbers).select_related("player").order_by("number"))
        freed = 0
        for entry in entries:
            try:
                freed += _change(entry, change, locked, by)
            except (PlayerHasSeat, OnRecord) as refusal:
                raise NotAllChanged(f"{entry.player.name}: {refusal.message}") from refusal
        if change is SeveralChange.REMOVED:
            hide_substitutes(tournament, [entry.player.name for entry in entries])
        move_up(tournament, by, freed=freed)  # at the end: one of these entries may be first on the waiting list
        return len(entries)


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
