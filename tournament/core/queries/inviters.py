"""Who let whom into an event's team (`Membership.invited_by`): by this `queries.contacts` decides who reads contacts.

The functions look at each member once: people could invite each other in long chains, whose sponsors would be the
square of the members.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from itertools import groupby
from operator import itemgetter

from tournament.models import Membership
from tournament.models.tournament import ORGANIZING

Inviters = Mapping[int, int | None]
"""The accounts in the team of an event. The value is the account that invited this member and organizes the event, if
there is one."""

AT_ONCE = 2_000
"""Rows that are read from the database at a time."""


def inviters_of(events: Iterable[int]) -> Iterator[tuple[int, Inviters]]:
    """Yield the team of each of these events; events without a team are left out.

    A person may be in thousands of events whose teams are large, so only one team is in memory at a time.
    """
    members = Membership.objects.filter(tournament__in=events).order_by("tournament_id")
    rows = members.values_list("tournament_id", "user_id", "invited_by_id", "role").iterator(chunk_size=AT_ONCE)
    for event, team in groupby(rows, key=itemgetter(0)):
        yield event, inviters((user, inviter, role) for _event, user, inviter, role in team)


def inviters(team: Iterable[tuple[int, int | None, str]]) -> Inviters:
    """Return who invited whom in a team of these accounts, each with the account that invited it, and its role."""
    members = list(team)
    organizers = {user for user, _inviter, role in members if role in ORGANIZING}
    return {user: inviter if inviter in organizers else None for user, inviter, _role in members}


def sponsors(team: Inviters, accounts: Iterable[int]) -> frozenset[int]:
    """Return the accounts whose rights let one of these `accounts` read contacts in the event of this team.

    These are the account itself, the account that invited it, the account that invited that account, and so on. The
    chain ends before the first account that does not organize the event.
    """
    found = set[int]()
    for account in accounts:
        found.add(account)
        above = team.get(account)
        while above is not None and above not in found:
            found.add(above)
            above = team[above]
    return frozenset(found)


def vouched_for(team: Inviters, accounts: Collection[int]) -> set[int]:
    """Return the members who read contacts by the right of one of these accounts (`sponsors`)."""
    invited = defaultdict[int | None, list[int]](list)
    for member, inviter in team.items():
        invited[inviter].append(member)
    waiting = [account for account in accounts if account in team]
    reached = set(waiting)
    while waiting:
        new = [member for member in invited[waiting.pop()] if member not in reached]
        reached.update(new)
        waiting += new
    return reached


def first_sponsors(team: Inviters, accounts: Iterable[int]) -> list[frozenset[int]]:
    """Return where the chains of these members end (`sponsors`): at a member whom no organizer of the event invited, or
    in a circle of members who invited each other.

    Whoever has a right to read vouches for all these members if, and only if, one of each returned set has the right:
    whoever ends a chain has no other sponsors, and all others have whoever ends their chain.
    """
    ends: list[frozenset[int]] = []
    seen = set[int]()
    for account in accounts:
        chain: list[int] = []
        above: int | None = account
        while above is not None and above not in seen:
            seen.add(above)
            chain.append(above)
            above = team[above]
        if above is None:
            ends.append(frozenset(chain[-1:]))
        elif above in chain:
            ends.append(frozenset(chain[chain.index(above) :]))
    return ends


def all_vouched_for(ends: Iterable[frozenset[int]], readers: Collection[int]) -> bool:
    """Whether these `readers` vouch for all members whose `first_sponsors` are these."""
    return all(not end.isdisjoint(readers) for end in ends)
