"""Tournaments with a cut, worked by hand: totals, places, and who is at the line."""

from fractions import Fraction

import pytest

from scoring.stages import (
    Line,
    all_allow,
    line_after,
    line_at_table,
    lives_left,
    part_as_text,
    part_carried,
    rank_staged,
    staged_total,
    usual_count,
)

FULL, HALF, NONE = Fraction(1), Fraction(1, 2), Fraction(0)


def test_a_total_is_what_a_cut_carries_and_what_follows(subtests):
    for gained, carries, total in [
        (["12.3"], [], "12.3"),
        (["40", "-10"], [FULL], "30"),
        (["40", "-10"], [HALF], "10"),
        (["40", "-10"], [NONE], "-10"),
        (["-25", "10"], [HALF], "-2.5"),  # half of what was lost is forgiven too
        (["0.1", "0"], [HALF], "0.05"),
        (["50/3", "1"], [HALF], "28/3"),
        (["40", "20", "8"], [HALF, HALF], "28"),  # (40 / 2 + 20) / 2 + 8
        (["40", "20", "8"], [Fraction(1, 4), HALF], "23"),  # (40 / 4 + 20) / 2 + 8: each cut its own part
        (["10.1", "0"], [Fraction(1, 4)], "2.525"),  # exact, no tenth is rounded
        (["-0.1", "0"], [Fraction(1, 3)], "-1/30"),
        (["40", "20", "8"], [NONE, FULL], "28"),
        (["40", "20", "8"], [FULL, NONE], "8"),
    ]:
        with subtests.test(gained=gained, carries=carries, total=total):
            assert staged_total([Fraction(one) for one in gained], carries) == Fraction(total)


@pytest.mark.parametrize(
    ("typed", "stored"),
    [
        ("1/4", "1/4"),
        ("25 %", "1/4"),
        ("0.25", "1/4"),
        ("0,5", "half"),
        ("2/4", "half"),
        ("50%", "half"),
        ("1", "full"),
        ("100 %", "full"),
        ("0", "none"),
        ("full", "full"),
        ("30\N{NO-BREAK SPACE}%", "3/10"),
        ("0.250000", "1/4"),
        ("1/100", "1/100"),
    ],
)
def test_a_part_has_one_stored_form(typed, stored):
    assert part_as_text(part_carried(typed)) == stored
    assert part_carried(stored) == part_carried(typed)


@pytest.mark.parametrize(
    "typed",
    ["", "5/4", "-1/4", "1/0", "x", "1/1000", "101 %", "1e-1", "0.123456", "0.2500000", "1/101", "/", "%", "1_0"],
)
def test_what_is_no_part_is_refused(typed):
    with pytest.raises(ValueError, match="not a part"):
        part_carried(typed)


def test_a_stage_needs_a_carry_before_it():
    with pytest.raises(ValueError, match="zip"):
        staged_total([Fraction(1), Fraction(2)], [])


def test_who_goes_on_is_above_the_others(subtests):
    for totals, passed, disqualified, places in [
        ([], [], [], []),
        ([5, 20, -3], [0, 0, 0], [], [2, 1, 3]),
        # Two finalists who lost everything stay above who led the others.
        ([90, -80, 85, -90], [0, 1, 0, 1], [], [3, 1, 4, 2]),
        # Ties share a place within their stage, not across the line.
        ([7, 7, 7, 7], [1, 1, 0, 0], [], [1, 1, 3, 3]),
        # Cut to four, then to two.
        ([0, 10, 50, 60, 70, 80], [2, 2, 1, 1, 0, 0], [], [2, 1, 4, 3, 6, 5]),
        # R15.5: last of everybody, also for a finalist; two of them share it.
        ([5, 20, -3], [0, 0, 0], [1], [1, 3, 2]),
        ([99, 1, 2, 3], [1, 1, 0, 0], [0], [4, 1, 3, 2]),
        ([99, 1, 2, 3], [1, 1, 0, 0], [0, 3], [3, 1, 2, 3]),
    ]:
        with subtests.test(totals=totals, passed=passed, disqualified=disqualified, places=places):
            out = [player in disqualified for player in range(len(totals))]

            assert rank_staged([Fraction(total) for total in totals], passed, out) == places


