"""Finds another home (`Player.home`) for people who are removed from their home, or whose home leaves their club
(`Player.home_club`). The contacts of people without another home are cleared, unless they are on their club's list."""

from collections import defaultdict
from collections.abc import Collection

from django.db.models import Exists, OuterRef, Q, QuerySet, Subquery
from django.utils import timezone

from tournament.core.actions.locking import lock_players
from tournament.core.limits import MOST_IN_CLUB
from tournament.core.queries.contacts import PRIVATE, events_that_read, read_by_their_clubs
from tournament.models import Club, Entry, Mail, Membership, Player, Role, Tournament
from tournament.models.clubs.club import club_nights, without_home


def clear_contacts(players: Collection[int]) -> None:
    """Clear the contacts of these players, also the addresses to which mails were sent (`Mail.to`): whoever becomes an
    owner of the person's events later could otherwise read them. The caller has locked the players."""
    Player.objects.filter(pk__in=players).update(**dict.fromkeys(PRIVATE, ""))
    Mail.objects.filter(entry__player__in=players).exclude(to="").update(to="")


def find_new_homes(players: Collection[int], *, leaving: Tournament) -> None:
    """Find another home (`Player.home`) for each of these players whose home is the event `leaving`, which is about to
    remove them.

    A player who belongs to a club stays with the club, whoever owns `leaving` (`_stay_in_clubs`).

    The new home of another player is another event that the player has entered, and no rehearsal. The event is a night
    of the same club, or shares with `leaving` an owner who agreed to organize it (`Membership.has_agreed`). In both
    cases its whole team could already read the player's contacts. If there are several events, an event that only
    owners of `leaving` own comes first, and then the event that the player entered first. So an organizer of `leaving`
    cannot become an owner of the player's home by removing the player, if the owners of `leaving` have another event.

    If `leaving` and the new home share the club but no such owner, the player belongs to the club from now on
    (`Player.home_club`). Otherwise an organizer of the club who removes a guest from somebody else's night would alone
    decide about the guest, even after leaving the club.

    If there is no such event, the player has no home any more. The contacts of this player are cleared if the player
    stays in another event or in the list of another club.
    """
    lock_players(players)  # an update of many rows would lock them in no certain order
    homes_left = Player.objects.filter(pk__in=players, home=leaving)
    _stay_in_clubs(homes_left, leaving)
    homeless = set(homes_left.filter(home_club=None).values_list("pk", flat=True))
    plays_elsewhere = Exists(Entry.objects.filter(player=OuterRef("pk")).exclude(tournament=leaving))
    known = set(Player.objects.filter(plays_elsewhere, pk__in=homeless).values_list("pk", flat=True))
    for clubs in _possible_homes(known, leaving) if known else ():
        for home, theirs in _first_entered(known, clubs.keys()).items():
            Player.objects.filter(pk__in=theirs).update(home=home, home_since=timezone.now(), home_club=clubs[home])
            homeless -= theirs
            known -= theirs
    own_club = Club.objects.of_night(leaving).values("pk")
    other_lists = Club.people.through.objects.filter(player__in=homeless).exclude(club__in=own_club)
    known.update(other_lists.values_list("player", flat=True))
    Player.objects.filter(pk__in=homeless).update(home=None, home_since=None)
    clear_contacts(known)


def _possible_homes(players: Collection[int], leaving: Tournament) -> list[dict[int, int | None]]:
    """Return the events that may be the new home of these people, who leave `leaving` and belong to no club
    (`find_new_homes`): first those that only owners of `leaving` own, then the others. Only events that one of them
    entered, because an owner may have thousands of others. The value of each event is the club that these people belong
    to from then on."""
    # A rehearsal is owned by any organizer who starts it.
    entered = Exists(Entry.objects.filter(tournament=OuterRef("tournament"), player__in=players))
    owned = Membership.objects.filter(entered, role=Role.OWNER, tournament__rehearsal_of=None)
    owned = owned.exclude(tournament=leaving)
    owners = leaving.memberships.filter(role=Role.OWNER).values("user")
    shared = set(owned.filter(user__in=owners, has_agreed=True).values_list("tournament", flat=True))
    nights = club_nights().filter(club__in=Club.objects.of_night(leaving).values("pk")).exclude(pk=leaving.pk)
    nights = nights.filter(Exists(Entry.objects.filter(tournament=OuterRef("pk"), player__in=players)))
    readable = events_that_read(shared.union(nights.values_list("pk", flat=True)), home=leaving)
    of_others = owned.filter(tournament__in=readable).exclude(user__in=owners)
    with_others = set(of_others.values_list("tournament", flat=True))
    return [
        {event: None if event in shared else leaving.club_id for event in events}
        for events in (readable - with_others, readable & with_others)
    ]


def _first_entered(players: Collection[int], events: Collection[int]) -> dict[int, set[int]]:
    """Return the players, of `players`, by that one of `events` which each player entered first."""
    # The database reads each player's entries only up to the first: a player may be in hundreds of events.
    first = Entry.objects.filter(player=OuterRef("pk"), tournament__in=events).order_by("pk").values("tournament")[:1]
    entered = defaultdict[int, set[int]](set)
    found = Player.objects.filter(pk__in=players).annotate(first=Subquery(first)).filter(first__isnull=False)
    for player, event in found.order_by().values_list("pk", "first"):
        entered[event].add(player)
    return entered


def _stay_in_clubs(homes_left: "QuerySet[Player]", leaving: Tournament) -> None:
    """For the players who belong to a club, make another night of the club their home (`_find_homes_in_club`). Without
    such a night, a player on the club's list keeps the contacts, because the club received them. Any other player
    leaves the club, and the contacts are cleared."""
    by_club = defaultdict[int, set[int]](set)
    for player, club in homes_left.filter(home_club__isnull=False).values_list("pk", "home_club"):
        by_club[club].add(player)
    for club, theirs in by_club.items():
        left_over = _find_homes_in_club(theirs, club, leaving=leaving)
        unlisted = set(Player.objects.filter(pk__in=left_over).exclude(clubs=club).values_list("pk", flat=True))
        Player.objects.filter(pk__in=unlisted).update(home_club=None)
        clear_contacts(unlisted)


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
    Player.objects.filter(pk__in=players).update(home=None, home_since=None)
    nights = set(club_nights().filter(club=club).values_list("pk", flat=True))
    if leaving is not None:
        nights.discard(leaving.pk)
    homes = _first_entered(players, read_by_their_clubs(nights))
    for night, theirs in homes.items():
        Player.objects.filter(pk__in=theirs).update(home=night, home_since=timezone.now())
    return set(players).difference(*homes.values())
