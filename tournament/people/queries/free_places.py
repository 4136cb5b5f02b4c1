"""Free places of an event, and who waits for them."""

from dataclasses import dataclass

from django.db.models import QuerySet
from django.utils import timezone

from tournament.models import Departure, Entry, EntryStatus, Tournament
from tournament.people.queries.enter import terms_of


@dataclass(frozen=True, kw_only=True)
class MoveUpProposal:
    """`first` could move up to one of the free `places`; `waiting` people wait, them included."""

    first: Entry
    places: int
    waiting: int


def has_begun(tournament: Tournament) -> bool:
    """Whether a round was started, or the event's first day is over: then nobody moves up any more."""
    is_past = tournament.starts_on is not None and tournament.starts_on < timezone.localdate()
    return is_past or tournament.archived_at is not None or tournament.rounds.exists()


def occupied(tournament: Tournament) -> int:
    """How many places are taken: by those who play and have not left."""
    left = Departure.objects.current().filter(entry__tournament=tournament).values("entry")
    return tournament.entries.accepted().filter(player__removed_at=None).exclude(pk__in=left).count()


def free_places(tournament: Tournament, limit: int) -> int:
    return max(limit - occupied(tournament), 0)


def waiting_list(tournament: Tournament) -> QuerySet[Entry]:
    """Who waits for a place, the first one first."""
    waiting = tournament.entries.filter(status=EntryStatus.WAITING, player__removed_at=None)
    return waiting.select_related("player").order_by("number")


def move_up_proposal(tournament: Tournament) -> MoveUpProposal | None:
    """Who could move up now; None if nobody waits or no place is free, or the event has begun."""
    waiting = list(waiting_list(tournament))
    terms = terms_of(tournament) if waiting else None
    if terms is None or terms.limit is None or has_begun(tournament):
        return None
    places = free_places(tournament, terms.limit)
    return MoveUpProposal(first=waiting[0], places=places, waiting=len(waiting)) if places else None
