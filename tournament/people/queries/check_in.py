"""Who has arrived, and who is missed."""

from dataclasses import dataclass
from enum import StrEnum

from django.utils import timezone

from tournament.core.namesakes import told_apart
from tournament.core.text import folded
from tournament.games.queries.seats import playing
from tournament.models import Entry, EntryStatus, Tournament


class OwnCheckIn(StrEnum):
    """Whether a player may say "I am here" by their own link."""

    NONE = "none"  # does not play, or nobody said on which day
    LATER = "later"
    OPEN = "open"
    HERE = "here"
    CLOSED = "closed"  # the first round has started, or the day is over


def own_check_in(entry: Entry) -> OwnCheckIn:
    """Open on the first day, by the site's time zone, until the first round starts: who comes later is seated by the
    organizers, and has to find them."""
    tournament = entry.tournament
    if entry.status != EntryStatus.ACCEPTED or entry.departures.current().exists():
        return OwnCheckIn.NONE
    if entry.checked_in_at is not None:
        return OwnCheckIn.HERE
    if tournament.starts_on is None or tournament.archived_at is not None:
        return OwnCheckIn.NONE
    today = timezone.localdate()
    if today < tournament.starts_on:
        return OwnCheckIn.LATER
    return OwnCheckIn.CLOSED if today > tournament.starts_on or tournament.rounds.exists() else OwnCheckIn.OPEN


@dataclass(frozen=True, kw_only=True)
class Arrivals:
    """Everybody who plays with the name as the team reads it, by name; `shown` are those that were asked for."""

    everybody: tuple[tuple[Entry, str], ...]
    shown: tuple[tuple[Entry, str], ...]

    @property
    def count(self) -> int:
        return len(self.everybody)

    @property
    def here(self) -> int:
        return sum(entry.checked_in_at is not None for entry, _name in self.everybody)

    @property
    def missing(self) -> int:
        return self.count - self.here


def arrivals(tournament: Tournament, *, search: str = "", only_missing: bool = False) -> Arrivals:
    """Without those who have left. A search is for a part of the name, whatever its accents, or the whole number."""
    entries = playing(tournament)
    names = told_apart(entries, for_team=True)
    by_pk = {entry.pk: entry for entry in entries}
    everybody = [(by_pk[pk], name) for pk, name in names.items()]
    wanted = folded(search)
    return Arrivals(
        everybody=tuple(everybody),
        shown=tuple(
            (entry, name)
            for entry, name in everybody
            if (wanted in folded(name) or wanted == str(entry.number))
            and not (only_missing and entry.checked_in_at is not None)
        ),
    )
