"""Decides to whom people without a home (`Player.home`) belong.

A person without a home gets a home or a club (`Player.home_club`) only by somebody who decides about the person, or at
the club to which the person belongs or may belong (`free_for`). Contacts are filled in only if nobody else reads them,
now or later: somebody else may be in the team of an event, or organize a club, at which such a person can be at home
later (`core.queries.contacts.read_by_others`). If a club decides about the person (`of_clubs`), nobody else does, not
even who organizes all events of the person.
"""

from typing import Any

from django.db.models import Exists, OuterRef, Q, QuerySet

from tournament.models import Club, Entry
from tournament.models.clubs.club import without_home


def of_clubs(clubs: "QuerySet[Club, Any] | None" = None, *, player: str = "") -> Q:
    """Return the condition for people without a home about whom one of these clubs decides: the club to which they
    belong (`Player.home_club`), or otherwise any club on whose list they are. `player` is the lookup path to the
    person, such as "player__"."""
    among = Club.objects.all() if clubs is None else clubs
    own = among.filter(pk=OuterRef(f"{player}home_club"))
    lists = Club.people.through.objects.filter(player=OuterRef(f"{player}pk"), club__in=among.values("pk"))
    return without_home(player) & (Q(Exists(own)) | Q(Exists(lists), **{f"{player}home_club__isnull": True}))


def free_for(club: int) -> Q:
    """Return the condition for people without a home whom this club may have: who belong to it, or who belong to no
    club, are on no other club's list and play in no event outside the club."""
    others = Club.people.through.objects.filter(player=OuterRef("pk")).exclude(club=club)
    entries = Entry.objects.filter(player=OuterRef("pk")).exclude(tournament__club=club)
    is_nobodys = Q(~Exists(others), ~Exists(entries), home_club__isnull=True)
    return without_home() & (Q(home_club=club) | is_nobodys)
