"""How many hands may still be played after the signal: the numbered cases, and the rest of the policies."""

import pytest

from scoring.clock import hands_left
from scoring.hanchan import advance
from scoring.presets import EMA_2016, EMA_2025, TENHOU, WRC_2015
from scoring.refusal import Refused
from tests.scoring.shorthand import OVER, A, B, C, chombo, draw, follows, redeal, ron, table

TORONTO = EMA_2025.changed(one_more_between_hands=True)
PLUS_TWO = EMA_2025.changed(time_policy="finish_current_plus_two")
WON = ron(B, C, "1/30")
BY_EAST = ron(A, C, "1/30")
REDEALT = chombo(C)
NO_FAULT = redeal()


def case(name, rules, in_progress, since, left):
    return pytest.param(rules, in_progress, since, left, id=f"{name} {rules.key}")


@pytest.mark.parametrize(
    ("rules", "in_progress", "since", "left"),
    [
        case("X73 signal in a hand", EMA_2016, True, [], 2),
        case("X73 that hand ends", EMA_2016, True, [WON], 1),
        case("X73 the last one ends", EMA_2016, True, [WON, BY_EAST], 0),
        case("X73 nothing more", EMA_2016, True, [WON, BY_EAST, WON], 0),
        case("X74 signal between hands", EMA_2016, False, [], 1),
        case("X74 the last one ends", EMA_2016, False, [draw()], 0),
        case("X75 chombo in the last hand", EMA_2016, True, [WON, REDEALT], 1),
        case("X75 it is played", EMA_2016, True, [WON, REDEALT, BY_EAST], 0),
        case("X75 chombo twice", EMA_2016, False, [REDEALT, REDEALT], 1),
        case("X75 chombo in the hand of the signal", EMA_2016, True, [REDEALT], 2),
        case("X76 signal in a hand", WRC_2015, True, [], 1),
        case("X76 it ends", WRC_2015, True, [BY_EAST], 0),
        case("X76 chombo in it", WRC_2015, True, [REDEALT], 0),
        case("R5 dealt again without fault in it", WRC_2015, True, [NO_FAULT, NO_FAULT], 1),
        case("X76 signal between hands", WRC_2015, False, [], 0),
        case("R16.3 chombo in the hand of the signal", EMA_2025, True, [REDEALT], 2),
        case("R16.3 then it ends", EMA_2025, True, [REDEALT, WON], 1),
        case("R16.3 chombo in the last hand", EMA_2025, True, [WON, REDEALT], 0),
        case("R16.3 signal between hands", EMA_2025, False, [REDEALT], 0),
        case("R16.4 signal in a hand", TORONTO, True, [], 2),
        case("R16.4 signal between hands", TORONTO, False, [], 2),
        case("R16.4 one of them is played", TORONTO, False, [WON], 1),
        case("R16.4 two more after the hand", PLUS_TWO, True, [], 3),
        case("R16.4 two more between hands", PLUS_TWO, False, [], 2),
    ],
)
def test_so_many_hands_are_left(rules, in_progress, since, left):
    assert hands_left(since, in_progress=in_progress, rules=rules) == left


def test_x77_the_clock_adds_no_hand_to_a_game_that_is_over():
    last = advance(WON, table("S4"), rules=EMA_2016)

    assert follows(last) == OVER
    assert hands_left([WON], in_progress=True, rules=EMA_2016) == 1  # which the end of the game forbids


def test_a_ruleset_without_a_clock_has_no_hands_to_count():
    with pytest.raises(Refused) as refused:
        hands_left([], in_progress=True, rules=TENHOU)

    assert refused.value.code == "no_clock"
