"""How a league counts."""

from dataclasses import dataclass

from tournament.models import Counted, RankedBy


@dataclass(frozen=True, kw_only=True)
class LeagueTerms:
    """How a league counts: see `League`."""

    counted: str = Counted.HANCHAN
    ranked_by: str = RankedBy.SUM
    best: int | None = None
    least_hanchans: int = 0
    group_best: int | None = None
    promoted: int = 0
    relegated: int = 0


USUAL = LeagueTerms()
"""Every hanchan counts, and the sum ranks."""
