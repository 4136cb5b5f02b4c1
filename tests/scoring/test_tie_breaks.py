"""Ties broken by an announced list of criteria, worked by hand."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.standings import rank
from scoring.tie_breaks import TieBreak, TiedPlayer, break_ties, lot

LAST, MET, SEED, DRAW = TieBreak.LAST_ROUND, TieBreak.HEAD_TO_HEAD, TieBreak.SEED, TieBreak.DRAW


def tied(number, last=None, seed=None, **hanchans):
    return TiedPlayer(
        number=number,
        last_round=None if last is None else Fraction(last),
        before_cut=None if seed is None else Fraction(seed),
        hanchans={int(name[1:]): Fraction(score) for name, score in hanchans.items()},
    )


@pytest.mark.parametrize(
    ("criteria", "players", "places"),
    [
        ([], [tied(1, 3), tied(2, 9)], [1, 1]),
        ([LAST], [tied(1, 3), tied(2, 9), tied(3, 9)], [3, 1, 1]),
        ([LAST], [tied(1), tied(2, -30)], [2, 1]),  # who did not play the last round comes after who lost it
        ([LAST, SEED], [tied(1, 3, 5), tied(2, 9, 1), tied(3, 9, 4)], [3, 2, 1]),
        ([SEED, LAST], [tied(1, 3, 5), tied(2, 9, 1), tied(3, 9, 4)], [1, 3, 2]),
        ([SEED], [tied(1), tied(2)], [1, 1]),  # no cut yet
        ([MET], [tied(1, h7=5, h8=-9), tied(2, h7=2, h9=50)], [1, 2]),  # only hanchan 7 had both
        ([MET], [tied(1, h7=5), tied(2, h8=2)], [1, 1]),
        ([MET], [tied(1, h7=5), tied(2, h7=6), tied(3, h8=1)], [1, 1, 1]),  # all three never met
        ([MET, LAST], [tied(1, 9, h7=5), tied(2, 1, h7=6), tied(3, 5, h8=1)], [1, 3, 2]),
        ([MET, LAST], [tied(1, 1, h7=5), tied(2, 9, h7=5)], [2, 1]),
        # All three met in 7, where 1 was best; the two others are tied there and met alone in 8.
        ([MET], [tied(1, h7=9), tied(2, h7=4, h8=1), tied(3, h7=4, h8=2)], [1, 3, 2]),
    ],
)
def test_criteria_follow_one_another(criteria, players, places):
    assert break_ties([1] * len(players), players, criteria, seed=0) == places


def test_only_who_shares_a_place_is_reordered():
    players = [tied(1, 0), tied(2, 50), tied(3, 7), tied(4, 8), tied(5, 99)]

    assert break_ties([1, 5, 2, 2, 2], players, [LAST], seed=0) == [1, 5, 4, 3, 2]


def test_lots_that_were_drawn_once_stay_what_they_were():
    assert (lot(7, 1), lot(2026, 40)) == (1400583754233294773, 3168403851468611053)


def test_lots_are_the_same_again_and_leave_no_tie():
    players = [tied(number) for number in range(1, 9)]

    first, again = (break_ties([1] * 8, players, [DRAW], seed=31) for _ in range(2))

    assert first == again
    assert sorted(first) == list(range(1, 9))
    assert break_ties([1] * 8, players, [DRAW], seed=32) != first
    without_two = break_ties([1] * 6, players[2:], [DRAW], seed=31)
    assert sorted(players[2:], key=lambda player: lot(31, player.number), reverse=True) == [
        player for _place, player in sorted(zip(without_two, players[2:], strict=True), key=lambda pair: pair[0])
    ]


@given(
    totals=st.lists(st.integers(0, 2), min_size=1, max_size=8),
    figures=st.lists(st.integers(-2, 2), min_size=8, max_size=8),
    criteria=st.permutations(list(TieBreak)),
    many=st.integers(0, 4),
)
def test_a_criterion_never_overtakes_a_total(totals, figures, criteria, many):
    places = rank([Fraction(total) for total in totals])
    players = [tied(number, figures[number], figures[-number], h1=figures[number]) for number in range(len(places))]

    broken = break_ties(places, players, criteria[:many], seed=1)

    for place, before in zip(broken, places, strict=True):
        assert before <= place < before + places.count(before)
    assert broken == rank([Fraction(-place) for place in broken])  # the next place is left out
