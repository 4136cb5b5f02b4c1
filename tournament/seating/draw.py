"""Seats drawn at random, without regard to who has met whom."""

from collections.abc import Mapping, Sequence
from random import Random

Table = tuple[int, int, int, int]
"""Four players' numbers by starting seat: East, South, West, North."""


def draw(players: Sequence[int], *, seed: int) -> tuple[Table, ...]:
    """Draw tables of four at random; equal seed and players give equal tables.

    Raises ValueError unless the players fill whole tables; `sit_out` chooses the players to leave out.

    >>> draw([1, 2, 3, 4], seed=7) == draw([1, 2, 3, 4], seed=7)
    True
    """
    if len(players) % 4:
        raise ValueError("four at a table: somebody must sit out")
    drawn = list(players)
    Random(seed).shuffle(drawn)  # noqa: S311 (a draw that can be repeated, not a secret)
    return tuple((drawn[i], drawn[i + 1], drawn[i + 2], drawn[i + 3]) for i in range(0, len(drawn), 4))


def sit_out(played: Mapping[int, int], *, seed: int) -> frozenset[int]:
    """Return the players who sit out, so that the remaining players fill whole tables: those who have played most
    hanchans. Between players with equally many hanchans a draw decides.

    `played` is the number of hanchans of each player.
    """
    drawn = sorted(played)
    Random(seed).shuffle(drawn)  # noqa: S311
    drawn.sort(key=lambda player: -played[player])
    return frozenset(drawn[: len(drawn) % 4])
