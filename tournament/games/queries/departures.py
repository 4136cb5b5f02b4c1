"""Departures: which players left the tournament before which round, and whether the standings still list these
players."""

from django.db.models import Exists, OuterRef, QuerySet

from tournament.models import Departure, Entry, Tournament, with_log_entries
from tournament.models.departure import UNLISTED


def departures(tournament: Tournament) -> dict[int, Departure]:
    """Return the current departures of a tournament, by the entry's id."""
    return departures_in(Tournament.objects.filter(pk=tournament.pk))


def departures_in(tournaments: "QuerySet[Tournament]") -> dict[int, Departure]:
    """Return the current departures of several tournaments, by the entry's id."""
    rows = Departure.objects.current().filter(entry__tournament__in=tournaments)
    return {departure.entry_id: departure for departure in rows}


def departure_of(entry: Entry) -> Departure | None:
    """Return the current departure of one entry, or None."""
    return with_log_entries(entry.departures.current(), "decided_by").first()


def departed_entries(tournament: Tournament, round_number: int) -> "QuerySet[Entry]":
    """Return the entries of players who left before this round."""
    departed = Departure.objects.current().filter(from_round__lte=round_number)
    return tournament.entries.filter(pk__in=departed.values("entry"))


def is_unlisted(entry: str) -> Exists:
    """Return the condition that standings and leagues leave out a departed player. `entry` is the field with the id of
    the entry."""
    # Not `NOT IN`: PostgreSQL reads the whole list anew for each row once it has hundreds of thousands.
    return Exists(Departure.objects.current().filter(kind__in=UNLISTED, entry=OuterRef(entry)))
