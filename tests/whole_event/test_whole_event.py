"""A small whole event over HTTP; the large one is `make event`."""

from fractions import Fraction

import pytest

from tests.databases import chosen_database
from tests.whole_event.day import Size, play_whole_event
from tests.whole_event.recompute import standings

SMALL = Size(entries=14, by_form=2, arrive=13, rounds=2, withdrawals=1, chombos=1, corrections=2, cut=8, phones=1)


@pytest.mark.long
@pytest.mark.skipif(chosen_database() != "sqlite", reason="it has a server and a database of its own")
def test_a_small_event_ends_with_standings_that_a_second_reckoning_agrees_with():
    said = play_whole_event(SMALL, 3)

    assert "No differences" in said
    assert "1 corrections after approval" in said


HAND = {"type": "ron", "discarder": 2, "wins": [{"winner": 1, "han": 4, "fu": 30}], "riichi": [1]}


def test_the_second_reckoning_knows_the_rules_by_itself():
    """4 han 30 fu is a mangan in 2025; a draw of one tenpai; half carried; the disqualified last."""
    draw = {"type": "exhaustive_draw", "tenpai": [0], "riichi": []}
    chombo = {"type": "chombo", "offenders": [3]}
    game = {"paper": [], "game": {"hands": [HAND, draw, chombo]}, "cancelled_by": None, "substitutions": []}
    hanchan = game | {"seats": [1, 2, 3, 4], "sheets": [{"withdrawn_by": None}]}
    document = {
        "departures": [{"entry": 2, "kind": "disqualified", "taken_back_by": None}],
        "cuts": [{"after_round": 1, "carried": "half", "finalists": [1], "taken_back_by": None}],
        "penalties": [{"entry": 1, "round": 2, "points": "2.5", "taken_back_by": None}],
        "rounds": [{"number": 1, "hanchans": [hanchan]}],
    }

    # By hand: 33,000, 37,000, 21,000 and 29,000 points; +8, +22, −24, and −6 less the chombo.
    assert standings(document) == {1: (1, Fraction("1.5")), 2: (4, Fraction(22)), 3: (2, -24), 4: (3, -26)}
