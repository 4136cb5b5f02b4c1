"""A season over several events: which results of a person count, who is ranked, and who goes up or down.

No rulebook defines this: the league's organizer chooses. Numbers are in thousands, exact. Persons and events are
identified by their position in the given sequences. The order of the events matters only for runs of hanchans.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction

from scoring.best_run import best_run
from scoring.stages import line_after
from scoring.standings import exact_sum, rank


class Unit(Enum):
    """What a season counts or drops as a whole: a hanchan, a run of consecutive hanchans, or an event's total."""

    HANCHAN = "hanchan"
    RUN = "run"
    EVENT = "event"


class Measure(Enum):
    """The figure by which a season's ranking compares persons: the sum or the average of the units that count."""

    SUM = "sum"
    AVERAGE = "average"


class Tonpuusen(Enum):
    """How much a tonpuusen (a game with only an East round) counts: as much as a hanchan, half as much, or nothing."""

    WHOLE = "whole"
    HALF = "half"
    NONE = "none"

    @property
    def part(self) -> Fraction:
        return {Tonpuusen.WHOLE: Fraction(1), Tonpuusen.HALF: Fraction(1, 2), Tonpuusen.NONE: Fraction(0)}[self]


@dataclass(frozen=True, slots=True, kw_only=True)
class Counting:
    """The rules by which a season counts.

    `best` is how many of a person's units count, None for all. A person who has played fewer hanchans than
    `least_hanchans` is not ranked; hanchans that do not count are included in this number. `group_best` is how many
    members of a group count, None for all.
    """

    unit: Unit = Unit.HANCHAN
    measure: Measure = Measure.SUM
    best: int | None = None
    least_hanchans: int = 0
    group_best: int | None = None
    tonpuusen: Tonpuusen = Tonpuusen.WHOLE

    def part_of(self, *, is_east_only: bool) -> Fraction:
        """Return the share of a game's score that counts; a game with the share 0 does not belong to the season.

        >>> Counting(tonpuusen=Tonpuusen.HALF).part_of(is_east_only=True)
        Fraction(1, 2)
        """
        return self.tonpuusen.part if is_east_only else Fraction(1)


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """One person's results of one event.

    `hanchans` are scores less chombo; `other_points` are penalties (below zero) and the scores of rounds sat out.
    `weight`, above zero, multiplies `hanchans` and `other_points`.
    """

    hanchans: tuple[Fraction, ...]
    other_points: Fraction = Fraction()
    weight: Fraction = Fraction(1)

    @property
    def total(self) -> Fraction:
        return exact_sum((*self.hanchans, self.other_points))


@dataclass(frozen=True, slots=True, kw_only=True)
class Share:
    """The points of one event that are `counted` and those that are `dropped`, before the event's weight is applied.
    `is_counted` says for each hanchan whether it counts."""

    counted: Fraction
    dropped: Fraction
    is_counted: tuple[bool, ...]

    @property
    def is_dropped(self) -> bool:
        """Whether no hanchan of the event counts."""
        return not any(self.is_counted)

    @property
    def is_whole(self) -> bool:
        return all(self.is_counted)


@dataclass(frozen=True, slots=True, kw_only=True)
class Season:
    """One person's season. `shares` says what counts of each event; `sum` and `average` are those of the hanchans or
    events that count, with their weights.

    `hanchans` is the number of hanchans played, `units` the number of hanchans or events that count, and `weight` the
    sum of the weights of these.
    """

    shares: tuple[Share, ...]
    sum: Fraction
    average: Fraction
    hanchans: int
    units: int
    weight: Fraction
    is_ranked: bool

    def result(self, measure: Measure) -> Fraction:
        """Return the figure by which the ranking compares persons."""
        return self.sum if measure is Measure.SUM else self.average


@dataclass(frozen=True, slots=True, kw_only=True)
class _Unit:
    """A hanchan or event that counts or is dropped; `at` is the event's number and, for a hanchan, its number in the
    event."""

    value: Fraction
    weight: Fraction
    at: tuple[int, int | None]


def count_season(events: Sequence[Event], counting: Counting) -> Season:
    """Count one person's season. There must be an event, and each event must have a hanchan.

    For a sum the best units are those that add most after they are multiplied by their weights. For an average the best
    units are the highest without weights, and a weight says how often a unit counts. `other_points` always count: a
    penalty is not dropped with a bad hanchan. The hanchans of a run are consecutive, across events in the order given;
    of equal runs the earliest counts. The examples compute 40 + 2 × 5, and (10 + 2 × 5) / 3.

    >>> spring = Event(hanchans=(Fraction(40), Fraction(-30)))
    >>> autumn = Event(hanchans=(Fraction(5),), weight=Fraction(2))
    >>> count_season([spring, autumn], Counting(best=2)).sum
    Fraction(50, 1)
    >>> count_season([spring, autumn], Counting(unit=Unit.EVENT, measure=Measure.AVERAGE)).average
    Fraction(20, 3)
    """
    counted = _chosen(_units(events, counting.unit), counting)
    counting_units = {unit.at for unit in counted}
    by_hanchan = counting.unit is not Unit.EVENT
    sum_ = _sum(counted)
    if by_hanchan:
        sum_ += sum((event.other_points * event.weight for event in events), Fraction())
    hanchans = sum(len(event.hanchans) for event in events)
    weight = sum((unit.weight for unit in counted), Fraction())
    return Season(
        shares=tuple(
            _share(number, event, counting_units, by_hanchan=by_hanchan) for number, event in enumerate(events)
        ),
        sum=sum_,
        average=sum_ / weight,
        hanchans=hanchans,
        units=len(counted),
        weight=weight,
        is_ranked=hanchans >= counting.least_hanchans,
    )


