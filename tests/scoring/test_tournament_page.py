"""The examples of a tournament's rules on the page, T2 to T17: rankings, cuts, teams, leagues, seats, penalties.

What can be chosen in each has its example.
"""

from collections import Counter
from fractions import Fraction
from itertools import combinations

import pytest

from scoring.penalty_catalogue import own_penalties, proposed_points
from scoring.presets import WRC_2015
from scoring.season import Counting, Event, Measure, Unit, count_group, count_season, zones
from scoring.stages import NAMED_PARTS, line_after, line_at_table, lives_left, part_carried, rank_staged, staged_total
from scoring.teams import BestOf, TeamCounting, counted_scores
from scoring.tie_breaks import TieBreak, TiedPlayer, break_ties
from tests.scoring.test_rules_page import EXAMPLES
from tournament.seating.by_seed import NamedPattern, named_pattern, write_pattern
from tournament.seating.in_turn import Waiting, next_tables
from tournament.seating.team_matches import match_order, meetings

EVENT = [example for example in EXAMPLES if example["case"].startswith("T")]


def of(case):
    return [example for example in EVENT if example["case"] == case]


def each(case):
    return pytest.mark.parametrize("example", of(case))


def numbered(figures):
    """Exact figures by the number of their player, from 1; None stays."""
    return {number: figure and Fraction(figure) for number, figure in enumerate(figures, start=1)}


@each("T2")
def test_equal_totals_are_separated(example):
    last, before = numbered(example.get("last_round", ())), numbered(example.get("before_cut", ()))
    hanchans = dict(enumerate(example.get("hanchans", ()), start=1))
    players = [
        TiedPlayer(
            number=number,
            last_round=last.get(number),
            before_cut=before.get(number),
            hanchans={int(hanchan): Fraction(score) for hanchan, score in hanchans.get(number, {}).items()},
        )
        for number in range(1, len(example["places"]) + 1)
    ]
    criteria = [TieBreak(criterion) for criterion in example["criteria"]]

    assert break_ties([1] * len(players), players, criteria, seed=example.get("seed", 0)) == example["places"]


@each("T4")
def test_a_cut_has_a_line(example):
    line = line_after(dict(enumerate(example["places"], start=1)), example["advance"])

    assert (list(line.above), list(line.tied)) == (example["above"], example["tied"])
    assert line.open == example["advance"] - len(line.above)


@each("T5")
def test_a_cut_carries_its_part(example):
    gained = [Fraction(gain) for gain in example["gained"]]

    assert staged_total(gained, [part_carried(part) for part in example["carries"]]) == Fraction(example["total"])


@pytest.mark.parametrize("example", [*of("T6"), *of("T9")])
def test_stages_and_disqualification_come_before_totals(example):
    out = [number in example.get("disqualified", ()) for number in range(1, len(example["totals"]) + 1)]

    totals = [Fraction(total) for total in example["totals"]]

    assert rank_staged(totals, example["cuts_passed"], out) == example["places"]


@each("T7")
def test_two_of_a_table_go_on(example):
    line = line_at_table(dict(enumerate(example["places"], start=1)), numbered(example["qualification"]))

    assert (list(line.above), list(line.tied)) == (example["above"], example["tied"])


@each("T8")
def test_places_cost_lives(example):
    before = numbered(example["qualification"])
    tables = [
        (line_at_table(dict(enumerate(places, start=1)), before), range(1, len(places) + 1))
        for places in example["places"]
    ]

    assert list(lives_left(tables).values()) == example["lives"]


@each("T10")
def test_a_team_has_the_best_of_its_members(example):
    members = [list(enumerate(map(Fraction, scores), start=1)) for scores in example["members"]]

    counted = counted_scores(members, TeamCounting(best=example["best"], of=BestOf(example["of"])))

    total = sum(
        score
        for scores, flags in zip(members, counted, strict=True)
        for (_round, score), counts in zip(scores, flags, strict=True)
        if counts
    )
    assert total == Fraction(example["total"])


