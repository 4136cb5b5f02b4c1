"""Cuts that an organizer announces before they are made: after which round, how many players advance, and which share
of their totals they keep."""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise


@dataclass(frozen=True, slots=True, kw_only=True)
class AnnouncedCut:
    """An announced cut after the round `after_round` (None if not decided yet): the first `places` players advance.

    `carried` is the share of their totals that these players keep, as `scoring.stages.part_as_text` writes it; empty if
    the share is not decided yet.
    """

    places: int
    after_round: int | None = None
    carried: str = ""


class CutsOutOfOrder(ValueError):
    """Two cuts follow the same round, or a later cut does not reduce the number of players."""


def in_order(cuts: Iterable[AnnouncedCut]) -> tuple[AnnouncedCut, ...]:
    """Sort the cuts by their rounds. Each cut must let fewer players advance than the previous cut. Raises
    `CutsOutOfOrder`.

    >>> cuts = [AnnouncedCut(places=4, after_round=8), AnnouncedCut(places=16, after_round=6)]
    >>> [cut.places for cut in in_order(cuts)]
    [16, 4]
    """
    first_to_last = sorted(cuts, key=lambda cut: -cut.places)
    rounds = [cut.after_round for cut in first_to_last if cut.after_round is not None]
    fewer = all(earlier.places > later.places for earlier, later in pairwise(first_to_last))
    if not fewer or not all(earlier < later for earlier, later in pairwise(rounds)):
        raise CutsOutOfOrder
    return tuple(first_to_last)


def coming(cuts: Iterable[AnnouncedCut], *, made_after: int | None, playing: int) -> tuple[AnnouncedCut, ...]:
    """Return the announced cuts that are still to be made, the next one first.

    `made_after` is the round after which the latest cut was made, None before the first cut. `playing` is the number of
    players who passed every cut so far; a cut that would let all these players advance is left out.

    >>> plan = [AnnouncedCut(places=16, after_round=6), AnnouncedCut(places=4, after_round=8)]
    >>> [cut.places for cut in coming(plan, made_after=6, playing=16)]
    [4]
    """
    return tuple(
        cut
        for cut in cuts
        if cut.places < playing and (cut.after_round is None or made_after is None or cut.after_round > made_after)
    )
