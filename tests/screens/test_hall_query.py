"""Which scene is due in the hall, and how its rows are laid out on pages."""

import doctest
from datetime import timedelta

import pytest

from tournament.games.queries.clock import ClockState
from tournament.screens.queries import hall
from tournament.screens.queries.hall import DENSE, SETTLING, WIDE, HallState, Scene, leaf, scene_due
from tournament.screens.words import hall as filters

LATER = SETTLING + timedelta(seconds=1)


def due(tables=4, begun=0, signed=0, clock=None, running_for=timedelta()):
    return scene_due(HallState(tables=tables, begun=begun, signed=signed, clock=clock, running_for=running_for))


def test_a_ceremony_goes_before_everything():
    assert scene_due(HallState(tables=None, in_ceremony=True)) is Scene.CEREMONY


def test_the_welcome_comes_before_the_first_round():
    assert due(tables=None) is Scene.WELCOME


@pytest.mark.parametrize("clock", [None, ClockState.WAITING])
def test_seats_are_shown_until_half_of_the_tables_play_where_no_clock_runs(clock):
    assert due(clock=clock) is Scene.SEATING
    assert due(clock=clock, begun=1) is Scene.SEATING
    assert due(clock=clock, begun=2) is Scene.STANDINGS


def test_the_clock_is_shown_once_somebody_plays_or_all_have_had_time_to_sit_down():
    assert due(clock=ClockState.RUNNING) is Scene.SEATING
    assert due(clock=ClockState.RUNNING, begun=1) is Scene.CLOCK
    assert due(clock=ClockState.RUNNING, running_for=LATER) is Scene.CLOCK
    assert due(clock=ClockState.PAUSED, begun=4, signed=3, running_for=LATER) is Scene.CLOCK


def test_the_standings_come_when_time_is_up_and_half_have_signed_or_all_have():
    assert due(clock=ClockState.SOUNDED, begun=4, signed=1, running_for=LATER) is Scene.CLOCK
    assert due(clock=ClockState.SOUNDED, begun=4, signed=2, running_for=LATER) is Scene.STANDINGS
    assert due(clock=ClockState.RUNNING, begun=4, signed=4, running_for=LATER) is Scene.STANDINGS
    assert due(tables=0) is Scene.STANDINGS  # all its hanchans were cancelled


@pytest.mark.parametrize(
    ("players", "grid"), [(4, WIDE), (40, DENSE), (64, WIDE), (64, DENSE), (200, DENSE), (201, WIDE)]
)
def test_everybody_is_on_one_page_and_no_page_is_too_long(players, grid):
    first = leaf(range(players), 1, grid)
    leaves = [leaf(range(players), number, grid) for number in range(1, first.pages + 1)]

    assert [row for each in leaves for column in each.columns for row in column] == list(range(players))
    assert all(len(each.columns) <= grid.columns for each in leaves)
    assert all(len(column) <= grid.rows for each in leaves for column in each.columns)
    assert [(each.previous, each.next) for each in (leaves[0], leaves[-1])] == [
        (first.pages, 2 if first.pages > 1 else 1),
        (max(first.pages - 1, 1), 1),
    ]


def test_pages_are_cyclic():
    assert leaf(range(64), 7, WIDE).number == leaf(range(64), 1, WIDE).number == 1
    assert leaf((), 7, WIDE).pages == 1
    greeting, seats = (leaf("abc", number, WIDE, before=1) for number in (1, 2))
    assert (greeting.pages, greeting.columns, seats.columns) == (2, (), (("a", "b"), ("c",)))


@pytest.mark.parametrize("module", [hall, filters])
def test_the_examples_are_right(module):
    assert doctest.testmod(module).failed == 0