@pytest.mark.parametrize("example", [example for example in of("T11") if "events" in example])
def test_a_league_counts(example):
    parts = zip(example["events"], example["weights"], example["besides"], strict=True)
    events = [
        Event(hanchans=tuple(map(Fraction, hanchans)), weight=Fraction(weight), other_points=Fraction(other_points))
        for hanchans, weight, other_points in parts
    ]
    measure = Measure(example["measure"])

    season = count_season(events, Counting(unit=Unit(example["unit"]), measure=measure, best=example["best"]))

    assert season.result(measure) == Fraction(example["result"])


@pytest.mark.parametrize("example", [example for example in of("T11") if "team" in example])
def test_a_teams_own_penalties_come_off_in_a_league(example):
    counting = Counting(unit=Unit(example["unit"]), measure=Measure(example["measure"]))
    members = [count_season([Event(hanchans=tuple(map(Fraction, own)))], counting) for own in example["team"]]

    group = count_group(members, counting, deduction=Fraction(example["penalties"]))

    assert group.result == Fraction(example["result"])


@each("T12")
def test_seeds_sit_as_the_pattern_has_them(example):
    pattern = named_pattern(NamedPattern(example["pattern"]), example["players"] // 4)

    assert pattern
    assert write_pattern(pattern) == example["tables"]


@each("T13")
def test_a_list_of_penalties_rises(example):
    (listed,) = own_penalties(example["list"])

    points = [proposed_points(listed, earlier=earlier, rules=WRC_2015) for earlier in range(len(example["points"]))]

    assert points == [Fraction(point) for point in example["points"]]


@each("T14")
def test_who_leaves_after_a_cut_is_followed_by_the_next(example):
    places = dict(enumerate(example["places"], start=1))

    line = line_after(
        {number: places[number] for number in places if number not in example["left"]}, example["advance"]
    )

    assert (list(line.above), line.tied) == (example["above"], ())


@each("T15")
def test_who_has_played_least_and_waited_longest_plays_next(example):
    waiting = [
        Waiting(player=number, hanchans=hanchans, last=last)
        for number, (hanchans, last) in enumerate(zip(example["hanchans"], example["last"], strict=True), start=1)
    ]

    for seed in range(20):
        seated, out = next_tables(waiting, example["tables"], seed=seed)
        playing = {player for table in seated for player in table}
        assert playing >= set(example["play"])
        assert len(out) == example["out"]


@each("T16")
def test_a_ladder_has_two_lines(example):
    drawn = zones(example["places"], example["promoted"], example["relegated"])

    assert [zone.value for zone in drawn] == example["zones"]


@each("T17")
def test_teams_meet_evenly(example):
    teams = range(1, example["teams"] + 1)

    order = match_order(teams, example["rounds"], tables=example["tables"], seed=1)

    played = Counter(team for tables in order for table in tables for team in table)
    met = [meetings(order).get(pair, 0) for pair in combinations(teams, 2)]
    assert set(played.values()) == {example["played"]}
    assert example["meetings"] is None or set(met) == {example["meetings"]}


def test_everything_that_can_be_chosen_has_its_example():
    assert {criterion for example in of("T2") for criterion in example["criteria"]} == set(TieBreak)
    assert {part for example in of("T5") for part in example["carries"]} == {*NAMED_PARTS, "1/4"}
    assert {example["of"] for example in of("T10")} == {best.value for best in BestOf}
    assert {example["unit"] for example in of("T11")} == {unit.value for unit in Unit}
    assert {example["measure"] for example in of("T11")} == {measure.value for measure in Measure}
    assert {example["pattern"] for example in of("T12")} == set(NamedPattern)
    assert {example["case"] for example in EVENT} == {"T2", *(f"T{number}" for number in range(4, 18))}
