"""Erases a removed person also from a tournament's late copies, which were made of files that laptops returned too late
(`models.imported.late_copies`)."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import partial

from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournament.core.actions.journal import log
from tournament.core.actions.locking import locked_tournaments
from tournament.core.errors import NotDone
from tournament.core.queries.logged import logged_values
from tournament.models import Entry, Player, SamePerson, Tournament, Visitor
from tournament.models.imported import late_copies
from tournament.people.actions.erase_person import erase_person, names_of
from tournament.people.actions.forget_uploads import forget_uploads


class LateFileCame(NotDone):
    """A laptop's late file was imported while a removal waited for its locks. The removal would have missed the person
    in the new late copy."""

    message = _("The file of a laptop was uploaded at the same moment. Nothing was changed; please try again.")


@contextmanager
def locked_with_late_copies(*tournament_ids: int, here: int | None = None) -> Iterator[dict[int, Tournament]]:
    """Lock these tournaments and their late copies, like `locked_tournaments`. Raises `LateFileCame` in addition to the
    errors of `locked_tournaments`."""
    copies = set(late_copies(tournament_ids))
    with locked_tournaments(*tournament_ids, *copies, here=here) as locked:
        if set(late_copies(tournament_ids)) != copies:
            raise LateFileCame
        yield locked


def in_late_copies(names_of_entries: Mapping[Entry, Collection[str]]) -> dict[Entry, Entry]:
    """Return the entries in late copies that belong to the same people as these entries, each with the entry in the
    original tournament. `names_of_entries` has the names that the person had in each tournament (`names_of`).

    An import makes a new player row for everybody, so the entry's number and a name must match. The number alone is not
    enough, because it may belong to somebody who was entered on the laptop. Nor is a name that the person had in
    another tournament only: it may be the name of whoever has the number in the copy.
    """
    if not late_copies([entry.tournament_id for entry in names_of_entries]).exists():
        return {}
    return {
        copied: entry
        for entry, names in names_of_entries.items()
        for copied in copied_of(entry.tournament_id, entry.number, entry.player_id, names)
    }


def copied_of(tournament_id: int, number: int, player_id: int, names: Collection[str]) -> list[Entry]:
    """Return, as `in_late_copies` does, the entries in late copies of this player, who has or had this number and these
    names in the tournament."""
    rows = Entry.objects.filter(tournament__in=late_copies([tournament_id]), number=number)
    others = rows.exclude(player=player_id).select_related("player", "tournament")
    return [copied for copied in others if not names_of(copied).isdisjoint(names)]


def erase_copied(copies: Iterable[Entry], locked: dict[int, Tournament], by: Visitor) -> None:
    """Erase the people of these entries from locked late copies. Seats and results stay as the laptop had them."""
    for entry in copies:
        copy = locked[entry.tournament_id]
        erase_person(copy, entry, names_of(entry))
        log(copy, "person.removed", by=by, number=entry.number)
        forget_player(entry.player)


def erase_in_late_copy(copy: Tournament, original: Tournament, *, since: int, by: Visitor) -> None:
    """Erase from a new late copy the people who were removed from the original tournament, or whose entry was removed,
    after version `since`. The laptop got its file at that version, so the file still has their names. The caller holds
    the locks of both tournaments."""
    removed = set(original.entries.filter(player__removed_at__isnull=False).values_list("number", flat=True))
    taken_out = original.log.filter(number__gt=since, kind="player.removed")
    removed |= {number for (number,) in logged_values(taken_out, ("number",)) if isinstance(number, int)}
    # What the live mirror sends takes out nobody before the file comes back.
    removed -= set(original.entries.filter(player__removed_at=None).values_list("number", flat=True))
    # A person who was entered in the original later may have a number that is another person's in the copy.
    removed -= _entered_after(original, since)
    there = list(copy.entries.filter(number__in=removed, player__removed_at=None).select_related("player"))
    names = {name for entry in there for name in names_of(entry)}
    erase_copied(there, {copy.pk: copy}, by)
    if names:
        transaction.on_commit(partial(forget_uploads, names, {copy.pk, original.pk}))


def forget_player(player: Player) -> None:
    """Erase a person's details, and mark the person as removed."""
    player.clubs.clear()
    SamePerson.objects.filter(Q(first=player) | Q(second=player)).delete()
    player.name = player.last_name = player.country = player.country_letters = player.club = ""
    player.ema_number = player.ara_number = player.riichi_canada_number = player.legal_name = ""
    player.mail = player.phone = ""
    player.removed_at, player.refused_at = timezone.now(), None
    player.save()


def _entered_after(tournament: Tournament, since: int) -> set[int]:
    """Return the numbers of the players who were entered after this version of the tournament."""
    added = tournament.log.filter(number__gt=since, kind__in=["players.added", "entry.applied"])
    numbers = (entry.data.get("numbers", [entry.data.get("number")]) for entry in added)
    return {number for each in numbers for number in each if number is not None}
