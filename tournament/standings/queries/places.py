"""The place of every player after each round."""

from dataclasses import dataclass

from tournament.core.queries.visibility import Sight
from tournament.models import Tournament
from tournament.standings.queries.leaderboard import leaderboards_by_round

MOST_ROWS = 20_000
"""The most rows of standings that are built for the places after each round: 20 rounds of 1,000 players. Anybody asks
for the page that shows them, and 500 rounds of 2,000 players took a minute."""


@dataclass(frozen=True, kw_only=True)
class Places:
    """The place of each entry, by its id, after each of the `rounds`; None as long as the entry has no place. `last` is
    the worst place that anybody had."""

    rounds: tuple[int, ...]
    of_entry: dict[int, tuple[int | None, ...]]
    last: int


def places_by_round(tournament: Tournament, sight: Sight) -> Places:
    """Load the places after each round that `sight` shows, or after the latest ones of very many, in a fixed number of
    queries."""
    boards = leaderboards_by_round(tournament, sight, most=MOST_ROWS)
    after_rounds = {number: {row.entry.pk: row.place for row in board.rows} for number, board in boards}
    places = list(after_rounds.values())
    entries = {entry for after in places for entry in after}
    return Places(
        rounds=tuple(after_rounds),
        of_entry={entry: tuple(after.get(entry) for after in places) for entry in entries},
        last=max((place for after in places for place in after.values() if place), default=1),
    )
