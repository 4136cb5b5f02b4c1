"""Results of a tournament's document that only its points, chips and hands tell."""

from fractions import Fraction

import pytest

from scoring.tournament_results import results

RON = {"type": "ron", "discarder": 0, "wins": [{"winner": 1, "limit": "mangan"}], "riichi": []}
RULES = {"base": "wrc_2015", "chip_value": 2, "yakitori": 10, "yakitori_to": "winners", "chombo_value": 30}
PAPER = {"points": [40_000, 30_000, 28_000, 22_000], "riichi_sticks": 0, "chombo": [0, 2, 0, 0]}


def lines(**hanchan):
    empty = {"table": 1, "seats": [1, 2, 3, 4], "paper": None, "game": None, "sheet": None, "substitutions": []}
    rounds = [{"number": 1, "hanchans": [empty | hanchan]}]
    return [result.line for result in results({"ruleset": RULES, "rounds": rounds})]


@pytest.mark.parametrize(
    ("winless", "scores"), [([], [19, 15, -7, -27]), ([3], [Fraction(67, 3), Fraction(55, 3), Fraction(-11, 3), -37])]
)
def test_points_from_paper_count_with_chips_yakitori_and_each_chombo(winless, scores):
    placed = lines(paper=PAPER, chips=[-3, 5, 0, -2], winless=winless)

    assert [line.score for line in placed] == scores
    assert [line.chombo for line in placed] == [0, 60, 0, 0]


def test_a_game_counts_with_its_chips_and_who_won_no_hand():
    game = {"format": "hanchan/1", "ruleset": RULES, "hands": [RON], "chips": [-3, 5, 0, -2]}

    placed = lines(game=game, chips=[-3, 5, 0, -2], winless=[])

    assert [line.points for line in placed] == [22_000, 38_000, 30_000, 30_000]
    assert [line.score for line in placed] == [-39, 63, -10, -14]