def _units(events: Sequence[Event], unit: Unit) -> list[_Unit]:
    if unit is Unit.EVENT:
        return [_Unit(value=event.total, weight=event.weight, at=(number, None)) for number, event in enumerate(events)]
    return [
        _Unit(value=value, weight=event.weight, at=(number, place))
        for number, event in enumerate(events)
        for place, value in enumerate(event.hanchans)
    ]


def _chosen(units: Sequence[_Unit], counting: Counting) -> Sequence[_Unit]:
    """Return the units (single hanchans, or whole events) that count for the person's result: the best units, or the
    best run of consecutive units."""
    if counting.best is None:
        return units
    if counting.unit is not Unit.RUN:
        return sorted(units, key=lambda unit: _worth(unit, counting.measure), reverse=True)[: counting.best]
    length = min(counting.best, len(units))
    weights = [unit.weight for unit in units] if counting.measure is Measure.AVERAGE else None
    first = best_run([unit.value * unit.weight for unit in units], weights, length)
    return units[first : first + length]


def _sum(units: Sequence[_Unit]) -> Fraction:
    return exact_sum(unit.value * unit.weight for unit in units)


def _worth(unit: _Unit, measure: Measure) -> tuple[Fraction, Fraction]:
    # Of equal units the one with the larger weight counts, because the choice changes the average.
    return (unit.value * unit.weight if measure is Measure.SUM else unit.value, unit.weight)


def _share(number: int, event: Event, counting_units: set[tuple[int, int | None]], *, by_hanchan: bool) -> Share:
    if not by_hanchan:
        counts = (number, None) in counting_units
        counted = event.total if counts else Fraction()
        return Share(counted=counted, dropped=event.total - counted, is_counted=(counts,) * len(event.hanchans))
    counts_each = tuple((number, place) in counting_units for place in range(len(event.hanchans)))
    lost = [value for value, counts in zip(event.hanchans, counts_each, strict=True) if not counts]
    dropped = exact_sum(lost)
    return Share(counted=event.total - dropped, dropped=dropped, is_counted=counts_each)


def rank_season(results: Sequence[Fraction], ranked: Sequence[bool]) -> list[int | None]:
    """Return the place of each person, None for a person who is not ranked. As in a tournament, equal results share the
    better place (T2).

    >>> rank_season([Fraction(9), Fraction(50), Fraction(9)], [True, False, True])
    [1, None, 1]
    """
    places = iter(rank([result for result, counts in zip(results, ranked, strict=True) if counts]))
    return [next(places) if counts else None for counts in ranked]


@dataclass(frozen=True, slots=True, kw_only=True)
class GroupSeason:
    """The season of a club, a team or a country; `is_counted` says for each member whether the member counts."""

    result: Fraction | None
    is_counted: tuple[bool, ...]
    is_ranked: bool


def count_group(members: Sequence[Season], counting: Counting, *, deduction: Fraction = Fraction()) -> GroupSeason:
    """Count a group's season: the sum of the members' sums, or the mean of the members' averages.

    Only the best `group_best` of the ranked members count. A group with fewer ranked members than `group_best` is not
    ranked: otherwise a single good member would beat a full group. The result is None if no member is ranked.

    `deduction` is the sum of the group's own penalties, each multiplied by the event's weight. A sum is reduced by
    `deduction`, an average by `deduction` divided by the total weight of the units that count.

    >>> one = count_season([Event(hanchans=(Fraction(8),))], Counting())
    >>> two = count_season([Event(hanchans=(Fraction(-3),))], Counting())
    >>> count_group([one, two], Counting(group_best=1)).result, count_group([one, two], Counting()).result
    (Fraction(8, 1), Fraction(5, 1))
    """
    ranked = [number for number, member in enumerate(members) if member.is_ranked]
    best_first = sorted(ranked, key=lambda number: members[number].result(counting.measure), reverse=True)
    counted = best_first[: counting.group_best]
    result = sum((members[number].result(counting.measure) for number in counted), Fraction())
    if counting.measure is Measure.AVERAGE and counted:
        result /= len(counted)
        deduction /= sum(members[number].weight for number in counted)
    return GroupSeason(
        result=result - deduction if counted else None,
        is_counted=tuple(number in counted for number in range(len(members))),
        is_ranked=len(counted) >= (counting.group_best or 1),
    )


class Zone(Enum):
    """Where a place in the table lies: among the promoted places, among the relegated places, or between them.

    `LEVEL_UP` is a place that is shared across the line below the promoted places: not all who share it can go up.
    `LEVEL_DOWN` is a place that is shared across the line above the relegated places.
    """

    UP = "up"
    LEVEL_UP = "level_up"
    BETWEEN = "between"
    LEVEL_DOWN = "level_down"
    DOWN = "down"


def zones(places: Sequence[int], promoted: int, relegated: int) -> list[Zone]:
    """Return the zone of each place.

    No place is both promoted and relegated: in a short table the first are promoted, and only the rest can be
    relegated.

    >>> [zone.value for zone in zones([1, 2, 2, 4, 5], 2, 1)]
    ['up', 'level_up', 'level_up', 'between', 'down']
    """
    zone_of = dict.fromkeys(range(len(places)), Zone.BETWEEN)
    players = dict(enumerate(places))
    below = line_after(players, len(places) - min(relegated, len(places) - promoted))
    zone_of |= dict.fromkeys(players.keys() - {*below.above, *below.tied}, Zone.DOWN)
    zone_of |= dict.fromkeys(below.tied, Zone.LEVEL_DOWN)
    above = line_after(players, promoted)
    zone_of |= dict.fromkeys(above.above, Zone.UP)
    zone_of |= dict.fromkeys(above.tied, Zone.LEVEL_UP)
    return [zone_of[number] for number in range(len(places))]
