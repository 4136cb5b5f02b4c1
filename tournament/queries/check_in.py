"""Who has arrived, and who is missed."""

from dataclasses import dataclass

from tournament.models import Entry, Tournament
from tournament.queries.leaderboard import plain
from tournament.queries.names import told_apart
from tournament.queries.seats import playing


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
    everybody = sorted(((entry, names[entry.pk]) for entry in entries), key=lambda row: (plain(row[1]), row[0].number))
    wanted = plain(search)
    return Arrivals(
        everybody=tuple(everybody),
        shown=tuple(
            (entry, name)
            for entry, name in everybody
            if (wanted in plain(name) or wanted == str(entry.number))
            and not (only_missing and entry.checked_in_at is not None)
        ),
    )
