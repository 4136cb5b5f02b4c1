"""Decides who may read a person's contacts: mail address, phone number, legal name, and the member numbers that no
federation publishes (`PRIVATE`). EMA numbers are not among them: the EMA prints them beside the names in its results.

A person gave the contacts to the home (`Player.home`), the event in which the person was entered first. Other events
can get the same person by copying an event, from the suggestions of known players, from the list of a club, or by a
merge. In any other event than the home, a reader is shown the contacts only if

* the reader organizes the home now, or
* home and event still belong to one club (`club_nights`), and the reader organizes this club now, or
* the reader was invited into the event's team by a member who still organizes the event, and one of these three points
  holds for this member.

So a person who has left the home's team or club cannot get the contacts back: neither by a copy of the event, nor
through accounts invited into the copy. In the home itself the whole team may read the contacts. If a person has no
home, or the home is no night of the person's club any more (`without_home`), nobody may read them. A private link shows
contacts in the home alone, and only if the link was made there after the event became the home: members of another
event's team who may not read them may have kept the link. An event sends mails only to people whose contacts all its
organizers may read.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from itertools import groupby
from operator import itemgetter

from django.db.models import Case, Exists, F, OuterRef, Q, QuerySet, When

from tournament.core.queries.inviters import (
    AT_ONCE,
    all_vouched_for,
    first_sponsors,
    inviters,
    inviters_of,
    sponsors,
    vouched_for,
)
from tournament.models import Club, Entry, Membership, Player, Tournament, User, Visitor
from tournament.models.clubs.club import club_nights, without_home
from tournament.models.tournament import ORGANIZING

CONTACT = ("mail", "phone")
OF_FEDERATIONS = ("ara_number", "riichi_canada_number", "legal_name")
PRIVATE = (*CONTACT, *OF_FEDERATIONS)
"""The fields of `Player` that are contacts: only readers whom the rules above allow may see them."""


def conceal(entries: Iterable[Entry], hidden: frozenset[int]) -> None:
    """Clear, in memory only, the contacts of the players whose entry's id is in `hidden`. The rows must not be
    saved."""
    for entry in entries:
        if entry.pk in hidden:
            for name in PRIVATE:
                setattr(entry.player, name, "")


def hidden_contacts(tournament: Tournament, reader: Visitor) -> frozenset[int]:
    """Return the ids of this tournament's entries whose contacts this member of its team may not read."""
    if reader.account is None:
        return hidden_from_links(tournament)
    away = homes_elsewhere(tournament)
    if not away:
        return frozenset()
    team = inviters(tournament.memberships.values_list("user_id", "invited_by_id", "role"))
    readable = {home for home, _readers in _readers_of(tournament, away.values(), sponsors(team, [reader.account.pk]))}
    return frozenset(entry for entry, home in away.items() if home not in readable)


def hidden_from_links(tournament: Tournament) -> frozenset[int]:
    """Return the ids of this tournament's entries whose contacts no private link shows. These people have their home in
    another event, or the link is older than the home here (`Player.home_since`). Whoever has left this tournament's
    team may have kept such a link, and may never have been allowed to read the contacts."""
    return frozenset(homes_elsewhere(tournament)).union(with_older_links(tournament).values_list("pk", flat=True))


def with_older_links(tournament: Tournament) -> "QuerySet[Entry]":
    """Return the entries of people whose home this tournament became after their link was made."""
    at_home = tournament.entries.exclude(without_home("player__")).filter(player__home=tournament)
    return at_home.filter(link_made_at__lte=F("player__home_since"))


def hidden_from_an_organizer(tournament: Tournament, *, entry: Entry | None = None) -> frozenset[int]:
    """Return the ids of this tournament's entries, or of this `entry`, whose contacts at least one organizer may not
    read. The tournament sends these people no mails, because any organizer may write the text, and anybody may be the
    organizer of a copy."""
    away = homes_elsewhere(tournament, entry=entry)
    if not away:
        return frozenset()
    members = list(tournament.memberships.values_list("user_id", "invited_by_id", "role"))
    organizers = [account for account, _inviter, role in members if role in ORGANIZING]
    if not organizers:
        return frozenset(away)
    ends = first_sponsors(inviters(members), organizers)
    accounts = frozenset[int]().union(*ends)
    homes = _readers_of(tournament, away.values(), accounts)
    readable = {home for home, readers in homes if all_vouched_for(ends, readers)}
    return frozenset(entry for entry, home in away.items() if home not in readable)


