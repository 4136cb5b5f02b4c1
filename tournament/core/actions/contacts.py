"""Finds another home (`Player.home`) for people who are removed from their home, or whose home leaves their club
(`Player.home_club`). The contacts of people without another home are cleared, unless they are on their club's list."""

from collections import defaultdict
from collections.abc import Collection
from typing import Any

from django.db.models import Exists, OuterRef, Q, QuerySet

from tournament.core.limits import MOST_IN_CLUB
from tournament.core.queries.contacts import PRIVATE, hidden_from_team, read_by_their_clubs
from tournament.models import Club, Entry, Membership, Player, Role, Tournament
from tournament.models.clubs.club import club_nights, without_home

NO_CONTACTS = dict.fromkeys(PRIVATE, "")
"""The values of the fields that are contacts, cleared."""


def find_new_homes(players: Collection[int], *, leaving: Tournament) -> None:
    """Find another home (`Player.home`) for each of these players whose home is the event `leaving`, which is about to
    remove them.

    A player who belongs to a club stays with the club, whoever owns `leaving` (`_stay_in_clubs`).

    The new home of another player is another event that the player has entered. The event is a night of the same club,
    or shares with `leaving` an owner who agreed to organize it (`Membership.has_agreed`). In both cases its whole team
    could already read the player's contacts. If there are several events, an event that only owners of `leaving` own
    comes first, and then the event that the player entered first. So an organizer of `leaving` cannot become an owner
    of the player's home by removing the player, if the owners of `leaving` have another event.

    If `leaving` and the new home share the club but no such owner, the player belongs to the club from now on
    (`Player.home_club`). Otherwise an organizer of the club who removes a guest from somebody else's night would alone
    decide about the guest, even after leaving the club.

    If there is no such event, the player has no home any more. The contacts of this player are cleared if the player
    stays in another event or in the list of another club.
    """
    homes_left = Player.objects.filter(pk__in=players, home=leaving)
    _stay_in_clubs(homes_left, leaving)
    homeless = set(homes_left.filter(home_club=None).values_list("pk", flat=True))
    owners = leaving.memberships.filter(role=Role.OWNER).values("user")
    owned = Membership.objects.filter(tournament=OuterRef("tournament"), role=Role.OWNER)
    shares_owner = Exists(owned.filter(user__in=owners, has_agreed=True))
    own_club = Club.objects.of_night(leaving)
    is_in_club = Q(tournament__in=club_nights().filter(club__in=own_club.values("pk")))
    others = Entry.objects.filter(player__in=homeless).exclude(tournament=leaving)
    near = others.annotate(shares_owner=shares_owner).filter(Q(shares_owner=True) | is_in_club)
    entries: list[Any] = list(near.select_related("tournament").order_by(Exists(owned.exclude(user__in=owners)), "pk"))
    hidden = {event: hidden_from_team(event) for event in {entry.tournament for entry in entries}}
    homes = defaultdict[tuple[Tournament, int | None], set[int]](set)
    for entry in entries:
        if entry.player_id in homeless and entry.pk not in hidden[entry.tournament]:
            homeless.discard(entry.player_id)
            homes[entry.tournament, None if entry.shares_owner else leaving.club_id].add(entry.player_id)
    for (home, home_club), theirs in homes.items():
        Player.objects.filter(pk__in=theirs).update(home=home, home_club=home_club)
    known = set(others.filter(player__in=homeless).values_list("player", flat=True))
    other_lists = Club.people.through.objects.filter(player__in=homeless).exclude(club__in=own_club.values("pk"))
    known.update(other_lists.values_list("player", flat=True))
    Player.objects.filter(pk__in=homeless).update(home=None)
    Player.objects.filter(pk__in=known).update(**NO_CONTACTS)


def _stay_in_clubs(homes_left: "QuerySet[Player]", leaving: Tournament) -> None:
    """For the players who belong to a club, make another night of the club their home (`_find_homes_in_club`). Without
    such a night, a player on the club's list keeps the contacts, because the club received them. Any other player
    leaves the club, and the contacts are cleared."""
    by_club = defaultdict[int, set[int]](set)
    for player, club in homes_left.filter(home_club__isnull=False).values_list("pk", "home_club"):
        by_club[club].add(player)
    for club, theirs in by_club.items():
        left_over = _find_homes_in_club(theirs, club, leaving=leaving)
        Player.objects.filter(pk__in=left_over).exclude(clubs=club).update(home_club=None, **NO_CONTACTS)


def bring_homes_back(club: Club) -> None:
    """Find another home for people of this club (`Player.home_club`) who cannot keep theirs. Their home left the club,
    or a member of its team was invited by no organizer of the club, neither directly nor through others. The caller
    holds the club's lock, and has removed an organizer.

    People without another home come on the club's list, so that the club finds those who were guests. If the list has
    no room for all (`MOST_IN_CLUB`), the people who were stored first come on the list. The others still belong to the
    club, and get a home at their next check-in.
    """
    people = Player.objects.filter(home_club=club, home__isnull=False)
    homes = set(people.values_list("home", flat=True).distinct())
    open_to_others = homes - read_by_their_clubs(homes)
    homes_left = people.filter(without_home() | Q(home__in=open_to_others))
    left_over = _find_homes_in_club(set(homes_left.values_list("pk", flat=True)), club.pk)
    unlisted = Player.objects.filter(pk__in=left_over, removed_at=None).exclude(clubs=club).order_by("pk")
    club.people.add(*unlisted[: max(MOST_IN_CLUB - club.people.count(), 0)])


def _find_homes_in_club(players: Collection[int], club: int, *, leaving: Tournament | None = None) -> set[int]:
    """Give each of these players, who belong to this club, a new home: the first of the club's nights, except
    `leaving`, that the player entered and whose whole team may read the contacts.

    Without such a night the player has no home until the next check-in, and nobody reads the contacts. Return the ids
    of the players without a home.
    """
    # In a few queries, however many people a former organizer checked in.
    Player.objects.filter(pk__in=players).update(home=None)
    entered_in = club_nights().filter(club=club, entries__player__in=players)
    nights = set(entered_in.values_list("pk", flat=True).distinct())
    if leaving is not None:
        nights.discard(leaving.pk)
    shared = read_by_their_clubs(nights)
    homes, found = defaultdict[int, set[int]](set), set[int]()
    entered = Entry.objects.filter(player__in=players, tournament__in=shared).order_by("pk")
    for player, night in entered.values_list("player", "tournament"):
        if player not in found:
            found.add(player)
            homes[night].add(player)
    for night, theirs in homes.items():
        Player.objects.filter(pk__in=theirs).update(home=night)
    return set(players) - found
