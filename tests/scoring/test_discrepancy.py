"""One mistake that explains why the sticks are not what the hands say."""

from dataclasses import replace
from random import Random

import pytest

from scoring.discrepancy import VALUES, Explanation, Mistake, explanations
from scoring.hanchan import replay
from scoring.outcome import ExhaustiveDraw, HanFu, Limit, Ron, Tsumo, Win
from scoring.presets import RULESETS
from scoring.refusal import Refused
from scoring.seats import Seat
from scoring.situation import opening
from tournament.rehearsal.demo_play import plausible_hand

WRC = RULESETS["wrc_2015"]
A, B, C, D = Seat
RON = Ron(discarder=C, wins=(Win(winner=B, value=HanFu(3, 30)),), riichi=frozenset({B, D}))
TSUMO = Tsumo(win=Win(winner=A, value=HanFu(2, 40)))
DRAW = ExhaustiveDraw(tenpai=frozenset({A, D}))
SAID = (TSUMO, DRAW, RON, RON)


def counted(*hands):
    return replay(hands, rules=WRC)[-1].after.points


def test_no_explanation_has_more_fu_than_people_mistake():
    assert {value.fu for value in VALUES if isinstance(value, HanFu)} == {20, 25, *range(30, 120, 10)}


def test_a_single_mistake_is_found(subtests):
    for number, mistake, right in [
        (3, Mistake.RIICHI_FORGOTTEN, replace(RON, riichi=frozenset({A, B, D}))),
        (4, Mistake.RIICHI_TOO_MANY, replace(RON, riichi=frozenset({B}))),
        (2, Mistake.TENPAI, ExhaustiveDraw(tenpai=frozenset({A, B, D}))),
        (3, Mistake.WINNER, replace(RON, wins=(Win(winner=D, value=HanFu(3, 30)),))),
        (4, Mistake.WINNER, Ron(discarder=B, wins=(Win(winner=C, value=HanFu(3, 30)),), riichi=frozenset({B, D}))),
        (3, Mistake.DISCARDER, replace(RON, discarder=A)),
        (4, Mistake.RON_OR_TSUMO, Tsumo(win=RON.wins[0], riichi=RON.riichi)),
        (1, Mistake.RON_OR_TSUMO, Ron(discarder=D, wins=(TSUMO.win,))),
        (1, Mistake.VALUE, Tsumo(win=Win(winner=A, value=Limit.HANEMAN))),
        (4, Mistake.VALUE, replace(RON, wins=(Win(winner=B, value=HanFu(2, 70)),))),
    ]:
        with subtests.test(number=number, mistake=mistake, right=right):
            hands = list(SAID)
            hands[number - 1] = right

            found = explanations(SAID, counted(*hands), rules=WRC)

            assert Explanation(number=number, mistake=mistake, right=right) in found


def test_points_that_agree_need_no_explanation():
    assert explanations(SAID, counted(*SAID), rules=WRC) == []
    assert explanations((), (30_000,) * 4, rules=WRC) == []


def test_points_that_no_single_mistake_makes_have_none():
    east, south, west, north = counted(*SAID)

    assert explanations(SAID, (east + 100, south - 100, west, north), rules=WRC) == []


def test_the_likeliest_comes_first_and_of_these_the_latest_hand():
    found = explanations(SAID, counted(TSUMO, DRAW, replace(RON, riichi=frozenset({A, B, D})), RON), rules=WRC)

    assert [(one.mistake, one.number) for one in found[:2]] == [
        (Mistake.RIICHI_FORGOTTEN, 4),
        (Mistake.RIICHI_FORGOTTEN, 3),
    ]


def test_hands_that_cannot_be_are_refused():
    with pytest.raises(Refused):
        explanations((Tsumo(win=Win(winner=A, value=HanFu(1, 20))),), (30_000,) * 4, rules=WRC)


def games_without_a_bet(random, rules):
    """Random hands, the same hands with one riichi bet left out, and of which of them: where the points then differ."""
    while True:
        hands, played = [], ()
        while len(hands) < 5 and not (played and played[-1].ending):
            hands.append(plausible_hand(random, played[-1].after if played else opening(rules), rules))
            played = replay(hands, rules=rules)
        for number, hand in enumerate(hands, start=1):
            for seat in sorted(hand.riichi):
                said = [*hands[: number - 1], replace(hand, riichi=hand.riichi - {seat}), *hands[number:]]
                if replay(said, rules=rules)[-1].after.points != played[-1].after.points:
                    yield hands, said, number


@pytest.mark.parametrize("ruleset", sorted(RULESETS))
def test_every_explanation_explains(ruleset):
    """A bet was forgotten in a random hanchan: that is among the answers, and each of them, put in its place, gives
    the counted points."""
    rules = RULESETS[ruleset]
    hands, said, number = next(games_without_a_bet(Random(ruleset), rules))
    points = replay(hands, rules=rules)[-1].after.points

    found = explanations(said, points, rules=rules)

    forgotten = Explanation(number=number, mistake=Mistake.RIICHI_FORGOTTEN, right=hands[number - 1])
    assert forgotten in found
    for one in found:
        corrected = [*said[: one.number - 1], one.right, *said[one.number :]]
        assert replay(corrected, rules=rules)[-1].after.points == points