def is_read_by_its_club(night: Tournament) -> bool:
    """Whether each member of the team of this club night may read the contacts of the club's people."""
    return night.pk in read_by_their_clubs([night.pk])


def read_by_their_clubs(nights: Collection[int]) -> set[int]:
    """Return the ids of those `nights` that are club nights, and in which each member of the team may read the contacts
    of the club's people."""
    nights_of_clubs = club_nights().filter(pk__in=nights)
    club_of = dict(nights_of_clubs.values_list("pk", "club"))
    organizers = defaultdict[int | None, set[int]](set)
    for club, account in Club.objects.filter(pk__in=nights_of_clubs.values("club")).values_list("pk", "organizers"):
        organizers[club].add(account)
    return club_of.keys() - _read_by_others_than({night: organizers[club] for night, club in club_of.items()})


def events_that_read(events: Collection[int], *, home: Tournament) -> set[int]:
    """Return the ids of those `events` in which each member of the team may read the contacts of people whose home is
    the event `home`."""
    readers = set(home.memberships.filter(role__in=ORGANIZING).values_list("user", flat=True))
    clubs = Club.objects.of_night(home)
    of_club = readers.union(clubs.filter(organizers__isnull=False).values_list("organizers", flat=True))
    nights = set(club_nights().filter(pk__in=events, club__in=clubs.values("pk")).values_list("pk", flat=True))
    return set(events) - _read_by_others_than({event: of_club if event in nights else readers for event in events})


def _read_by_others_than(readers: Mapping[int, Collection[int]]) -> set[int]:
    """Return those of these events in whose team somebody is for whom none of the event's `readers` vouches."""
    teams = inviters_of(readers.keys())
    return {event for event, team in teams if not all_vouched_for(first_sponsors(team, team), readers[event])}


def read_by_others(players: Collection[int], tournament: Tournament) -> set[int]:
    """Return the ids of those `players` whose contacts an outsider may read in any of their events, or could read there
    later.

    Outsiders are not in the team of `tournament`. They are organizers of the person's club (`_read_by_clubs`), and
    members of an event's team whom no organizer of `tournament` invited into it, directly or through others
    (`sponsors`). Nobody reads the contacts of a person without a home (`without_home`), but each event of the person
    may be the home later, so it counts as the home.
    """
    homeless = set(Player.objects.filter(without_home(), pk__in=players).values_list("pk", flat=True))
    readable_by_clubs = _read_by_clubs(players, homeless, tournament)
    entries = Entry.objects.filter(player__in=set(players) - readable_by_clubs)
    homes = set(entries.exclude(player__in=homeless).values_list("player__home", flat=True))
    others = _others(entries, homes, homeless, tournament)
    if not others:
        return readable_by_clubs
    there = entries.filter(Q(tournament__in=others) | Q(player__home__in=others))
    found = set(there.values_list("player", "player__home", "tournament"))
    rows = {(player, event if player in homeless else home, event) for player, home, event in found}
    rows |= {(player, home, home) for player, home, _event in rows}
    readable = _homes_read_in(others, homes=homes)
    return readable_by_clubs | {player for player, home, event in rows if home in readable.get(event, ())}


def _read_by_clubs(players: Collection[int], homeless: Collection[int], tournament: Tournament) -> set[int]:
    """Return the ids of those `players` whose contacts an organizer of a club could read by checking them in at the
    next night. Only organizers who are not in the team of `tournament` count.

    These players belong to the club, or are at home at one of its nights. If they are among the `homeless`, it is
    enough that they are on the club's list or played at its nights.
    """
    team = tournament.memberships.values("user")
    clubs = Club.objects.filter(organizers__in=User.objects.exclude(pk__in=team).values("pk")).values("pk")
    nights = club_nights().filter(club__in=clubs)
    was_there = Exists(nights.filter(entries__player=OuterRef("pk")))
    may_be_had = Q(pk__in=homeless) & (Q(clubs__in=clubs) | Q(was_there))
    readable_by_clubs = Q(home_club__in=clubs) | Q(home__in=nights.values("pk")) | may_be_had
    return set(Player.objects.filter(readable_by_clubs, pk__in=players).values_list("pk", flat=True))


