"""Loads the publication of an event's rules and format from its log."""

from django.utils import timezone

from tournament.models import Tournament
from tournament.standings.publication import CHANGES, Announced, LoggedChange, Publication, publication

MOST_CHANGES = 500
"""The most changes that are read, beginning with the latest: undoing one change takes a quarter of a millisecond, and
an imported log may have tens of thousands of changes."""


def publication_of(tournament: Tournament) -> Publication:
    """Load when an event's rules and format became public and changed, in two queries. Days are in the active time
    zone. If the log has more than `MOST_CHANGES` changes, earlier changes are not read. In this case the result begins
    with the day of the last change that was left out."""
    changes = tournament.log.filter(kind__in=CHANGES).order_by("-number").values_list("kind", "at", "data")
    log = list(changes[: MOST_CHANGES + 1])[::-1]
    is_whole = len(log) <= MOST_CHANGES
    begins = log.pop(0)[1] if not is_whole else tournament.log.order_by("number").values_list("at", flat=True).first()
    return publication(
        Announced(
            rules=tournament.ruleset,
            announced_cuts=tournament.cut_plan,
            tie_breaks=tuple(tournament.tie_breaks),
            final_seats=tournament.final_seats,
            sit_out=(tournament.sit_out, tournament.sit_out_points),
            is_public=tournament.is_public,
        ),
        [LoggedChange(kind=kind, day=timezone.localdate(at), data=data) for kind, at, data in log],
        created=timezone.localdate(begins or tournament.created_at),
        is_whole=is_whole,
    )
