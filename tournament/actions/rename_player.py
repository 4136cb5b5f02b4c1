"""Correct a player's name."""

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from tournament.actions.errors import NotDone
from tournament.actions.journal import log
from tournament.models import Entry, Tournament, Visitor


class PlaysElsewhere(NotDone):
    """The name is also shown in a tournament of somebody else."""

    message = _(
        "This person also plays in a tournament that you do not organize, and the name would change there too."
        " An organizer of all their tournaments can change it."
    )


def rename_player(*, entry_id: int, name: str, by: Visitor) -> None:
    """The name changes wherever this person plays, and every one of those tournaments logs it.

    Raises `PlaysElsewhere` and `Entry.DoesNotExist`.
    """
    with transaction.atomic():
        player = Entry.objects.select_related("player").get(pk=entry_id).player
        theirs = Tournament.objects.filter(entries__player=player)
        # Locked in one order everywhere, or two renames could wait for each other.
        tournaments = list(Tournament.objects.select_for_update().filter(pk__in=theirs.values("pk")).order_by("pk"))
        organized = set(Tournament.objects.organized_by(by).values_list("pk", flat=True))
        if not organized.issuperset(tournament.pk for tournament in tournaments):
            raise PlaysElsewhere
        player.refresh_from_db()
        if player.name == name:
            return
        before, player.name = player.name, name
        player.save(update_fields=["name"])
        for tournament in tournaments:
            log(tournament, "player.renamed", by=by, before=before, after=name)
