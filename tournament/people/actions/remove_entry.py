"""Take a player out of a tournament."""

from collections.abc import Collection

from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _

from tournament.core.actions.contacts import find_new_homes
from tournament.core.actions.journal import log
from tournament.core.actions.locking import lock_players
from tournament.core.errors import NotDone
from tournament.games.actions.substitute_names import hide_substitutes
from tournament.models import Entry, EntryStatus, Player, Tournament, Visitor
from tournament.people.actions.erase_person import forget_earlier_names, forget_entered, names_of
from tournament.people.actions.late_copies import erase_copied, in_late_copies, locked_with_late_copies
from tournament.people.actions.move_up import move_up


class PlayerHasSeat(NotDone):
    """The player has a seat in some hanchan, and results depend on it."""

    message = _("This player has a seat and can no longer be removed.")


class OnRecord(NotDone):
    """The player has a penalty or a departure on record, or advanced at a cut; what was taken back counts too."""

    message = _("This player has seats, results or other records that must stay, so nothing was removed.")


def remove_entry(*, tournament_id: int, entry_id: int, by: Visitor) -> None:
    """Remove an entry, also from the tournament's late copies. The player is removed too if they play nowhere else. A
    retry changes nothing.

    Raises `PlayerHasSeat`, `OnRecord` and `LateFileCame`.
    """
    with locked_with_late_copies(tournament_id, here=tournament_id) as locked:
        tournament = locked[tournament_id]
        entry = Entry.objects.select_related("player").filter(pk=entry_id, tournament=tournament).first()
        if entry is not None:
            lock_people(locked, [entry.number])
            freed = remove_locked(entry, locked, by)
            hide_substitutes(tournament, [entry.player.name])
            move_up(tournament, by, freed=int(freed))


def lock_people(tournaments: Collection[int], numbers: Collection[int]) -> None:
    """Lock the people who have these numbers in these tournaments, which are locked: a tournament and its late copies.
    All are locked at once, because the same people may have their numbers in another order in another tournament."""
    entries = Entry.objects.filter(tournament__in=tournaments, number__in=numbers)
    lock_players(entries.values_list("player", flat=True))


def remove_locked(entry: Entry, locked: dict[int, Tournament], by: Visitor) -> bool:
    """Remove an entry of a tournament that is `locked` with its late copies, and return whether a place became free.

    The caller has locked the person (`lock_people`). A caller that removes several persons calls `hide_substitutes`
    only once, for all of them. Raises `PlayerHasSeat` and `OnRecord`.
    """
    if entry.seats.exists():
        raise PlayerHasSeat
    if entry.penalties.exists() or entry.departures.exists() or entry.cuts.exists():
        raise OnRecord
    player, had_place = entry.player, entry.status == EntryStatus.ACCEPTED
    tournament = locked[entry.tournament_id]
    if len(locked) > 1:
        erase_copied(in_late_copies({entry: names_of(entry)}), locked, by)
    # The log keeps only the number: after this removal no page could find the person to erase the name from the log.
    log(tournament, "player.removed", by=by, number=entry.number)
    if not tournament.hand_overs.filter(is_lent=False, ended_at=None).exists():
        forget_earlier_names(entry)  # not on a laptop: its site compares the log
    forget_entered(entry)
    find_new_homes([player.pk], leaving=tournament)
    keep_refusals(tournament, tournament.entries.filter(pk=entry.pk))
    entry.delete()
    if not player.entries.exists() and not player.clubs.exists():
        player.delete()
    return had_place


def keep_refusals(tournament: Tournament, entries: "QuerySet[Entry]") -> None:
    """Store with the people of these entries that they refused a public name at this club's night, because the entries
    will be deleted. A regular of a club who is checked in again is named in public unless the last answer refuses it
    (`people.queries.refusals`). The tournament is locked."""
    if tournament.club_id is None:
        return
    refused = []
    for entry in entries.filter(may_publish=False, answered_at__isnull=False).select_related("player"):
        player, at = entry.player, entry.answered_at
        if at is not None and (player.refused_at is None or player.refused_at < at):
            player.refused_at = at
            refused.append(player)
    Player.objects.bulk_update(refused, ["refused_at"], batch_size=200)
