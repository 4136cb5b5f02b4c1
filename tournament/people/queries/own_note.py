"""Whether the note of an entry is the player's own note. Other notes are for the team alone."""

from bisect import bisect_right

from django.db.models import Q, QuerySet

from tournament.core.actions.journal import WHILE_AWAY
from tournament.models import ActorKind, Entry, LogEntry, Tournament

ENDS = ("tournament.called_back", "tournament.brought_back")
"""Kinds of the log entries with which the site ends a laptop's trip."""

LATEST_TRIPS = 50
"""Trips that are told apart in one query."""


def is_own_note(entry: Entry) -> bool:
    """Whether the player may read and change the note of this entry: the player wrote the note last, or there is no
    note.

    In an imported or copied event a note is the team's, unless the log says that the player wrote it. An edit without
    any detail changed the note too: older versions lost the words of it when an event came back from a laptop.
    """
    if not entry.note:
        return True
    about = _written_here(entry.tournament).filter(data__number=entry.number)
    of_note = Q(data__after__has_key="note") | Q(data__after={})
    edited = about.filter(of_note, kind="entry.edited").order_by("-number").first()
    if edited is None:
        return about.filter(kind="entry.applied").exists()
    return edited.actor_kind == ActorKind.PLAYER or edited.data.get("own") is True


def _written_here(tournament: Tournament) -> "QuerySet[LogEntry]":
    """Return the tournament's log without what its laptops wrote: notes do not travel, so a laptop's log is about other
    notes than this site's, and whoever finds the file for a laptop can invent it. Of an event that was away more than
    `LATEST_TRIPS` times, the oldest part of the log is left out too."""
    rows = tournament.log.all()
    trips = list(tournament.hand_overs.filter(is_lent=True).order_by("-log_until")[: LATEST_TRIPS + 1])
    if not trips:
        return rows
    ends = list(rows.filter(kind__in=ENDS).order_by("number").values_list("number", flat=True))
    following = None
    for trip in trips:
        of_laptop = {"number__gt": trip.log_until}
        # The last end before the next trip is the site's own; the laptop's log may have invented others before.
        place = len(ends) if following is None else bisect_right(ends, following)
        if trip.ended_at and place:
            of_laptop["number__lt"] = ends[place - 1]
        rows = rows.exclude(~Q(data__has_key=WHILE_AWAY), **of_laptop)
        following = trip.log_until
    return rows.filter(number__gt=following) if len(trips) > LATEST_TRIPS else rows
