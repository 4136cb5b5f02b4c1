"""Correct what is known of a player, and of their place in a tournament."""

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from tournament.actions.errors import Archived, NotDone
from tournament.actions.journal import log
from tournament.actions.player_facts import change_player, differing, loggable
from tournament.actions.remove_entry import HasSeat
from tournament.models import Entry, EntryFacts, EntryStatus, PlayerFacts, Tournament, Visitor


class PlaysElsewhere(NotDone):
    """What would change is also shown in a tournament of somebody else."""

    message = _(
        "This person also plays in a tournament that you do not organize, and what you changed would change there too."
        " An organizer of all their tournaments can change it."
    )


class WasRemoved(NotDone):
    """The person asked to be forgotten."""

    message = _("This person was removed. Nothing is kept of them but their results, and nothing can be added.")


def edit_entry(*, entry_id: int, player: PlayerFacts, entry: EntryFacts, by: Visitor) -> None:
    """A person changes wherever they play, and every one of those tournaments logs it; an entry changes here.

    Raises `WasRemoved`, `PlaysElsewhere`, `Archived`, `HasSeat` where somebody with a seat is to play no more, and
    `Entry.DoesNotExist`.
    """
    with transaction.atomic():
        found = Entry.objects.select_related("player").get(pk=entry_id)
        theirs = Tournament.objects.filter(entries__player=found.player)
        # Locked in one order everywhere, or two changes could wait for each other.
        tournaments = list(Tournament.objects.select_for_update().filter(pk__in=theirs.values("pk")).order_by("pk"))
        found = Entry.objects.select_related("player").get(pk=entry_id)
        if any(tournament.archived_at for tournament in tournaments if tournament.pk == found.tournament_id):
            raise Archived
        if found.player.removed_at:
            raise WasRemoved
        if differing(found.player, player):
            organized = set(Tournament.objects.organized_by(by).values_list("pk", flat=True))
            if not organized.issuperset(tournament.pk for tournament in tournaments):
                raise PlaysElsewhere
        if entry.status != EntryStatus.ACCEPTED and found.seats.exists():
            raise HasSeat
        change_player(found.player, player, tournaments, by=by)
        (here,) = (tournament for tournament in tournaments if tournament.pk == found.tournament_id)
        _edit_here(found, entry, here, by)


def _edit_here(entry: Entry, facts: EntryFacts, tournament: Tournament, by: Visitor) -> None:
    changed = differing(entry, facts)
    if not changed:
        return
    before = loggable(entry, changed)
    for name in changed:
        setattr(entry, name, getattr(facts, name))
    if entry.status != EntryStatus.ACCEPTED and entry.checked_in_at is not None:
        entry.checked_in_at, entry.arrived_by_link = None, False
        entry.save(update_fields=[*changed, "checked_in_at", "arrived_by_link"])
    else:
        entry.save(update_fields=changed)
    log(
        tournament,
        "entry.edited",
        by=by,
        name=entry.player.name,
        number=entry.number,
        before=before,
        after=loggable(entry, changed),
    )
