"""The place of every player after each of the latest rounds."""

from dataclasses import dataclass

from tournament.core.queries.visibility import Sight
from tournament.models import Tournament
from tournament.standings.queries.leaderboard import leaderboards_by_round


@dataclass(frozen=True, kw_only=True)
class Places:
    """The place of each entry, by its id, after each of the `rounds`; None as long as the entry has no place. `last` is
    the worst place that any entry had. `are_latest` says whether earlier rounds with results are left out."""

    rounds: tuple[int, ...]
    of_entry: dict[int, tuple[int | None, ...]]
    last: int
    are_latest: bool


def places_by_round(tournament: Tournament, sight: Sight) -> Places:
    """Load the places after each of the latest rounds that `sight` shows, in a fixed number of queries."""
    played, boards = leaderboards_by_round(tournament, sight)
    places_after = {number: {row.entry.pk: row.place for row in board.rows} for number, board in boards}
    places = list(places_after.values())
    entries = {entry for after in places for entry in after}
    return Places(
        rounds=tuple(places_after),
        of_entry={entry: tuple(after.get(entry) for after in places) for entry in entries},
        last=max((place for after in places for place in after.values() if place), default=1),
        are_latest=len(places) < len(played),
    )
