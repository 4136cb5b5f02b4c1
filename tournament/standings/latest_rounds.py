"""Chooses the rounds that have a column of their own: the latest ones, because a season may have hundreds of rounds."""

from collections.abc import Sequence

LATEST_ROUNDS = 50
"""The most rounds that are shown. More columns would be too narrow to read."""

MOST_CELLS = 20_000
"""The most cells (one for each player in each shown round). With more than 400 players fewer rounds are shown, because
one request computes all cells, which takes a second."""


def latest_rounds(rounds: Sequence[int], *, players: int) -> Sequence[int]:
    """Return the latest of these rounds, as many as are shown for this number of players; at least one."""
    most = min(LATEST_ROUNDS, max(MOST_CELLS // max(players, 1), 1))
    return rounds[-most:]
