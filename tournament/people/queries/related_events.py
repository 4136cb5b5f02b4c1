"""Finds events in which a person has no entry, but may be named in texts."""

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping
from typing import NamedTuple

from django.db.models import Exists, OuterRef, QuerySet, Subquery

from tournament.core.queries.logged import logged_values
from tournament.games.substitutes import name_key
from tournament.models import Club, HandOver, LogEntry, Membership, Role, SheetLine, Substitution, Tournament, User
from tournament.models.clubs.club import club_nights
from tournament.models.tournament import ORGANIZING
from tournament.people.teams_of_events import ComputedSets, Teams


def events_that_may_name(events: Collection[int], names: Collection[str]) -> Mapping[int, set[int]]:
    """Return the ids of related events whose texts may name a person who is removed from these events; each with the
    ids of those of these events whose owners organize it.

    These are copies of the events, copies of copies, rehearsals, and club nights of the same clubs where a substitute
    has one of these names. A related event is included only if all owners of the original event organize it, so that a
    removal changes no texts of strangers. Tournaments that are at a laptop, or here from another site, are left out,
    because the other side compares the texts.
    """
    owners = Teams(_members([Role.OWNER], events))
    near = _organized_by_any([team[0] for team in owners.teams])
    copied, nights = _copied(near), _nights(events, near, names)
    organizing = _organizing_owners(events, owners, {*copied.names, *nights})
    related = _reached(events, owners, copied, organizing)
    owners_in_club = defaultdict[int | None, int](int)
    for event, club in club_nights().filter(pk__in=events).values_list("pk", "club"):
        if (team := owners.number_of(event)) is not None:
            owners_in_club[club] |= 1 << team
    for night, club_of_night in nights.items():
        related[night] |= owners_in_club[club_of_night] & organizing[night]
    found = {pk for pk, teams in related.items() if teams}.difference(events)
    return ComputedSets(found, lambda pk: owners.events_of(related[pk]))


def organized_by_same_people(events: Collection[int]) -> Mapping[int, set[int]]:
    """Return for each of these events the ids of those of these events whose organizers all organize it too.

    Names that the logs of these others have may be erased from the event's texts if an owner of the event decides so:
    whoever invented such a name organizes the event too. Events that are at a laptop, or here from another site, are
    left out, because the other side compares the texts.
    """
    organizers = Teams(_members(ORGANIZING, events))
    here = _here().filter(pk__in=events).values_list("pk", flat=True)
    return ComputedSets(here, organizers.events_within)


def _members(
    roles: Collection[str], events: Collection[int], accounts: "QuerySet[User] | None" = None
) -> Iterator[tuple[int, int]]:
    """Yield the events and accounts of members with these roles, ordered by both."""
    members = Membership.objects.filter(tournament__in=events, role__in=roles)
    if accounts is not None:
        members = members.filter(user__in=accounts.values("pk"))
    return members.order_by("tournament_id", "user_id").values_list("tournament_id", "user_id").iterator()


def _organized_by_any(accounts: Collection[int]) -> "QuerySet[Tournament]":
    organized = Membership.objects.filter(user__in=accounts, role__in=ORGANIZING)
    return _here().filter(pk__in=organized.values("tournament"))


def _organizing_owners(events: Collection[int], owners: Teams, others: Collection[int]) -> Mapping[int, int]:
    """Return for each of the other events the teams of owners of these events, as bits, of which all organize it."""
    owning = Membership.objects.filter(tournament__in=events, role=Role.OWNER)
    accounts = User.objects.filter(pk__in=owning.values("user"))
    organizers = Teams(_members(ORGANIZING, others, accounts))
    organizing = defaultdict[int, int](int)
    for number, team in enumerate(owners.teams):
        for event in organizers.events_of(organizers.with_all(team)):
            organizing[event] |= 1 << number
    return organizing


def _here() -> "QuerySet[Tournament]":
    from_a_site = HandOver.objects.filter(tournament=OuterRef("pk"), is_lent=False, ended_at=None)
    return Tournament.objects.filter(deleted_at=None, away_since=None).exclude(Exists(from_a_site))


class _Copied(NamedTuple):
    """Copies of events: the name of each, and the copies by the id of the original or, in old logs and in logs from
    other sites, which have no id of this site, by its name."""

    names: Mapping[int, str]
    by_id: Mapping[int, Collection[int]]
    by_name: Mapping[str, Collection[int]]


