"""Take a player out of a tournament."""

from django.utils.translation import gettext_lazy as _

from tournament.core.actions.contacts import find_new_homes
from tournament.core.actions.journal import log
from tournament.core.actions.locking import locked_tournament
from tournament.core.errors import NotDone
from tournament.games.actions.substitute_names import hide_substitutes
from tournament.models import Entry, EntryStatus, Tournament, Visitor
from tournament.people.actions.move_up import move_up


class PlayerHasSeat(NotDone):
    """The player has a seat in some hanchan, and results depend on it."""

    message = _("This player has a seat and can no longer be removed.")


class OnRecord(NotDone):
    """The player has a penalty or a departure on record, even if it was taken back."""

    message = _(
        "This player has seats, results or other records that must stay, so the player can no longer be removed."
    )


def remove_entry(*, tournament_id: int, entry_id: int, by: Visitor) -> None:
    """Remove an entry, and the player too if they play nowhere else. A retry changes nothing.

    Raises `PlayerHasSeat` and `OnRecord`.
    """
    with locked_tournament(tournament_id) as tournament:
        entry = Entry.objects.select_related("player").filter(pk=entry_id, tournament=tournament).first()
        if entry is not None:
            freed = remove_locked(entry, tournament, by)
            hide_substitutes(tournament, [entry.player.name])
            move_up(tournament, by, freed=int(freed))


def remove_locked(entry: Entry, tournament: Tournament, by: Visitor) -> bool:
    """Remove an entry of a locked tournament, and return whether it freed a place. The caller calls `hide_substitutes`
    once for all whom it removes. Raises `PlayerHasSeat` and `OnRecord`."""
    if entry.seats.exists():
        raise PlayerHasSeat
    if entry.penalties.exists() or entry.departures.exists():
        raise OnRecord
    player, had_place = entry.player, entry.status == EntryStatus.ACCEPTED
    log(tournament, "player.removed", by=by, name=player.name, number=entry.number)
    find_new_homes([player.pk], leaving=tournament)
    entry.delete()
    if not player.entries.exists() and not player.clubs.exists():
        player.delete()
    return had_place
