"""What a tournament is worth in the European ranking, MERS, since 2018 (rules page, section 6.4), in exact numbers.

The report to the federation shows the weight and the base ranks (M1, M2); the federation ranks players and countries
by them. Each boundary is a field of `Mers`, with the federation's value as its default.
"""

from dataclasses import dataclass
from fractions import Fraction

HALF = Fraction(1, 2)


@dataclass(frozen=True, slots=True, kw_only=True)
class Mers:
    """The federation's figures.

    `days_at_most` count for the weight. Of players, and of countries, up to the first number add nothing, up to the
    second a half, more add one (M2).
    """

    days_at_most: int = 3
    players: tuple[int, int] = (40, 80)
    countries: tuple[int, int] = (5, 10)


MERS = Mers()


@dataclass(frozen=True, slots=True, kw_only=True)
class Weight:
    """A tournament's weight as the sum of its parts (M2)."""

    days: Fraction
    players: Fraction
    countries: Fraction
    qualification: Fraction

    @property
    def total(self) -> Fraction:
        return self.days + self.players + self.countries + self.qualification


def base_rank(place: int, players: int) -> int:
    """Base rank: 1000 for first place, 0 for the last; ties have the better place (M1). Halves round to even.

    Raises ValueError for a place that does not exist among so many.

    >>> base_rank(32, 60), base_rank(26, 40)
    (475, 359)
    """
    if not 1 <= place <= players or players < 2:
        raise ValueError(f"no place {place} among {players}")
    return round(Fraction(1000 * (players - place), players - 1))


def weight(*, days: int, players: int, countries: int, qualification: bool = False, mers: Mers = MERS) -> Weight:
    """A tournament's weight, part by part (M2).

    >>> weight(days=2, players=84, countries=8).total
    Fraction(7, 2)
    """
    return Weight(
        days=Fraction(min(max(days, 1), mers.days_at_most)),
        players=_step(players, mers.players),
        countries=_step(countries, mers.countries),
        qualification=Fraction(int(qualification)),
    )


def _step(count: int, boundaries: tuple[int, int]) -> Fraction:
    return HALF * sum(count > boundary for boundary in boundaries)
