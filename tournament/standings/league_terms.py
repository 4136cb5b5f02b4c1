"""The terms of a league: what it counts and how it ranks."""

from dataclasses import dataclass

from tournament.models import Counted, RankedBy


@dataclass(frozen=True, kw_only=True)
class LeagueTerms:
    """The terms of a league; `League` explains the fields."""

    counted: str = Counted.HANCHAN
    ranked_by: str = RankedBy.SUM
    best: int | None = None
    least_hanchans: int = 0
    group_best: int | None = None
    promoted: int = 0
    relegated: int = 0


USUAL = LeagueTerms()
"""The default terms: every hanchan counts, and the sum ranks."""
