"""How far a game is, in turns as East."""

from dataclasses import replace

from scoring.presets import RULESETS
from scoring.seats import Seat, Wind
from scoring.situation import opening, turns_over, turns_planned

WRC = RULESETS["wrc_2015"]


def test_turns_that_are_over(subtests):
    for wind, dealer, over in [
        (Wind.EAST, Seat.EAST, 0),
        (Wind.EAST, Seat.NORTH, 3),
        (Wind.SOUTH, Seat.EAST, 4),
        (Wind.WEST, Seat.SOUTH, 9),
    ]:
        with subtests.test(wind=wind, dealer=dealer, over=over):
            assert turns_over(opening(WRC)._replace(round_wind=wind, dealer=dealer, honba=3)) == over


def test_a_game_has_eight_turns_or_four():
    assert turns_planned(WRC) == 8
    assert turns_planned(replace(WRC, game_length="east")) == 4
