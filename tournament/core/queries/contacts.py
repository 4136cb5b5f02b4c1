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
from collections.abc import Collection, Iterable, Mapping

from django.db.models import Case, Exists, F, OuterRef, Q, When

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
    sponsors = _sponsors(tournament).get(reader.account.pk, frozenset([reader.account.pk])) if away else frozenset()
    return frozenset(*_hidden(tournament, away, [sponsors]))


def hidden_from_links(tournament: Tournament) -> frozenset[int]:
    """Return the ids of this tournament's entries whose contacts no private link shows. These people have their home in
    another event, or the link is older than the home here (`Player.home_since`). Whoever has left this tournament's
    team may have kept such a link, and was never allowed to read the contacts."""
    are_older = tournament.entries.filter(player__home=tournament, link_made_at__lte=F("player__home_since"))
    return frozenset(homes_elsewhere(tournament)).union(are_older.values_list("pk", flat=True))


def hidden_from_an_organizer(tournament: Tournament) -> frozenset[int]:
    """Return the ids of this tournament's entries whose contacts at least one organizer may not read. The tournament
    sends these people no mails, because any organizer may write the text, and anybody may be the organizer of a
    copy."""
    away = homes_elsewhere(tournament)
    if not away:
        return frozenset()
    sponsors = _sponsors(tournament)
    organizers = tournament.memberships.filter(role__in=ORGANIZING).values_list("user", flat=True)
    hidden = _hidden(tournament, away, [sponsors[account] for account in organizers])
    # Without an organizer nobody may read anything.
    return frozenset[int]().union(*hidden) if hidden else frozenset(away)


def is_read_by_its_club(night: Tournament) -> bool:
    """Whether each member of the team of this club night may read the contacts of the club's people."""
    return night.pk in read_by_their_clubs([night.pk])


def read_by_their_clubs(nights: Collection[int]) -> set[int]:
    """Return the ids of those `nights` that are club nights, and in which each member of the team may read the contacts
    of the club's people."""
    nights_of_clubs = club_nights().filter(pk__in=nights)
    club_of, teams = dict(nights_of_clubs.values_list("pk", "club")), _teams(nights)
    organizers = defaultdict[int | None, set[int]](set)
    for club, account in Club.objects.filter(pk__in=nights_of_clubs.values("club")).values_list("pk", "organizers"):
        organizers[club].add(account)
    return {
        night
        for night, club in club_of.items()
        if all(not organizers[club].isdisjoint(sponsors) for sponsors in _sponsors_among(teams[night]).values())
    }


def events_that_read(events: Collection[int], *, home: Tournament) -> set[int]:
    """Return the ids of those `events` in which each member of the team may read the contacts of people whose home is
    the event `home`."""
    readers = set(home.memberships.filter(role__in=ORGANIZING).values_list("user", flat=True))
    clubs = Club.objects.of_night(home)
    of_club = readers.union(clubs.filter(organizers__isnull=False).values_list("organizers", flat=True))
    nights = set(club_nights().filter(pk__in=events, club__in=clubs.values("pk")).values_list("pk", flat=True))
    teams = _teams(events)
    return {
        event
        for event in events
        if not any(
            sponsors.isdisjoint(of_club if event in nights else readers)
            for sponsors in _sponsors_among(teams[event]).values()
        )
    }


def read_by_others(players: Collection[int], tournament: Tournament) -> set[int]:
    """Return the ids of those `players` whose contacts an outsider may read in any of their events, or could read there
    later.

    Outsiders are not in the team of `tournament`. They are organizers of the person's club (`_read_by_clubs`), and
    members of an event's team whom no organizer of `tournament` invited into it, directly or through others
    (`_sponsors`). Nobody reads the contacts of a person without a home (`without_home`), but each event of the person
    may be the home later, so it counts as the home.
    """
    homeless = set(Player.objects.filter(without_home(), pk__in=players).values_list("pk", flat=True))
    entries = Entry.objects.filter(player__in=players).values_list("player", "player__home", "tournament")
    rows = {(player, event if player in homeless else home, event) for player, home, event in entries}
    rows |= {(player, home, home) for player, home, _event in rows if home}
    readable_by_clubs = _read_by_clubs(players, homeless, tournament)
    others = _others({event for _player, _home, event in rows}, tournament)
    if not others:
        return readable_by_clubs
    readable = _homes_read_in(others, homes={home for _player, home, _event in rows if home})
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


