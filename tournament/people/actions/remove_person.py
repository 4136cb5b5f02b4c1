"""Remove a person: their personal data is erased, and their results stay as those of "a player"."""

from collections.abc import Collection
from functools import partial

from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournament.core.actions.journal import log
from tournament.core.actions.locking import locked_tournaments
from tournament.core.errors import NotDone
from tournament.models import (
    Entry,
    EntryStatus,
    Mail,
    Player,
    PushSubscription,
    SamePerson,
    Tournament,
    Visitor,
)
from tournament.models.imported import late_copies
from tournament.people.actions.erase_person import erase_person, names_of
from tournament.people.actions.forget_uploads import forget_uploads
from tournament.people.actions.move_up import move_up
from tournament.people.queries.person import removable_by, tournaments_of


class EnteredElsewhere(NotDone):
    """The person's home (`Player.home`) is somebody else's tournament, perhaps only since the page was shown."""

    message = _(
        "This person was first entered in a tournament that you do not own. Its owner or the staff of the site "
        "can remove them; nothing was changed."
    )


class LateFileCame(NotDone):
    """While the removal waited for its locks, the late file of a laptop was imported, which it would have left out."""

    message = _("The file of a laptop was uploaded at the same moment. Nothing was changed; please try again.")


def remove_person(*, player_id: int, by: Visitor) -> None:
    """Erase name, country, club, numbers, mail, phone, notes, push addresses and texts about a person, in every
    tournament. These include archived tournaments, other organizers' copies, copies that came back late from a laptop
    (`HandOver.late_copy`), and tournaments that are at a laptop now (`Tournament.away_since`). It cannot be undone. For
    an owner of the person's home (`Player.home`), and for staff.

    Seats, hands, results, and penalties with their points stay; the log keeps only the player's number. In typed texts
    "#12" replaces the name. Removing somebody again changes nothing. Raises `EnteredElsewhere`, `LateFileCame`, and
    `Tournament.DoesNotExist` if one of their tournaments was deleted meanwhile. Rows of tournaments whose deletion has
    begun are left to it.
    """
    ids = set(tournaments_of(player_id).values_list("pk", flat=True))
    if not ids and Entry.objects.filter(player=player_id).exists():
        raise Tournament.DoesNotExist  # they are being deleted together with their only tournaments
    copies = set(late_copies(ids))
    with locked_tournaments(*ids, *copies) as tournaments:
        player = removable_by(by).filter(pk=player_id).first()
        entries = list(Entry.objects.filter(player=player_id, tournament__deleted_at=None).select_related("player"))
        if player is None or {entry.tournament_id for entry in entries} != ids:
            raise EnteredElsewhere
        if set(late_copies(ids)) != copies:
            raise LateFileCame
        if player.removed_at is not None:
            return
        names = {name for entry in entries for name in names_of(entry)}
        copied = _in_late_copies(entries, names)
        names = names.union(*map(names_of, copied))
        everywhere = [*entries, *copied]
        for entry in everywhere:
            tournament = tournaments[entry.tournament_id]
            erase_person(tournament, entry, names)
            log(tournament, "person.removed", by=by, number=entry.number)
        transaction.on_commit(partial(forget_uploads, names))
        PushSubscription.objects.filter(entry__in=everywhere).delete()
        Mail.objects.filter(entry__in=everywhere).delete()
        for each in {player, *(entry.player for entry in everywhere)}:
            _forget(each)
        for entry in entries:
            tournament = tournaments[entry.tournament_id]
            if tournament.away_since is None:
                move_up(tournament, by, freed=int(entry.status == EntryStatus.ACCEPTED))


def _in_late_copies(entries: list[Entry], names: set[str]) -> list[Entry]:
    """The entries of the same person in tournaments that were imported from laptops' files. The import made a new
    player row for everybody, so the entry's number and a name must match: today's, or an earlier one in a log. The
    number alone is not enough: it may belong to somebody who was entered on the laptop."""
    rows = Entry.objects.select_related("player", "tournament")
    return [
        copied
        for entry in entries
        for copied in rows.filter(tournament__in=late_copies([entry.tournament_id]), number=entry.number)
        if copied.player_id != entry.player_id and names & names_of(copied)
    ]


def erase_in_late_copy(copy: Tournament, original: Tournament, *, new: Collection[int], by: Visitor) -> None:
    """Remove from a late copy who was removed from its original since the laptop got its file: the file still has
    their names. The caller holds both locks. `new` are the numbers of the original's later entries, whose numbers may
    be other people's in the copy.
    """
    removed = original.entries.filter(player__removed_at__isnull=False).exclude(number__in=new)
    there = copy.entries.filter(number__in=removed.values("number"), player__removed_at=None)
    for entry in there.select_related("player"):
        names = names_of(entry)
        erase_person(copy, entry, names)
        log(copy, "person.removed", by=by, number=entry.number)
        transaction.on_commit(partial(forget_uploads, names))
        _forget(entry.player)


def _forget(player: Player) -> None:
    player.clubs.clear()
    SamePerson.objects.filter(Q(first=player) | Q(second=player)).delete()
    player.name = player.last_name = player.country = player.country_letters = player.club = ""
    player.ema_number = player.ara_number = player.riichi_canada_number = player.legal_name = ""
    player.mail = player.phone = ""
    player.removed_at = timezone.now()
    player.save()
