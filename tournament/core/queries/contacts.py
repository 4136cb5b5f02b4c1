"""Decides who may read a person's contacts: mail address, phone number, legal name, and the member numbers that no
federation publishes (`PRIVATE`). EMA numbers are none of them: the EMA prints them beside the names in its results.

A person gave the contacts to their home (`Player.home`), where they were entered as new. Other events have the same
person by a copy, by the suggestions of known players, by the list of a club, or by a merge. There the contacts are
shown to a reader only if

* the reader organizes the home now, or
* home and event are nights of one club, and the reader organizes that club now, or
* one of these holds for the member who invited the reader into the event's team, and who still organizes the event; or
  for the member who invited that one, and so on.

So who left the team of the home, or its club, reads no more there: neither by a copy, nor with a co-owner, nor by
another account, because they invited all of these, and nobody of the home invited them. In the home itself its whole
team reads; without a home nobody reads them. A private link shows what everybody in the event's team may read, since
they all may have seen the link. An event sends mails only to people whose contacts somebody in its team may read.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable
from typing import NamedTuple

from tournament.models import Club, Entry, Membership, Tournament, Visitor
from tournament.models.tournament import ORGANIZING

CONTACT = ("mail", "phone")
OF_FEDERATIONS = ("ara_number", "riichi_canada_number", "legal_name")
PRIVATE = (*CONTACT, *OF_FEDERATIONS)
"""The fields of `Player` that only those see who may read the person's contacts."""


def conceal(entries: Iterable[Entry], hidden: frozenset[int]) -> None:
    """Empty the contacts of the hidden ones of these rows, which are loaded only to be read, and never saved."""
    for entry in entries:
        if entry.pk in hidden:
            for name in PRIVATE:
                setattr(entry.player, name, "")


def hidden_contacts(tournament: Tournament, reader: Visitor) -> frozenset[int]:
    """The ids of this tournament's entries whose contacts this member of its team may not read."""
    if reader.account is None:
        return hidden_from_team(tournament)
    away = _homes_elsewhere(tournament)
    sponsors = _sponsors(tournament).get(reader.account.pk, frozenset([reader.account.pk])) if away else frozenset()
    return frozenset(*_hidden(tournament, away, [sponsors]))


def hidden_from_team(tournament: Tournament) -> frozenset[int]:
    """The ids of this tournament's entries whose contacts somebody in its team may not read: what a private link does
    not show."""
    away = _homes_elsewhere(tournament)
    return frozenset[int]().union(*_hidden(tournament, away, _sponsors(tournament).values()) if away else ())


def hidden_from_an_organizer(tournament: Tournament) -> frozenset[int]:
    """The ids of this tournament's entries whose contacts somebody who organizes it may not read: people to whom it
    sends no mails, because each organizer chooses the words, and a copy may have anybody in its team."""
    away = _homes_elsewhere(tournament)
    if not away:
        return frozenset()
    sponsors = _sponsors(tournament)
    organizers = tournament.memberships.filter(role__in=ORGANIZING).values_list("user", flat=True)
    hidden = _hidden(tournament, away, [sponsors[account] for account in organizers])
    # Without an organizer nobody may read anything.
    return frozenset[int]().union(*hidden) if hidden else frozenset(away)


class _Home(NamedTuple):
    tournament: int | None
    club: int | None


def _homes_elsewhere(tournament: Tournament) -> dict[int, _Home]:
    """The homes of people who are entered here and have another home or none, by the id of the entry here."""
    elsewhere = tournament.entries.exclude(player__home=tournament)
    return {
        entry: _Home(home, club)
        for entry, home, club in elsewhere.values_list("pk", "player__home", "player__home__club")
    }


def _sponsors(tournament: Tournament) -> dict[int, frozenset[int]]:
    """For each member of the team: the accounts whose rights count for what the member reads. These are the member, and
    up the chain of invitations those who organize the event."""
    members = {member.user_id: member for member in tournament.memberships.all()}
    sponsors = {}
    for account, member in members.items():
        chain, above = {account}, members.get(member.invited_by_id or 0)
        while above is not None and above.role in ORGANIZING and above.user_id not in chain:
            chain.add(above.user_id)
            above = members.get(above.invited_by_id or 0)
        sponsors[account] = frozenset(chain)
    return sponsors


def _hidden(
    tournament: Tournament, homes: dict[int, _Home], readers: Collection[frozenset[int]]
) -> list[frozenset[int]]:
    """For each of these readers, sets of accounts: the entries whose contacts the reader may not read."""
    if not homes:
        return []
    accounts = frozenset[int]().union(*readers)
    readable = defaultdict[int, set[int | None]](set)
    organized = Membership.objects.filter(
        user__in=accounts,
        role__in=ORGANIZING,
        tournament__in={home.tournament for home in homes.values() if home.tournament},
    )
    for account, home in organized.values_list("user", "tournament"):
        readable[account].add(home)
    if tournament.club_id is not None:
        clubs = Club.objects.of_night(tournament).filter(organizers__in=accounts)
        for account, club in clubs.values_list("organizers", "pk"):
            readable[account] |= {home.tournament for home in homes.values() if home.club == club}
    seen = [set[int | None]().union(*(readable[account] for account in reader)) for reader in readers]
    return [frozenset(entry for entry, home in homes.items() if home.tournament not in those) for those in seen]