def _others(events: Collection[int], tournament: Tournament) -> dict[int, frozenset[int]]:
    """Return the ids of the accounts by whose rights outsiders (`read_by_others`) read contacts, by event. Events
    without outsiders in their team are left out."""
    roles = dict(tournament.memberships.values_list("user", "role"))
    organizers = {account for account, role in roles.items() if role in ORGANIZING}
    others: dict[int, frozenset[int]] = {}
    for event, team in _teams(events).items():
        for account, sponsors in _sponsors_among(team).items():
            if account not in roles and organizers.isdisjoint(sponsors):
                others[event] = others.get(event, frozenset()) | sponsors
    return others


def _teams(events: Collection[int]) -> defaultdict[int, list[Membership]]:
    teams = defaultdict[int, list[Membership]](list)
    for member in Membership.objects.filter(tournament__in=events):
        teams[member.tournament_id].append(member)
    return teams


def homes_elsewhere(tournament: Tournament) -> dict[int, int | None]:
    """Return the home of each person whose home is not this tournament, by the id of the person's entry in this
    tournament. The home may be another event, or none (`without_home`)."""
    is_without = without_home("player__")
    elsewhere = tournament.entries.filter(is_without | ~Q(player__home=tournament))
    return dict(elsewhere.values_list("pk", Case(When(is_without, then=None), default="player__home")))


def _sponsors(tournament: Tournament) -> dict[int, frozenset[int]]:
    """Return for each member of the team the accounts whose rights let the member read contacts.

    These are the member, the account that invited the member, the account that invited that account, and so on. The
    chain ends before the first account that does not organize the event.
    """
    return _sponsors_among(tournament.memberships.all())


def _sponsors_among(team: Iterable[Membership]) -> dict[int, frozenset[int]]:
    members = {member.user_id: member for member in team}
    sponsors = {}
    for account, member in members.items():
        chain, above = {account}, members.get(member.invited_by_id or 0)
        while above is not None and above.role in ORGANIZING and above.user_id not in chain:
            chain.add(above.user_id)
            above = members.get(above.invited_by_id or 0)
        sponsors[account] = frozenset(chain)
    return sponsors


def _hidden(
    tournament: Tournament, homes: dict[int, int | None], readers: Collection[frozenset[int]]
) -> list[frozenset[int]]:
    """Return for each reader the entries whose contacts this reader may not read. A reader is given by the set of
    accounts whose rights count (`_sponsors`)."""
    if not homes:
        return []
    accounts = frozenset[int]().union(*readers)
    readable = defaultdict[int, set[int | None]](set)
    events = {home for home in homes.values() if home}
    organized = Membership.objects.filter(user__in=accounts, role__in=ORGANIZING, tournament__in=events)
    for account, home in organized.values_list("user", "tournament"):
        readable[account].add(home)
    if tournament.club_id is not None:
        # Both nights must still belong to the club: a night whose owner left the club keeps the club in its column.
        of_club = club_nights().filter(pk__in=events, club__in=Club.objects.of_night(tournament))
        homes_of_club = set(of_club.values_list("pk", flat=True))
        clubs = Club.objects.of_night(tournament).filter(organizers__in=accounts)
        for account in clubs.values_list("organizers", flat=True):
            readable[account] |= homes_of_club
    readable_homes = [set[int | None]().union(*(readable[account] for account in reader)) for reader in readers]
    return [frozenset(entry for entry, home in homes.items() if home not in own) for own in readable_homes]
