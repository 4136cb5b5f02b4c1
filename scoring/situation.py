"""The state of a table between two hands."""

from typing import NamedTuple

from scoring.rules import Ruleset
from scoring.seats import Points, Seat, Wind


class Situation(NamedTuple):
    """All data on which the next hand depends (R1.2). `points` are the points in front of the players, without the bets
    on the table."""

    points: Points
    round_wind: Wind = Wind.EAST
    dealer: Seat = Seat.EAST
    honba: int = 0
    riichi_sticks: int = 0


def turns_over(situation: Situation) -> int:
    """Return how many turns as East (deals) are over: 0 in East 1, 4 in South 1, 8 after South 4 (R10.2)."""
    return 4 * list(Wind).index(situation.round_wind) + situation.dealer


def turns_planned(rules: Ruleset) -> int:
    """Return the number of turns as East (deals) in a game that is neither ended early nor extended (R10.2)."""
    return 4 if rules.game_length == "east" else 8


def opening(rules: Ruleset, start_points: Points | None = None) -> Situation:
    """Return the situation of a hanchan's first hand (R1.1). `start_points` are the points by seat, if they differ from
    the ruleset's (R1.6)."""
    start = rules.start_points
    return Situation(points=start_points or (start, start, start, start))
