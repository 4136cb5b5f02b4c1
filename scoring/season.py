"""A season over several events: what of a person's results counts, who is ranked, and where the lines are drawn.

No rulebook says: the keeper of the season does. Numbers are in thousands, exact. Persons and events are whatever the
order of their values says; nothing here depends on that order.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction

from scoring.stages import line_after
from scoring.standings import rank


class Unit(Enum):
    """What is counted one by one, and dropped one by one: every hanchan, or an event's whole total."""

    HANCHAN = "hanchan"
    EVENT = "event"


class Measure(Enum):
    """What a season's ranking compares: the sum of what counts, or its average for each unit."""

    SUM = "sum"
    AVERAGE = "average"


@dataclass(frozen=True, slots=True, kw_only=True)
class Counting:
    """How a season counts. Only the `best` so many units of a person do, None for all; who played fewer than
    `least_hanchans`, dropped ones included, is not ranked. Of a group the best so many members count (`group_best`),
    None for all.
    """

    unit: Unit = Unit.HANCHAN
    measure: Measure = Measure.SUM
    best: int | None = None
    least_hanchans: int = 0
    group_best: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """What one person has from one event. `hanchans` are what each brought to its total, chombo taken off; `besides`
    what else did: penalties, below zero, and rounds that were sat out. `weight`, above zero, multiplies both.
    """

    hanchans: tuple[Fraction, ...]
    besides: Fraction = Fraction()
    weight: Fraction = Fraction(1)

    @property
    def total(self) -> Fraction:
        return sum(self.hanchans, self.besides)


@dataclass(frozen=True, slots=True, kw_only=True)
class Share:
    """What of one event counts, and what was `dropped`, both before the weight. `kept` says which hanchans count."""

    counted: Fraction
    dropped: Fraction
    kept: tuple[bool, ...]

    @property
    def is_dropped(self) -> bool:
        """Whether no hanchan of it counts."""
        return not any(self.kept)

    @property
    def is_whole(self) -> bool:
        return all(self.kept)


@dataclass(frozen=True, slots=True, kw_only=True)
class Season:
    """One person's season: a share for each event, the `sum` of what counts and its `average` for each unit, both
    after weights. `hanchans` were played, `units` count.
    """

    shares: tuple[Share, ...]
    sum: Fraction
    average: Fraction
    hanchans: int
    units: int
    is_ranked: bool

    def result(self, measure: Measure) -> Fraction:
        """What the ranking compares."""
        return self.sum if measure is Measure.SUM else self.average


@dataclass(frozen=True, slots=True, kw_only=True)
class _Unit:
    """Something that counts or is dropped; `at` are its event and, of a hanchan, its number there."""

    value: Fraction
    weight: Fraction
    at: tuple[int, int | None]


