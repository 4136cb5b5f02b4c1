"""Decides whose mail address and phone number a tournament's team may see. A person gave them to the event where they
were first entered.

Several events may have the same person: by a copy, or by the suggestions of known players. A former member of the first
event's team must not read that event's contacts through another event.
"""

from django.db.models import F, OuterRef, Q, Subquery

from tournament.models import Club, Entry, Membership, Role, Tournament
from tournament.models.tournament import ORGANIZING


def first_tournament(person: str) -> Subquery:
    """The id of the tournament where a person was first entered, for rows whose column `person` names the person.

    Entries that came by a merge do not count, because another person made them.
    """
    entries = Entry.objects.filter(player=OuterRef(person), came_by_merge=False)
    return Subquery(entries.order_by("pk").values("tournament")[:1])


def hidden_contacts(tournament: Tournament) -> frozenset[int]:
    """The ids of entries whose mail and phone are hidden in this tournament. Their people were first entered in a
    tournament that no owner of this one organizes; nights of one club share their contacts while they are the club's
    (`models.clubs.club.club_nights`)."""
    owners = Membership.objects.filter(tournament=tournament, role=Role.OWNER).values("user")
    organized = Membership.objects.filter(user__in=owners, role__in=ORGANIZING).values("tournament")
    of_club = Tournament.objects.filter(club__in=Club.objects.of_night(tournament).values("pk")).values("pk")
    entries = tournament.entries.alias(first=first_tournament("player"))
    known = Q(first=None) | Q(first=F("tournament")) | Q(first__in=organized) | Q(first__in=of_club)
    return frozenset(entries.exclude(known).values_list("pk", flat=True))


def is_first_entry(entry: Entry) -> bool:
    """Whether the person was first entered by this entry, and was never merged with somebody else."""
    entries = Entry.objects.filter(player=entry.player_id)
    first = entries.order_by("pk").values_list("pk", flat=True).first()
    return first == entry.pk and not entries.filter(came_by_merge=True).exists()
