"""A player's row in the standings."""

from fractions import Fraction
from typing import NamedTuple

from scoring.stages import staged_total
from tournament.games.queries.results import Result
from tournament.models import Cut, Departure, Entry


class Row(NamedTuple):
    """One player's row in the standings. `name` contains the entry's number if several players have the same name.

    All scores are exact, in thousands. `results` has an item for each round: the player's result, or None. If the
    player has no result at all, `place` is None. `chombo` and the other `penalties` are positive numbers that are
    subtracted from the total; `chombo` is 0 if chombo is charged to the player's team. `sat_out` is the score for
    rounds that the player sat out; None if the player sat out no round, or if sitting out does not score. `departure`
    is set if the player left. Cuts divide a tournament into stages: `gained` has the points of each stage that the
    player reached, less chombo and penalties. `passed` are the cuts that the player passed; `carried` is the part of
    the total that the player kept at the last of these cuts, None without a cut.
    """

    place: int | None
    entry: Entry
    name: str
    total: Fraction
    chombo: Fraction
    penalties: Fraction
    sat_out: Fraction | None
    departure: Departure | None
    passed: tuple[Cut, ...]
    gained: tuple[Fraction, ...]
    carried: Fraction | None
    results: tuple[Result | None, ...]

    @property
    def group(self) -> int:
        """Return how many cuts the player passed. Rows with the same number are neighbours, between two lines of the
        table. The number is 0 for players without a place and for disqualified players, whatever cuts they passed."""
        return 0 if self.place is None or (self.departure and self.departure.is_last) else len(self.passed)

    @property
    def last_passed(self) -> Cut | None:
        return self.passed[-1] if self.passed else None

    @property
    def before_cut(self) -> Fraction | None:
        """Return the total before the last cut that the player passed; None if the player passed no cut. Finalists are
        seeded by this total."""
        if not self.passed:
            return None
        return staged_total(self.gained[:-1], [cut.carry for cut in self.passed[:-1]])

    @property
    def played(self) -> int:
        return sum(result is not None for result in self.results)

    @property
    def provisional(self) -> bool:
        """Whether the total includes a result whose sheet is not signed."""
        return any(result and not result.official for result in self.results)