def _homes_read_in(readers: Mapping[int, Collection[int]], *, homes: Collection[int]) -> dict[int, set[int]]:
    """Return, for each event, the homes of the people whose contacts these accounts may read there."""
    accounts = {account for theirs in readers.values() for account in theirs}
    organized = defaultdict[int, set[int]](set)
    members = Membership.objects.filter(user__in=accounts, role__in=ORGANIZING, tournament__in=homes)
    for account, home in members.values_list("user", "tournament"):
        organized[account].add(home)
    nights = club_nights().filter(pk__in={*readers, *homes})
    club_of = dict(nights.values_list("pk", "club"))
    clubs = Club.objects.filter(pk__in=club_of.values(), organizers__in=accounts)
    organizers = set(clubs.values_list("pk", "organizers"))
    homes_of_club = defaultdict[int, set[int]](set)
    for home in club_of.keys() & set(homes):
        homes_of_club[club_of[home]].add(home)
    readable = {}
    for event, theirs in readers.items():
        readable[event] = {event}.union(*(organized[account] for account in theirs))
        club = club_of.get(event, 0)
        if any((club, account) in organizers for account in theirs):
            readable[event] |= homes_of_club[club]
    return readable


def _others(
    entries: "QuerySet[Entry]", homes: set[int], homeless: Collection[int], tournament: Tournament
) -> dict[int, frozenset[int]]:
    """Return, by event, the ids of the accounts by whose rights outsiders (`read_by_others`) may read the contacts of
    people with these `entries`, whose `homes` are these, or who are `homeless`. An event is left out if it has no
    outsiders in its team, or if they read there neither by a right in one of the homes nor as if it were the home."""
    roles = dict(tournament.memberships.values_list("user", "role"))
    own = {account for account, role in roles.items() if role in ORGANIZING}
    organizers = Membership.objects.filter(tournament__in=homes, role__in=ORGANIZING)
    clubs = Club.objects.filter(pk__in=club_nights().filter(pk__in=homes).values("club"))
    # Outsiders read by no right of these organizers (`own`): whom they invited is none.
    entitled = User.objects.filter(Q(pk__in=organizers.values("user")) | Q(clubs__in=clubs)).exclude(pk__in=own)
    accounts = set(entitled.values_list("pk", flat=True))
    members = Membership.objects.filter(tournament=OuterRef("tournament"), user__in=accounts)
    events = set(
        entries.filter(Q(player__in=homeless) | Exists(members)).order_by().values_list("tournament", flat=True)
    )
    strangers = Membership.objects.filter(tournament=OuterRef("pk")).exclude(user__in=roles)
    events = set(Tournament.objects.filter(Exists(strangers), pk__in=events | homes).values_list("pk", flat=True))
    others: dict[int, frozenset[int]] = {}
    for event, team in inviters_of(events):
        outsiders = team.keys() - roles.keys() - vouched_for(team, own)
        if outsiders:
            others[event] = sponsors(team, outsiders) & accounts
    return others


def homes_elsewhere(tournament: Tournament, *, entry: Entry | None = None) -> dict[int, int | None]:
    """Return the home of each person whose home is not this tournament, or of the person of `entry`, by the id of the
    person's entry in this tournament. The home may be another event, or none (`without_home`)."""
    is_without = without_home("player__")
    elsewhere = tournament.entries.filter(is_without | ~Q(player__home=tournament))
    if entry is not None:
        elsewhere = elsewhere.filter(pk=entry.pk)
    return dict(elsewhere.values_list("pk", Case(When(is_without, then=None), default="player__home")))


def _readers_of(
    tournament: Tournament, homes: Iterable[int | None], accounts: Collection[int]
) -> Iterator[tuple[int, set[int]]]:
    """Yield those of these `accounts` that may read the contacts of people whose home is one of these `homes`, by home.
    Homes that none of them may read are left out."""
    events = {home for home in homes if home}
    of_club, nights = set[int](), set[int]()
    if tournament.club_id is not None:
        # Both nights must still belong to the club: a night whose owner left the club keeps the club in its column.
        club = Club.objects.of_night(tournament)
        of_club.update(club.filter(organizers__in=accounts).values_list("organizers", flat=True))
        nights.update(club_nights().filter(pk__in=events, club__in=club).values_list("pk", flat=True))
    organized = Membership.objects.filter(user__in=accounts, role__in=ORGANIZING, tournament__in=events)
    rows = organized.order_by("tournament_id").values_list("tournament_id", "user_id").iterator(chunk_size=AT_ONCE)
    for home, members in groupby(rows, key=itemgetter(0)):
        readers = {account for _home, account in members}
        yield home, readers | of_club if home in nights else readers
        nights.discard(home)
    for home in nights if of_club else ():
        yield home, of_club