def _copied(near: "QuerySet[Tournament]") -> _Copied:
    """Return the copies among these events. The log of a copy contains the id and the name of its original."""
    keys, columns = ("origin_id", "origin"), ("tournament", "tournament__name", "user")
    names, by_id, by_name = dict[int, str](), defaultdict[int, list[int]](list), defaultdict[str, list[int]](list)
    for origin_id, origin, pk, name, user in logged_values(copying_entries(near), keys, *columns):
        names[pk] = name  # an imported log may have any value for a key
        if type(origin_id) is int and user is not None:  # else the id is one of another site
            by_id[origin_id].append(pk)
        elif isinstance(origin, str):
            by_name[origin].append(pk)
    return _Copied(names, by_id, by_name)


def copying_entries(events: "QuerySet[Tournament]") -> "QuerySet[LogEntry]":
    """Return the log entries that tell of which originals these events are copies: the first of the kind in each event,
    because an imported log may have a hundred thousand others."""
    copied = LogEntry.objects.filter(tournament=OuterRef("pk"), kind="tournament.copied").order_by("number")
    firsts = events.order_by().annotate(copied_by=Subquery(copied.values("pk")[:1])).values("copied_by")
    return LogEntry.objects.filter(pk__in=firsts)


def _reached(
    events: Collection[int], owners: Teams, copied: _Copied, organizing: Mapping[int, int]
) -> defaultdict[int, int]:
    """Return these events, their copies, and the copies of copies, each with the teams of owners, as bits, from whose
    events it was copied through events that the whole team organizes (`organizing`).

    Where a name decides, all owners of the copy must own the original, because anybody may use the same name for their
    own event.
    """
    by_name = copied.by_name
    names = {**dict(Tournament.objects.filter(pk__in=events).values_list("pk", "name")), **copied.names}
    owning = Teams(_members([Role.OWNER], names.keys()) if by_name else ())
    origins = {pk: owning.with_all(owning.team_of(pk)) for pks in by_name.values() for pk in pks}
    reached, asked = defaultdict[int, int](int), defaultdict[tuple[str, int], int](int)
    for number, theirs in enumerate(owners.events):
        reached.update(dict.fromkeys(theirs, 1 << number))
    left = set(reached)
    while left:
        origin = left.pop()
        teams, name, team = reached[origin], names[origin], owning.number_of(origin)
        copies = [(pk, teams) for pk in copied.by_id.get(origin, ())]
        if name in by_name and team is not None:
            new, asked[name, team] = teams & ~asked[name, team], teams | asked[name, team]
            copies += [(pk, new) for pk in by_name[name] if new and origins[pk] >> team & 1]
        for pk, through in copies:
            if new := through & organizing.get(pk, 0) & ~reached[pk]:
                reached[pk] |= new
                left.add(pk)
    return reached


def nights_that_may_name(clubs: "QuerySet[Club]", names: Collection[str]) -> set[int]:
    """Return the ids of these clubs' nights in which a substitute has one of these names. Nights that are at a laptop,
    or here from another site, are left out."""
    return _with_substitutes(
        _here().filter(pk__in=club_nights().filter(club__in=clubs.values("pk")).values("pk")), names
    )


def _nights(events: Collection[int], near: "QuerySet[Tournament]", names: Collection[str]) -> Mapping[int, int | None]:
    """Return the nights near these events, each with its club, in which a substitute has one of these names."""
    clubs = club_nights().filter(pk__in=events).values("club")
    nights = near.filter(pk__in=club_nights().filter(club__in=clubs).values("pk"))
    return dict(Tournament.objects.filter(pk__in=_with_substitutes(nights, names)).values_list("pk", "club"))


def _with_substitutes(nights: "QuerySet[Tournament]", names: Collection[str]) -> set[int]:
    keys = {name_key(name) for name in names}
    named = Substitution.objects.filter(hanchan__round__tournament__in=nights.values("pk"))
    signed = SheetLine.objects.filter(sheet__hanchan__round__tournament__in=nights.values("pk")).exclude(substitute="")
    rows = {
        *named.values_list("hanchan__round__tournament", "name"),
        *signed.values_list("sheet__hanchan__round__tournament", "substitute"),
    }
    return {pk for pk, name in rows if name_key(name) in keys}
