"""Says who decides about people without a home (`Player.home`).

If the person belongs to a club (`Player.home_club`) or is on a club's list, only the organizers of that club decide
(`decided_by_clubs`). Others do not, even if they organize all events of the person. A club may take such a person only
if nobody else has a claim (`club_may_have`). Otherwise only somebody who decides about a person without a home may give
the person a home or a club. See `core.queries.contacts` (`read_by_others`) for who may read the contacts, and when they
are filled in.
"""

from typing import Any

from django.db.models import Exists, OuterRef, Q, QuerySet

from tournament.models import Club, Entry, Player
from tournament.models.clubs.club import without_home


def decided_by_clubs(clubs: "QuerySet[Club, Any] | None" = None, *, player: str = "") -> Q:
    """Return the condition for people without a home about whom one of these clubs decides: the club to which they
    belong (`Player.home_club`), or otherwise any club on whose list they are. `player` is the lookup path to the
    person, such as "player__"."""
    among = Club.objects.all() if clubs is None else clubs
    own = among.filter(pk=OuterRef(f"{player}home_club"))
    lists = Club.people.through.objects.filter(player=OuterRef(f"{player}pk"), club__in=among.values("pk"))
    return without_home(player) & (Q(Exists(own)) | Q(Exists(lists), **{f"{player}home_club__isnull": True}))


def is_decided_by_club(player_id: int) -> bool:
    """Whether a club decides about the person, who has no home."""
    return Player.objects.filter(decided_by_clubs(), pk=player_id).exists()


def club_may_have(club: int) -> Q:
    """Return the condition for people without a home whom this club may have: people who belong to it, and people who
    belong to no club, are on no other club's list and play in no event outside the club."""
    others = Club.people.through.objects.filter(player=OuterRef("pk")).exclude(club=club)
    entries = Entry.objects.filter(player=OuterRef("pk")).exclude(tournament__club=club)
    is_nobodys = Q(~Exists(others), ~Exists(entries), home_club__isnull=True)
    return without_home() & (Q(home_club=club) | is_nobodys)
