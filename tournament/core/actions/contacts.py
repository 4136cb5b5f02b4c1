"""Finds another home (`Player.home`) for people who are removed from their home, or whose home leaves their club
(`Player.home_club`). The contacts of people without another home are cleared, unless these people belong to a club."""

from collections import defaultdict
from collections.abc import Collection

from django.db.models import Exists, OuterRef, Q

from tournament.core.limits import MOST_IN_CLUB
from tournament.core.queries.contacts import PRIVATE, hidden_from_team, read_by_their_clubs
from tournament.models import Club, Entry, Membership, Player, Role, Tournament
from tournament.models.clubs.club import club_nights, without_home


def find_new_homes(players: Collection[int], *, leaving: Tournament) -> None:
    """Find another home (`Player.home`) for each of these players whose home is the event `leaving`, which is about to
    remove them.

    The new home is another event that the player has entered. The event is a night of the same club, or shares with
    `leaving` an owner who agreed to organize it (`Membership.has_agreed`), and its whole team could already read the
    player's contacts. If there are several events, an event that only owners of `leaving` own comes first, and then the
    event that the player entered first. So an organizer of `leaving` cannot remove a player to become an owner of the
    player's home, if the owners of `leaving` have another event.

    If the new home is a night of the same club without such an owner, the player belongs to the club from now on
    (`Player.home_club`). Otherwise an organizer of the club who removes a guest from another's night would decide about
    the guest alone, also after leaving the club.

    If there is no such event, the player has no home any more. The contacts of this player are cleared if the player
    stays in another event or in the list of another club.

    A player who belongs to a club stays with the club, whoever owns `leaving`: only a night of the club becomes the new
    home (`_find_homes_in_club`). Without such a night, a player on the club's list keeps the contacts, because the club
    got them, and any other player leaves the club.
    """
    homes_left = Player.objects.filter(pk__in=players, home=leaving)
    homeless, by_club = set[int](), defaultdict[int, set[int]](set)
    for player, club in homes_left.values_list("pk", "home_club"):
        (by_club[club] if club else homeless).add(player)
    for club, theirs in by_club.items():
        left_over = _find_homes_in_club(theirs, club, leaving=leaving)
        unlisted = Player.objects.filter(pk__in=left_over).exclude(clubs=club)
        unlisted.update(home_club=None, **dict.fromkeys(PRIVATE, ""))
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
    with_an_owner = set(others.filter(Exists(shares_owner)).values_list("pk", flat=True))
    hidden = {event: hidden_from_team(event) for event in {entry.tournament for entry in near}}
    homes = defaultdict[tuple[Tournament, int | None], set[int]](set)
    for entry in near:
        if entry.player_id in homeless and entry.pk not in hidden[entry.tournament]:
            homeless.discard(entry.player_id)
            homes[entry.tournament, None if entry.pk in with_an_owner else leaving.club_id].add(entry.player_id)
    for (home, home_club), theirs in homes.items():
        Player.objects.filter(pk__in=theirs).update(home=home, home_club=home_club)
    known = set(others.filter(player__in=homeless).values_list("player", flat=True))
    known |= set(
        Club.people.through.objects.filter(player__in=homeless)
        .exclude(club__in=own_club.values("pk"))
        .values_list("player", flat=True)
    )
    Player.objects.filter(pk__in=homeless).update(home=None)
    Player.objects.filter(pk__in=known).update(**dict.fromkeys(PRIVATE, ""))


def bring_homes_back(club: Club) -> None:
    """Find another home for the people who belong to this club (`Player.home_club`) and whose home is a night that has
    left the club, or in whose team is somebody for whom no organizer of the club vouches any more, whoever invited
    them. The caller holds the club's lock, and has removed an organizer.

    People without another home come on the club's list, if there is room, so that the club finds those who were
    guests.
    """
    people = Player.objects.filter(home_club=club, home__isnull=False)
    homes = set(people.values_list("home", flat=True).distinct())
    open_to_others = homes - read_by_their_clubs(homes)
    homes_left = people.filter(without_home() | Q(home__in=open_to_others))
    left_over = _find_homes_in_club(set(homes_left.values_list("pk", flat=True)), club.pk)
    unlisted = Player.objects.filter(pk__in=left_over, removed_at=None).exclude(clubs=club).order_by("pk")
    club.people.add(*unlisted[: max(MOST_IN_CLUB - club.people.count(), 0)])


def leave_club(player: Player) -> None:
    """End that a person belongs to a club (`Player.home_club`). The home goes too, because it was a night of the club;
    otherwise who takes a person off the club's list would keep the person. Without a home the contacts are cleared."""
    player.home = player.home_club = None
    for name in PRIVATE:
        setattr(player, name, "")
    player.save(update_fields=["home", "home_club", *PRIVATE])


def _find_homes_in_club(players: Collection[int], club: int, *, leaving: Tournament | None = None) -> set[int]:
    """Make for each of these players, who belong to this club, the first of the club's nights that the player entered,
    and whose whole team may read the contacts, the new home; `leaving` excepted.

    Without such a night the player has no home until the next check-in, and nobody reads the contacts. Return the ids
    of these players.
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