def test_the_line_falls_below_so_many_and_shows_who_is_tied_at_it(subtests):
    for count, line in [
        (0, Line(above=(), tied=(), open=0)),
        (1, Line(above=(11,), tied=(), open=0)),
        (2, Line(above=(11,), tied=(12, 13, 14), open=1)),
        (3, Line(above=(11,), tied=(12, 13, 14), open=2)),
        (4, Line(above=(11, 12, 13, 14), tied=(), open=0)),
        (5, Line(above=(11, 12, 13, 14, 15), tied=(), open=0)),
        (9, Line(above=(11, 12, 13, 14, 15), tied=(), open=0)),
    ]:
        with subtests.test(count=count, line=line):
            assert line_after({15: 5, 12: 2, 11: 1, 13: 2, 14: 2}, count) == line


def test_the_tied_fill_the_open_places_or_all_go_on(subtests):
    for finalists, allowed in [
        ({11, 12}, True),
        ({11, 14}, True),
        ({11, 12, 13, 14}, True),  # more go on
        ({11}, False),
        ({11, 12, 13}, False),  # why these and not the fourth
        ({12, 13}, False),
        ({11, 15}, False),
        (set(), False),
    ]:
        with subtests.test(finalists=finalists, allowed=allowed):
            assert Line(above=(11,), tied=(12, 13, 14), open=1).allows(finalists) is allowed


def test_a_seed_draws_the_same_again_whatever_the_order():
    drawn = [Line(above=(), tied=tied, open=2).drawn(7) for tied in ((1, 2, 3, 4), (4, 2, 1, 3))]

    assert drawn[0] == drawn[1]
    assert len(drawn[0]) == 2
    assert len({Line(above=(), tied=(1, 2, 3, 4), open=2).drawn(seed) for seed in range(50)}) == 6


def test_of_a_table_the_first_two_go_on_and_the_qualification_parts_equals(subtests):
    for places, qualification, line in [
        ((1, 2, 3, 4), (0, 0, 90, 99), Line(above=(1, 2), tied=(), open=0)),
        ((1, 2, 2, 4), (0, 5, 9, 99), Line(above=(1, 3), tied=(), open=0)),  # the third had more before
        ((1, 1, 1, 4), (5, 7, 6, 99), Line(above=(2, 3), tied=(), open=0)),
        ((1, 2, 2, 4), (0, 9, 9, 99), Line(above=(1,), tied=(2, 3), open=1)),  # level there too
        ((1, 1, 3, 4), (4, 4, 9, 99), Line(above=(1, 2), tied=(), open=0)),
    ]:
        with subtests.test(places=places, qualification=qualification, line=line):
            at_table = dict(enumerate(places, start=1))
            before = {player: Fraction(had) for player, had in enumerate(qualification, start=1)}

            assert line_at_table(at_table, before) == line


def test_with_two_lives_two_lost_rounds_put_a_player_out():
    def table(players, above, tied=()):
        return Line(above=above, tied=tied, open=2 - len(above)), players

    first = [table((1, 2, 3, 4), (1, 2)), table((5, 6, 7, 8), (5,), (6, 7))]
    second = [table((1, 2, 5, 6), (1, 5)), table((3, 4, 7, 8), (3, 7))]

    assert lives_left(first) == {1: 2, 2: 2, 3: 1, 4: 1, 5: 2, 6: 2, 7: 2, 8: 1}
    assert lives_left([*first, *second]) == {1: 2, 2: 1, 3: 1, 4: 0, 5: 2, 6: 1, 7: 2, 8: 0}
    assert lives_left([]) == {}


def test_each_table_of_a_knock_out_has_its_own_line():
    lines = [Line(above=(1, 2), tied=(), open=0), Line(above=(5,), tied=(6, 7), open=1)]

    assert all_allow(lines, {1, 2, 5, 6})
    assert all_allow(lines, {1, 2, 5, 6, 7})
    assert not all_allow(lines, {1, 2, 5})
    assert not all_allow(lines, {1, 5, 6, 7})
    assert not all_allow(lines, {1, 2, 3, 5, 6})


def test_a_cut_is_proposed_in_whole_tables_of_half_the_field_and_at_most_sixteen():
    players = (1, 2, 3, 4, 5, 8, 12, 15, 16, 24, 31, 32, 33, 40, 200)

    assert [usual_count(count) for count in players] == [1, 1, 2, 3, 4, 4, 4, 4, 8, 12, 12, 16, 16, 16, 16]


def test_a_cut_among_equals_only():
    assert line_after({1: 1, 2: 1}, 0) == Line(above=(), tied=(), open=0)
    assert line_after({1: 1, 2: 1}, 1) == Line(above=(), tied=(1, 2), open=1)
    assert line_after({1: 1, 2: 1}, -3) == Line(above=(), tied=(), open=0)
