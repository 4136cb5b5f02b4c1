"""A season's counting, worked by hand, and what must hold of any."""

from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.season import (
    Counting,
    Event,
    Measure,
    Season,
    Unit,
    count_group,
    count_season,
    rank_season,
    zones,
)

SUM, AVERAGE = Measure.SUM, Measure.AVERAGE
HANCHAN, RUN, EVENT = Unit.HANCHAN, Unit.RUN, Unit.EVENT


def event(*hanchans, other_points="0", weight="1"):
    return Event(hanchans=tuple(map(Fraction, hanchans)), other_points=Fraction(other_points), weight=Fraction(weight))


SPRING = event("40", "-30", "10")  # 20
SUMMER = event("5", "-50/3", other_points="-5")  # a penalty: -16 2/3
AUTUMN = event("12.5", weight="2")
YEAR = (SPRING, SUMMER, AUTUMN)


def test_a_year_worked_by_hand(subtests):
    for counting, sum_, average in [
        (Counting(unit=RUN), "85/3", "85/21"),
        (Counting(unit=RUN, best=2), "10", "5"),  # 10 and 5, less the penalty
        (Counting(unit=RUN, best=1), "35", "35"),  # 40, less the penalty
        (Counting(unit=RUN, best=99), "85/3", "85/21"),
        (Counting(), "85/3", "85/21"),  # 20 - 16 2/3 + 25, of 3 + 2 + 2 * 1 hanchans
        (Counting(unit=EVENT), "85/3", "85/12"),  # of 1 + 1 + 2 events
        (Counting(best=2), "60", "20"),  # 40 and 2 * 12.5, less the penalty, which cannot be dropped
        (Counting(unit=EVENT, best=2), "45", "15"),  # spring, and autumn twice
        (Counting(unit=EVENT, measure=AVERAGE, best=1), "20", "20"),  # by the figure itself, 20 is more than 12.5
        (Counting(unit=EVENT, measure=SUM, best=1), "25", "12.5"),  # by what it adds, 25 is more than 20
        (Counting(best=99), "85/3", "85/21"),
    ]:
        with subtests.test(counting=counting, sum_=sum_, average=average):
            season = count_season(YEAR, counting)

            assert (season.sum, season.average, season.hanchans) == (Fraction(sum_), Fraction(average), 6)


def test_what_is_dropped_is_told_by_event():
    shares = count_season(YEAR, Counting(best=2)).shares

    assert [share.is_counted for share in shares] == [(True, False, False), (False, False), (True,)]
    assert [share.dropped for share in shares] == [-20, Fraction(-35, 3), 0]
    assert [share.counted for share in shares] == [40, -5, Fraction(25, 2)]
    assert [share.is_dropped for share in shares] == [False, True, False]


def test_an_event_is_dropped_whole_with_its_penalty():
    shares = count_season(YEAR, Counting(unit=EVENT, best=2)).shares

    assert [(share.counted, share.dropped) for share in shares[:2]] == [(20, 0), (0, Fraction(-50, 3))]


def test_who_played_too_little_has_no_place():
    seasons = [count_season(played, Counting(least_hanchans=3)) for played in ((SPRING,), (SUMMER,), YEAR, (SPRING,))]

    places = rank_season([season.sum for season in seasons], [season.is_ranked for season in seasons])

    assert places == [2, None, 1, 2]


def test_a_group_adds_up_its_members(subtests):
    for counting, result, kept, is_ranked in [
        (Counting(), "16/3", (True, True, True), True),  # 20 - 16 2/3 + 2: the last one's penalty of 10 off 12
        (Counting(group_best=2), "22", (True, False, True), True),
        (Counting(group_best=4), "16/3", (True, True, True), False),
        (Counting(measure=AVERAGE, group_best=1), "20/3", (True, False, False), True),
        (Counting(least_hanchans=2, group_best=2), "10/3", (True, True, False), True),
        (Counting(least_hanchans=9), None, (False, False, False), False),
    ]:
        with subtests.test(counting=counting, result=result, kept=kept, is_ranked=is_ranked):
            members = [count_season([one], counting) for one in (SPRING, SUMMER, event("12", other_points="-10"))]

            group = count_group(members, counting)

            assert (group.result, group.is_counted) == (None if result is None else Fraction(result), kept)
            assert group.is_ranked == is_ranked


def test_lines_are_drawn_where_places_divide(subtests):
    for places, promoted, relegated, expected in [
        ([], 2, 2, ""),
        ([1, 2, 3, 4], 0, 0, "----"),
        ([1, 2, 3, 4, 5], 2, 2, "UU-DD"),
        ([1, 2, 2, 4, 5], 2, 0, "Uuu--"),  # two for one place
        ([1, 2, 3, 3, 5], 0, 2, "--ddD"),
        ([1, 2, 3], 2, 2, "UUD"),  # nobody goes up and down
        ([1, 2], 2, 2, "UU"),
        ([1, 1, 1, 1], 1, 1, "uuuu"),
        ([3, 1, 2, 4], 1, 1, "-U-D"),  # in whatever order
    ]:
        with subtests.test(places=places, promoted=promoted, relegated=relegated, expected=expected):
            drawn = {"up": "U", "level_up": "u", "between": "-", "level_down": "d", "down": "D"}

            assert "".join(drawn[zone.value] for zone in zones(places, promoted, relegated)) == expected


MODEST = settings(deadline=None, max_examples=25)