def count_season(events: Sequence[Event], counting: Counting) -> Season:
    """What one person's events are worth together; each must have a hanchan, and there must be one.

    The best are those that add most to a sum: after weights. For an average they are the highest, and a weight says how
    often each counts in it. What an event has besides its hanchans always counts: nobody drops a penalty with a bad
    hanchan.

    >>> spring = Event(hanchans=(Fraction(40), Fraction(-30)))
    >>> autumn = Event(hanchans=(Fraction(5),), weight=Fraction(2))
    >>> count_season([spring, autumn], Counting(best=2)).sum
    Fraction(50, 1)
    >>> count_season([spring, autumn], Counting(unit=Unit.EVENT, measure=Measure.AVERAGE)).average
    Fraction(20, 3)
    """
    units = sorted(_units(events, counting.unit), key=lambda unit: _worth(unit, counting.measure), reverse=True)
    counted = units[: counting.best]
    kept = {unit.at for unit in counted}
    apart = counting.unit is Unit.HANCHAN
    sum_ = sum((unit.value * unit.weight for unit in counted), Fraction())
    if apart:
        sum_ += sum((event.besides * event.weight for event in events), Fraction())
    hanchans = sum(len(event.hanchans) for event in events)
    return Season(
        shares=tuple(_share(number, event, kept, apart=apart) for number, event in enumerate(events)),
        sum=sum_,
        average=sum_ / sum(unit.weight for unit in counted),
        hanchans=hanchans,
        units=len(counted),
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


def _worth(unit: _Unit, measure: Measure) -> tuple[Fraction, Fraction]:
    # The weight decides between equals, for another choice would make another average.
    return (unit.value * unit.weight if measure is Measure.SUM else unit.value, unit.weight)


def _share(number: int, event: Event, kept: set[tuple[int, int | None]], *, apart: bool) -> Share:
    if not apart:
        counts = (number, None) in kept
        counted = event.total if counts else Fraction()
        return Share(counted=counted, dropped=event.total - counted, kept=(counts,) * len(event.hanchans))
    counts_each = tuple((number, place) in kept for place in range(len(event.hanchans)))
    lost = [value for value, counts in zip(event.hanchans, counts_each, strict=True) if not counts]
    dropped = sum(lost, Fraction())
    return Share(counted=event.total - dropped, dropped=dropped, kept=counts_each)


def rank_season(results: Sequence[Fraction], ranked: Sequence[bool]) -> list[int | None]:
    """Places as in a tournament, equals sharing the better one (T2); None for who is not ranked.

    >>> rank_season([Fraction(9), Fraction(50), Fraction(9)], [True, False, True])
    [1, None, 1]
    """
    places = iter(rank([result for result, counts in zip(results, ranked, strict=True) if counts]))
    return [next(places) if counts else None for counts in ranked]


@dataclass(frozen=True, slots=True, kw_only=True)
class GroupSeason:
    """The season of a club, a team or a country. `kept` says which of its members count."""

    result: Fraction | None
    kept: tuple[bool, ...]
    is_ranked: bool


def count_group(members: Sequence[Season], counting: Counting) -> GroupSeason:
    """What a group is worth: the sum of its members' sums, or the mean of their averages, as the season measures.

    Only members who are ranked count, and of these the best `group_best`. A group that has fewer is not ranked, for one
    who lost less could else do without the others. Its result is None where no member is ranked.

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
    return GroupSeason(
        result=result if counted else None,
        kept=tuple(number in counted for number in range(len(members))),
        is_ranked=len(counted) >= (counting.group_best or 1),
    )


class Zone(Enum):
    """Where somebody stands by the lines of promotion and relegation."""

    UP = "up"
    LEVEL_UP = "level_up"
    BETWEEN = "between"
    LEVEL_DOWN = "level_down"
    DOWN = "down"


def zones(places: Sequence[int], promoted: int, relegated: int) -> list[Zone]:
    """Who goes up, who goes down, and who is level at one of these lines: those the table does not divide.

    Nobody goes up and down: of a short table the first go up, and the rest down as far as there is one.

    >>> [zone.value for zone in zones([1, 2, 2, 4, 5], 2, 1)]
    ['up', 'level_up', 'level_up', 'between', 'down']
    """
    found = dict.fromkeys(range(len(places)), Zone.BETWEEN)
    players = dict(enumerate(places))
    stay = len(places) - min(relegated, max(0, len(places) - promoted))
    if relegated and stay < len(places):
        below = line_after(players, stay)
        found |= dict.fromkeys(_others(players, [*below.above, *below.tied]), Zone.DOWN)
        found |= dict.fromkeys(below.tied, Zone.LEVEL_DOWN)
    if promoted:
        above = line_after(players, promoted)
        found |= dict.fromkeys(above.above, Zone.UP)
        found |= dict.fromkeys(above.tied, Zone.LEVEL_UP)
    return [found[number] for number in range(len(places))]


def _others(players: Iterable[int], known: Iterable[int]) -> set[int]:
    return set(players).difference(known)
