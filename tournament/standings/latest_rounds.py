"""Chooses the rounds that have a column of their own: the latest ones, because a season may have hundreds of rounds."""

from collections.abc import Sequence

LATEST_ROUNDS = 50
"""How many of the latest rounds are shown at most. More columns than that are too narrow to be read."""

MOST_CELLS = 20_000
"""How many cells the players have in these rounds at most. Beyond 400 players there are fewer rounds, because a
visitor's single request computes all cells: a second of work."""


def latest_rounds(rounds: Sequence[int], *, players: int) -> Sequence[int]:
    """Return the latest of these rounds, as many as are shown for this number of players; at least one."""
    most = min(LATEST_ROUNDS, max(MOST_CELLS // max(players, 1), 1))
    return rounds[-most:]
