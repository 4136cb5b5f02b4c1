"""Clears people's contacts when the event to which they gave them lets them go."""

from collections.abc import Collection

from django.db.models import OuterRef, Subquery

from tournament.core.queries.contacts import PRIVATE, first_tournament, hidden_from_team
from tournament.models import Entry, Player, Tournament


def clear_contacts(players: Collection[int], *, leaving: Tournament) -> None:
    """Give those of these players a new home (`core.queries.contacts`) whom the event is about to remove, if it is
    their home: the next event with them. Their contacts are cleared if somebody in its team could not read them before.

    An event that has them by a merge is the next only if there is no other, and then counts as if it had not merged
    them.
    """
    first = Player.objects.filter(pk__in=players).alias(first=first_tournament("pk")).filter(first=leaving.pk)
    others = Entry.objects.filter(player=OuterRef("pk")).exclude(tournament=leaving).order_by("came_by_merge", "pk")
    left = first.annotate(next=Subquery(others.values("pk")[:1])).exclude(next=None)
    entries = list(Entry.objects.filter(pk__in=list(left.values_list("next", flat=True))))
    hidden: set[int] = set()
    for event in Tournament.objects.filter(entries__in=entries).distinct():
        hidden |= hidden_from_team(event)
    unreadable = [entry.player_id for entry in entries if entry.pk in hidden]
    Player.objects.filter(pk__in=unreadable).update(**dict.fromkeys(PRIVATE, ""))
    Entry.objects.filter(pk__in=[entry.pk for entry in entries if entry.came_by_merge]).update(came_by_merge=False)
