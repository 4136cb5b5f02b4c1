"""Finds another home (`Player.home`) for people who are removed from their home, or whose home leaves their club. The
contacts of people without another home are cleared."""

from collections import defaultdict
from collections.abc import Collection

from django.db.models import Exists, OuterRef, Q

from tournament.core.queries.contacts import PRIVATE, hidden_from_team, is_read_by_its_club
from tournament.models import Club, Entry, Membership, Player, Role, Tournament
from tournament.models.clubs.club import club_nights

FROM_LIST = "from_list"
"""Key in the data of a log entry "players.added" about a person of a club's list who had no home, so that the night
became the home."""


def find_new_homes(players: Collection[int], *, leaving: Tournament) -> None:
    """Find another home (`Player.home`) for each of these players whose home is the event `leaving`, which is about to
    remove them.

    The new home is another event that the player has entered. The event is a night of the same club, or shares with
    `leaving` an owner who agreed to organize it (`Membership.has_agreed`), and its whole team could already read the
    player's contacts. If there are several events, an event that only owners of `leaving` own comes first, and then the
    event that the player entered first. So an organizer of `leaving` cannot remove a player to become an owner of the
    player's home, if the owners of `leaving` have another event.

    If there is no such event, the player has no home any more. The contacts of this player are cleared if the player
    stays in another event or in the list of another club.
    """
    homeless = set(Player.objects.filter(pk__in=players, home=leaving).values_list("pk", flat=True))
    owners = leaving.memberships.filter(role=Role.OWNER).values("user")
    shares_owner = Membership.objects.filter(
        tournament=OuterRef("tournament"), role=Role.OWNER, user__in=owners, has_agreed=True
    )
    own_club = Club.objects.of_night(leaving)
    same_club = Q(tournament__in=club_nights().filter(club__in=own_club.values("pk")))
    others = Entry.objects.filter(player__in=homeless).exclude(tournament=leaving)
    other_owners = Membership.objects.filter(tournament=OuterRef("tournament"), role=Role.OWNER).exclude(
        user__in=owners
    )
    entries = others.filter(Exists(shares_owner) | same_club).select_related("tournament")
    near = list(entries.order_by(Exists(other_owners), "pk"))
    hidden = {event: hidden_from_team(event) for event in {entry.tournament for entry in near}}
    homes = defaultdict[Tournament, set[int]](set)
    for entry in near:
        if entry.player_id in homeless and entry.pk not in hidden[entry.tournament]:
            homeless.discard(entry.player_id)
            homes[entry.tournament].add(entry.player_id)
    for home, theirs in homes.items():
        Player.objects.filter(pk__in=theirs).update(home=home)
    known = set(others.filter(player__in=homeless).values_list("player", flat=True))
    known |= set(
        Club.people.through.objects.filter(player__in=homeless)
        .exclude(club__in=own_club.values("pk"))
        .values_list("player", flat=True)
    )
    Player.objects.filter(pk__in=homeless).update(home=None)
    Player.objects.filter(pk__in=known).update(**dict.fromkeys(PRIVATE, ""))


def bring_homes_back(club: Club) -> None:
    """Find another home for the people of a club's list whose home is a night that has left the club, and who came to
    that night from the list (`FROM_LIST`). Their contacts were given to the club, and whoever checks a person in must
    not keep them.

    The new home is the first of the club's nights that the person entered and whose whole team may read the contacts.
    Without one the person has no home until the next check-in, and nobody reads the contacts. The caller holds the
    club's lock.
    """
    left = Tournament.objects.filter(club=club).exclude(pk__in=club_nights().values("pk"))
    homeless = set[int]()
    for night in left.filter(pk__in=club.people.values("home")):
        added = night.log.filter(kind="players.added", **{f"data__{FROM_LIST}": True})
        numbers = {number for data in added.values_list("data", flat=True) for number in data["numbers"]}
        entries = night.entries.filter(player__home=night, player__clubs=club).values_list("number", "player")
        homeless |= {player for number, player in entries if number in numbers}
    # In a few queries, however many people a former organizer checked in.
    Player.objects.filter(pk__in=homeless).update(home=None)
    nights = club_nights().filter(club=club, entries__player__in=homeless).distinct()
    shared = {night.pk for night in nights if is_read_by_its_club(night)}
    homes, found = defaultdict[int, set[int]](set), set[int]()
    entered = Entry.objects.filter(player__in=homeless, tournament__in=shared).order_by("pk")
    for player, home in entered.values_list("player", "tournament"):
        if player not in found:
            found.add(player)
            homes[home].add(player)
    for home, theirs in homes.items():
        Player.objects.filter(pk__in=theirs).update(home=home)
