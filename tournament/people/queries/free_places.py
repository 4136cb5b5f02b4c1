"""The free places of an event, and its waiting list."""

from dataclasses import dataclass

from django.db.models import QuerySet

from tournament.models import Departure, Entry, EntryStatus, Tournament
from tournament.people.queries.enter import has_begun, terms_of


@dataclass(frozen=True, kw_only=True)
class MoveUpProposal:
    """The first entry on the waiting list, which could get one of the free `places`. `waiting` is the length of the
    list, including this entry."""

    first: Entry
    places: int
    waiting: int


def occupied(tournament: Tournament) -> int:
    """Return the number of taken places: accepted players who have not left."""
    left = Departure.objects.current().filter(entry__tournament=tournament).values("entry")
    return tournament.entries.accepted().filter(player__removed_at=None).exclude(pk__in=left).count()


def free_places(tournament: Tournament, limit: int) -> int:
    return max(limit - occupied(tournament), 0)


def waiting_list(tournament: Tournament) -> QuerySet[Entry]:
    """Return the entries that wait for a place, the next one first."""
    waiting = tournament.entries.filter(status=EntryStatus.WAITING, player__removed_at=None)
    return waiting.select_related("player").order_by("number")


def move_up_proposal(tournament: Tournament) -> MoveUpProposal | None:
    """Return the next entry that could move up now; None if nobody waits, no place is free, or the event has begun."""
    waiting = list(waiting_list(tournament))
    terms = terms_of(tournament) if waiting else None
    if terms is None or terms.limit is None or has_begun(tournament):
        return None
    places = free_places(tournament, terms.limit)
    return MoveUpProposal(first=waiting[0], places=places, waiting=len(waiting)) if places else None
