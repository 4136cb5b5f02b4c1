"""The European ranking, MERS, since 2018, in exact numbers. M1 to M6 are its rules, in the order of the calculation.

The report to the federation shows the weight and the base ranks (M1, M2). The calculation that the federation makes
from such reports (M3 to M6) is included so that the federation's example can be tested. No page shows this calculation,
because a site does not know the results of other sites' tournaments.

Each boundary is a field of `Mers`, with the federation's value as its default.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from math import ceil

HALF = Fraction(1, 2)


@dataclass(frozen=True, slots=True, kw_only=True)
class Mers:
    """The numbers in the federation's rules.

    At most `days_at_most` days count for the weight. `players` and `countries` are each two limits (M2). A number up to
    the first limit adds nothing to the weight, a number up to the second adds 1/2, a larger number adds 1: so 40
    players add 0, 80 add 1/2 and 81 add 1.

    A result counts in full for `full_years`, and then by half until it is `half_years` old (M3).
    """

    days_at_most: int = 3
    players: tuple[int, int] = (40, 80)
    countries: tuple[int, int] = (5, 10)
    full_years: int = 1
    half_years: int = 2
    least_results: int = 2
    padded_to: int = 5
    share_of_more: Fraction = Fraction(4, 5)
    best: int = 4
    country_best: int = 3


MERS = Mers()


@dataclass(frozen=True, slots=True, kw_only=True)
class Weight:
    """The parts of a tournament's weight; the weight is their sum (M2)."""

    days: Fraction
    players: Fraction
    countries: Fraction
    qualification: Fraction

    @property
    def total(self) -> Fraction:
        return self.days + self.players + self.countries + self.qualification


@dataclass(frozen=True, slots=True, kw_only=True)
class CountedResult:
    """One result of a player: `base` is the base rank, `weight` the tournament's weight multiplied by the age
    factor."""

    base: int
    weight: Fraction


@dataclass(frozen=True, slots=True, kw_only=True)
class Ranking:
    """A player's ranking: `total` is the mean of the parts `all_round` and `best`. All are exact; pages show two
    decimals (M5)."""

    all_round: Fraction
    best: Fraction

    @property
    def total(self) -> Fraction:
        return (self.all_round + self.best) / 2


def base_rank(place: int, players: int) -> int:
    """Return the base rank: 1000 for first place, 0 for the last. Tied players have the better place (M1). A half is
    rounded to the even number.

    Raises ValueError if there are fewer than two players, or if the place is not one of theirs.

    >>> base_rank(32, 60), base_rank(26, 40)
    (475, 359)
    """
    if not 1 <= place <= players or players < 2:
        raise ValueError(f"no place {place} among {players}")
    return round(Fraction(1000 * (players - place), players - 1))


def weight(*, days: int, players: int, countries: int, qualification: bool = False, mers: Mers = MERS) -> Weight:
    """Return a tournament's weight, part by part (M2).

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


def age_factor(held_on: date, reckoned_on: date, *, mers: Mers = MERS) -> Fraction:
    """Return the share of a result, 0 to 1, that still counts on the day `reckoned_on` (M3); 0 for a tournament after
    this day."""
    if held_on > reckoned_on:
        return Fraction()
    if reckoned_on <= _years_after(held_on, mers.full_years):
        return Fraction(1)
    return HALF if reckoned_on <= _years_after(held_on, mers.half_years) else Fraction()


def _years_after(day: date, years: int) -> date:
    """Return the day this many years later; 29 February becomes the 28th in a year that has no such day."""
    try:
        return day.replace(year=day.year + years)
    except ValueError:
        return day.replace(year=day.year + years, day=28)


def ranking(results: Sequence[CountedResult], *, mers: Mers = MERS) -> Ranking | None:
    """Return a player's ranking; None if there are too few results (M4, M5)."""
    counting = [result for result in results if result.weight]
    if len(counting) < mers.least_results:
        return None
    nothing = CountedResult(base=0, weight=Fraction(1))
    padded = [*counting, *[nothing] * (mers.padded_to - len(counting))]
    counted = ceil(mers.padded_to + mers.share_of_more * (len(padded) - mers.padded_to))
    padded.sort(key=lambda result: -result.base)
    return Ranking(all_round=_mean(padded[:counted]), best=_mean(padded[: mers.best]))


def _mean(results: Sequence[CountedResult]) -> Fraction:
    weights = sum((result.weight for result in results), Fraction())
    return sum((result.base * result.weight for result in results), Fraction()) / weights


def country_ranking(players: Sequence[Fraction], *, mers: Mers = MERS) -> Fraction:
    """Return the mean of a country's three best players; a missing player counts as 0 (M6)."""
    return sum(sorted(players, reverse=True)[: mers.country_best], Fraction()) / mers.country_best
