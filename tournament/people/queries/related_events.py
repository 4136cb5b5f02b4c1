"""Finds events in which a person has no entry, but may be named in texts."""

from collections import defaultdict
from collections.abc import Collection, Mapping

from django.db.models import Count, Exists, OuterRef, QuerySet

from tournament.core.queries.logged import logged_values
from tournament.games.substitutes import name_key
from tournament.models import Club, HandOver, LogEntry, Membership, Role, SheetLine, Substitution, Tournament
from tournament.models.clubs.club import club_nights
from tournament.models.tournament import ORGANIZING


def events_that_may_name(events: Collection[int], names: Collection[str]) -> dict[int, set[int]]:
    """Return the ids of related events whose texts may name a person who is removed from these events; each with the
    ids of those of these events whose owners organize it.

    These are copies of the events, copies of copies, rehearsals, and club nights of the same clubs where a substitute
    has one of these names. A related event is included only if all owners of the original event organize it, so that a
    removal changes no texts of strangers. Tournaments that are at a laptop, or here from another site, are left out,
    because the other side compares the texts.
    """
    by_owners = defaultdict[frozenset[int], list[Tournament]](list)
    for event in Tournament.objects.filter(pk__in=events).prefetch_related("memberships"):
        members = event.memberships.all()
        by_owners[frozenset(member.user_id for member in members if member.role == Role.OWNER)].append(event)
    related = defaultdict[int, set[int]](set)
    for owners, theirs in by_owners.items():
        if owners:
            near = _organized_by_all(owners)
            for pk in (_copies(theirs, near) | _nights(theirs, near, names)).difference(events):
                related[pk].update(event.pk for event in theirs)
    return related


def organized_by_same_people(events: Collection[int]) -> dict[int, set[int]]:
    """Return for each of these events the ids of those of these events whose organizers all organize it too.

    Names that the logs of these others have may be erased from the event's texts if an owner of the event decides so:
    whoever invented such a name organizes the event too. Events that are at a laptop, or here from another site, are
    left out, because the other side compares the texts.
    """
    teams = defaultdict[int, set[int]](set)
    organizing = Membership.objects.filter(tournament__in=events, role__in=ORGANIZING)
    for event, account in organizing.values_list("tournament", "user"):
        teams[event].add(account)
    by_team = defaultdict[frozenset[int], set[int]](set)  # few, also for a person with hundreds of club nights
    for event, team in teams.items():
        by_team[frozenset(team)].add(event)
    here = _here().filter(pk__in=teams).values_list("pk", flat=True)
    return {pk: {event for team, theirs in by_team.items() if team <= teams[pk] for event in theirs} for pk in here}


def _organized_by_all(accounts: Collection[int]) -> "QuerySet[Tournament]":
    organized = (
        Membership.objects.filter(user__in=accounts, role__in=ORGANIZING)
        .values("tournament")
        .annotate(members=Count("pk"))
        .filter(members=len(accounts))
    )
    return _here().filter(pk__in=organized.values("tournament"))


def _here() -> "QuerySet[Tournament]":
    from_a_site = HandOver.objects.filter(tournament=OuterRef("pk"), is_lent=False, ended_at=None)
    return Tournament.objects.filter(deleted_at=None, away_since=None).exclude(Exists(from_a_site))


def _copies(events: Collection[Tournament], near: "QuerySet[Tournament]") -> set[int]:
    """Return the ids of these events, of their copies among the events `near`, and of the copies of copies. The log of
    a copy contains the id and the name of its original.

    Old logs, and logs from other sites, have no id of this site. Then the name decides, and all owners of the copy must
    own the original, because anybody may use the same name for their own event.
    """
    copied = LogEntry.objects.filter(tournament__in=near.values("pk"), kind="tournament.copied")
    keys, columns = ("origin_id", "origin"), ("tournament", "tournament__name", "user")
    rows = list(logged_values(copied, keys, *columns))  # an imported log may have any value for a key
    owners = _owners_of([*(event.pk for event in events), *(row[2] for row in rows)])
    by_id, by_name = defaultdict[int, list[tuple[int, str]]](list), defaultdict[str, list[tuple[int, str]]](list)
    for origin_id, origin, pk, name, user in rows:
        if type(origin_id) is int and user is not None:  # else the id is one of another site
            by_id[origin_id].append((pk, name))
        elif isinstance(origin, str):
            by_name[origin].append((pk, name))
    found = {event.pk for event in events}
    left, asked = [(event.pk, event.name) for event in events], set[tuple[str, frozenset[int]]]()
    while left:
        pk, name = left.pop()
        more = by_id.pop(pk, [])
        if (name, owners[pk]) not in asked:
            asked.add((name, owners[pk]))
            more = more + [copy for copy in by_name[name] if owners[copy[0]] <= owners[pk]]
        left += [copy for copy in more if copy[0] not in found]
        found |= {copy for copy, _name in more}
    return found


def _owners_of(events: Collection[int]) -> Mapping[int, frozenset[int]]:
    owners = defaultdict[int, frozenset[int]](frozenset)
    owning = Membership.objects.filter(tournament__in=events, role=Role.OWNER)
    for event, owner in owning.values_list("tournament", "user"):
        owners[event] |= {owner}
    return owners


def nights_that_may_name(clubs: "QuerySet[Club]", names: Collection[str]) -> set[int]:
    """Return the ids of these clubs' nights in which a substitute has one of these names. Nights that are at a laptop,
    or here from another site, are left out."""
    return _with_substitutes(
        _here().filter(pk__in=club_nights().filter(club__in=clubs.values("pk")).values("pk")), names
    )


def _nights(events: Collection[Tournament], near: "QuerySet[Tournament]", names: Collection[str]) -> set[int]:
    clubs = club_nights().filter(pk__in=[event.pk for event in events]).values("club")
    return _with_substitutes(near.filter(pk__in=club_nights().filter(club__in=clubs).values("pk")), names)


def _with_substitutes(nights: "QuerySet[Tournament]", names: Collection[str]) -> set[int]:
    keys = {name_key(name) for name in names}
    named = Substitution.objects.filter(hanchan__round__tournament__in=nights.values("pk"))
    signed = SheetLine.objects.filter(sheet__hanchan__round__tournament__in=nights.values("pk")).exclude(substitute="")
    rows = {
        *named.values_list("hanchan__round__tournament", "name"),
        *signed.values_list("sheet__hanchan__round__tournament", "substitute"),
    }
    return {pk for pk, name in rows if name_key(name) in keys}