numbers = st.integers(-540, 540).map(lambda sixths: Fraction(sixths, 6))
weights = st.sampled_from([Fraction(1, 2), Fraction(1), Fraction(3, 2), Fraction(2)])
hanchans = st.lists(numbers, min_size=1, max_size=4).map(tuple)
events = st.builds(Event, hanchans=hanchans, other_points=numbers, weight=weights)
years = st.lists(events, min_size=1, max_size=4)
countings = st.builds(
    Counting,
    unit=st.sampled_from([HANCHAN, EVENT]),  # a run depends on the order
    measure=st.sampled_from(Measure),
    best=st.none() | st.integers(1, 6),
    least_hanchans=st.integers(0, 4),
)


def figures(season: Season):
    return season.sum, season.average, season.hanchans, season.is_ranked


@MODEST
@given(year=years, counting=countings, random=st.randoms())
def test_the_order_of_events_and_hanchans_does_not_matter(year, counting, random):
    shuffled = [replace(one, hanchans=tuple(random.sample(one.hanchans, len(one.hanchans)))) for one in year]
    random.shuffle(shuffled)

    assert figures(count_season(year, counting)) == figures(count_season(shuffled, counting))


@MODEST
@given(year=years, counting=countings)
def test_nothing_is_lost_between_what_counts_and_what_is_dropped(year, counting):
    season = count_season(year, counting)

    for one, share in zip(year, season.shares, strict=True):
        assert share.counted + share.dropped == one.total
    counted = sum((one.weight * share.counted for one, share in zip(year, season.shares, strict=True)), Fraction())
    assert season.sum == counted


@MODEST
@given(year=years, counting=countings)
def test_to_drop_one_more_never_lowers_the_average(year, counting):
    # Penalties aside, which fewer hanchans share.
    year = [replace(one, other_points=Fraction()) for one in year]
    averages = [
        count_season(year, replace(counting, measure=AVERAGE, best=best)).average
        for best in range(1, 1 + max(len(year), sum(len(one.hanchans) for one in year)))
    ]

    assert averages == sorted(averages, reverse=True)


@MODEST
@given(year=years, counting=countings, more=events)
def test_one_more_event_never_lowers_the_sum_of_the_best(year, counting, more):
    counting = replace(counting, measure=SUM, best=1)
    more = replace(more, other_points=max(more.other_points, Fraction()))

    assert count_season([*year, more], counting).sum >= count_season(year, counting).sum


@MODEST
@given(year=years, unit=st.sampled_from(Unit))
def test_without_choosing_a_sum_is_the_events_totals(year, unit):
    assert count_season(year, Counting(unit=unit)).sum == sum(one.total * one.weight for one in year)


@MODEST
@given(places=st.lists(numbers, max_size=9), promoted=st.integers(0, 4), relegated=st.integers(0, 4))
def test_equals_are_in_one_zone(places, promoted, relegated):
    ranked = [place for place in rank_season(places, [True] * len(places)) if place]
    found = zones(ranked, promoted, relegated)

    for place in set(ranked):
        assert len({zone for zone, theirs in zip(found, ranked, strict=True) if theirs == place}) == 1


def test_a_group_of_one_is_ranked_and_an_average_of_nobody_is_none():
    members = [count_season([SPRING], Counting(measure=AVERAGE))]

    assert count_group(members, Counting(measure=AVERAGE)).is_ranked
    assert count_group([], Counting(measure=AVERAGE)).result is None
    assert count_group(members * 2, Counting(measure=AVERAGE)).result == Fraction(20, 3)


def test_a_run_has_no_gaps_and_goes_on_from_event_to_event():
    first, second = event("30", "-20", "9"), event("8", "-1", "40")

    shares = count_season([first, second], Counting(unit=RUN, best=3)).shares

    assert [share.is_counted for share in shares] == [(False, False, False), (True, True, True)]
    shares = count_season([first, second], Counting(unit=RUN, best=4)).shares
    assert [share.is_counted for share in shares] == [(False, False, True), (True, True, True)]
    weighted = [event("30"), event("20", weight="2")]
    assert [count_season(weighted, Counting(unit=RUN, measure=measure, best=1)).sum for measure in (SUM, AVERAGE)] == [
        40, 30,
    ]  # fmt: skip
    shares = count_season([event("5", "0"), event("5")], Counting(unit=RUN, best=1)).shares
    assert [share.is_counted for share in shares] == [(True, False), (False,)]  # of equals the earliest


@MODEST
@given(year=years, measure=st.sampled_from(Measure), best=st.integers(1, 8))
def test_no_other_run_is_better(year, measure, best):
    units = [(value, one.weight) for one in year for value in one.hanchans]
    length = min(best, len(units))

    def figure(first):
        run = units[first : first + length]
        total = sum((value * weight for value, weight in run), Fraction())
        return total if measure is SUM else total / sum(weight for _value, weight in run)

    season = count_season(year, Counting(unit=RUN, measure=measure, best=best))

    counts = [each for share in season.shares for each in share.is_counted]
    first = counts.index(True)
    assert counts == [first <= number < first + length for number in range(len(units))]
    figures_of_runs = [figure(number) for number in range(len(units) - length + 1)]
    assert first == figures_of_runs.index(max(figures_of_runs))


@pytest.mark.parametrize("measure", Measure)
def test_the_best_run_of_many_hanchans_takes_a_few_additions_for_each(monkeypatch, measure):
    additions = []
    add = Fraction.__add__

    def counted(one, other):
        additions.append(other)
        return add(one, other)

    year = [event(*range(-100, 100), weight="3/2"), event(*range(100))]
    monkeypatch.setattr(Fraction, "__add__", counted)

    season = count_season(year, Counting(unit=RUN, measure=measure, best=100))

    assert season.units == 100
    assert len(additions) <= 4 * 300
