"""Finds events in which a person has no entry, but may be named in texts."""

from collections import defaultdict
from collections.abc import Collection

from django.db.models import Count, Exists, OuterRef, QuerySet

from tournament.games.substitutes import name_key
from tournament.models import HandOver, LogEntry, Membership, Role, SheetLine, Substitution, Tournament
from tournament.models.clubs.club import club_nights
from tournament.models.tournament import ORGANIZING


def events_that_may_name(events: Collection[int], names: Collection[str]) -> set[int]:
    """Return the ids of related events whose texts may name a person who is removed from these events.

    These are copies of the events, copies of copies, rehearsals, and club nights of the same clubs where a substitute
    has one of these names. A related event is included only if all owners of the original event organize it, so that a
    removal changes no texts of strangers. Tournaments that are at a laptop, or here from another site, are left out,
    because the other side compares the texts.
    """
    by_owners = defaultdict[frozenset[int], list[Tournament]](list)
    for event in Tournament.objects.filter(pk__in=events).prefetch_related("memberships"):
        members = event.memberships.all()
        by_owners[frozenset(member.user_id for member in members if member.role == Role.OWNER)].append(event)
    found: set[int] = set()
    for owners, theirs in by_owners.items():
        if owners:
            near = _organized_by_all(owners)
            found |= _copies(theirs, near) | _nights(theirs, near, names)
    return found.difference(events)


def _organized_by_all(accounts: Collection[int]) -> "QuerySet[Tournament]":
    from_a_site = HandOver.objects.filter(tournament=OuterRef("pk"), is_lent=False, ended_at=None)
    organized = (
        Membership.objects.filter(user__in=accounts, role__in=ORGANIZING)
        .values("tournament")
        .annotate(members=Count("pk"))
        .filter(members=len(accounts))
    )
    here = Tournament.objects.filter(deleted_at=None, away_since=None).exclude(Exists(from_a_site))
    return here.filter(pk__in=organized.values("tournament"))


def _copies(events: Collection[Tournament], near: "QuerySet[Tournament]") -> set[int]:
    """Return the ids of the copies of these events, among the events `near`. The log of a copy contains the name of its
    original. Strangers may use the same name for their own event, so an owner of the copy must be in the team of one of
    the events."""
    team = {member.user_id for event in events for member in event.memberships.all()}
    owned = Membership.objects.filter(tournament=OuterRef("pk"), role=Role.OWNER, user__in=team)
    copies = near.filter(Exists(owned)).values("pk")
    copied = LogEntry.objects.filter(tournament__in=copies, kind="tournament.copied")
    rows = [
        (pk, name, data["origin"])
        for pk, name, data in copied.values_list("tournament", "tournament__name", "data")
        if isinstance(data.get("origin"), str)  # an imported log may have anything there
    ]
    origins, found = {event.name for event in events}, set[int]()
    while more := {pk: name for pk, name, origin in rows if pk not in found and origin in origins}:
        found |= more.keys()
        origins |= set(more.values())
    return found


def _nights(events: Collection[Tournament], near: "QuerySet[Tournament]", names: Collection[str]) -> set[int]:
    keys = {name_key(name) for name in names}
    clubs = club_nights().filter(pk__in=[event.pk for event in events]).values("club")
    nights = near.filter(pk__in=club_nights().filter(club__in=clubs).values("pk")).values("pk")
    named = Substitution.objects.filter(hanchan__round__tournament__in=nights)
    signed = SheetLine.objects.filter(sheet__hanchan__round__tournament__in=nights).exclude(substitute="")
    rows = {
        *named.values_list("hanchan__round__tournament", "name"),
        *signed.values_list("sheet__hanchan__round__tournament", "substitute"),
    }
    return {pk for pk, name in rows if name_key(name) in keys}
