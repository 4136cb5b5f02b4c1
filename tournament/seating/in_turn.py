"""Chooses who plays next on a club night when more players wait than seats are free: the players with the fewest
hanchans."""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from tournament.seating.draw import Table, draw


@dataclass(frozen=True, slots=True, kw_only=True)
class Waiting:
    """A player who is present and not playing. `hanchans` is how many hanchans the player has played, and `last` the
    round number of the player's latest hanchan."""

    player: int
    hanchans: int = 0
    last: int = 0


def next_tables(waiting: Sequence[Waiting], tables: int, *, seed: int) -> tuple[tuple[Table, ...], tuple[int, ...]]:
    """Draw seats at up to `tables` free tables. Return the tables, each with four players, and the players who sit out.

    The players with the fewest hanchans play first. Among players with equally many hanchans, those who have waited
    longer play first; if they have also waited equally long, a draw decides. The seats are always drawn.

    >>> players = [Waiting(player=number, hanchans=0) for number in (1, 2, 3, 4)]
    >>> next_tables([*players, Waiting(player=5, hanchans=1)], 1, seed=7)[1]
    (5,)
    """
    drawn = list(waiting)
    Random(seed).shuffle(drawn)  # noqa: S311 (a draw that can be repeated, not a secret)
    drawn.sort(key=lambda each: (each.hanchans, each.last))
    seats = 4 * min(tables, len(drawn) // 4)
    return draw([each.player for each in drawn[:seats]], seed=seed), tuple(each.player for each in drawn[seats:])
