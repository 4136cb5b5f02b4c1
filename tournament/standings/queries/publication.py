"""Loads the publication of an event's rules and format from its log."""

from django.utils import timezone

from tournament.core.queries.logged import ENTRIES_AT_ONCE
from tournament.models import Tournament
from tournament.standings.publication import CHANGES, Announced, LoggedChange, Publication, logged_change, publication

MOST_CHANGES = 500
"""The most changes that are read, beginning with the latest: undoing one change takes a quarter of a millisecond, and
an imported log may have tens of thousands of changes."""

LONGEST_CHANGES = 200_000
"""How many characters the changes may have together: an imported log may have 10,000 in each, and the page shows them
twice."""


def publication_of(tournament: Tournament) -> Publication:
    """Load when an event's rules and format became public and changed, in two queries. Days are in the active time
    zone. If the log has more than `MOST_CHANGES` changes, or longer changes than `LONGEST_CHANGES`, earlier changes are
    not read. In this case the result begins with the day of the last change that was left out."""
    changes = tournament.log.filter(kind__in=CHANGES).order_by("-number").values_list("kind", "at", "data")
    log: list[LoggedChange] = []
    length, is_whole = 0, True
    begins = None
    # An entry of an imported log may have a megabyte of data: one is in memory at a time.
    for kind, at, data in changes[: MOST_CHANGES + 1].iterator(chunk_size=ENTRIES_AT_ONCE):
        change = logged_change(kind=kind, day=timezone.localdate(at), data=data)
        del data  # before the next entry is read
        length += change.length
        if len(log) == MOST_CHANGES or length > LONGEST_CHANGES:
            is_whole, begins = False, at
            break
        log.append(change)
    begins = begins or tournament.log.order_by("number").values_list("at", flat=True).first() or tournament.created_at
    return publication(
        Announced(
            rules=tournament.ruleset,
            announced_cuts=tournament.cut_plan,
            tie_breaks=tuple(tournament.tie_breaks),
            final_seats=tournament.final_seats,
            sit_out=(tournament.sit_out, tournament.sit_out_points),
            is_public=tournament.is_public,
        ),
        log[::-1],
        created=timezone.localdate(begins),
        is_whole=is_whole,
    )
