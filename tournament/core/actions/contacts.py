"""Clears mail addresses and phone numbers when the event to which people gave them lets them go."""

from collections.abc import Collection

from django.db.models import OuterRef, Subquery

from tournament.core.queries.contacts import first_tournament, hidden_contacts
from tournament.models import Entry, Player, Tournament


def clear_contacts(players: Collection[int], *, leaving: Tournament) -> None:
    """Clear the mail and phone of those of these players whom the event is about to remove, if they were first entered
    here and the next event with them may not read what was given here. Afterwards that event would be their first, so
    that it could.
    """
    first = Player.objects.filter(pk__in=players).alias(first=first_tournament("pk")).filter(first=leaving.pk)
    others = Entry.objects.filter(player=OuterRef("pk"), came_by_merge=False).exclude(tournament=leaving).order_by("pk")
    left = first.annotate(next=Subquery(others.values("pk")[:1])).exclude(next=None)
    entries = Entry.objects.filter(pk__in=left.values("next"))
    hidden: set[int] = set()
    for event in Tournament.objects.filter(entries__in=entries).distinct():
        hidden |= hidden_contacts(event)
    not_to_be_read = Entry.objects.filter(pk__in=hidden & set(entries.values_list("pk", flat=True)))
    Player.objects.filter(pk__in=list(not_to_be_read.values_list("player", flat=True))).update(mail="", phone="")
