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


def substitution(entry, after_hand=None, taken_back_by=None):
    return {"entry": entry, "after_hand": after_hand, "taken_back_by": taken_back_by}


@pytest.mark.parametrize(
    ("rows", "scores", "chombo"),
    [
        ([], [25, 5, -7, -23], 60),
        ([substitution(2)], [25, -30, -7, -23], 0),  # from the start: a chombo of the substitute costs nobody
        ([substitution(2, after_hand=3)], [25, -30, 3, -13], 60),
        ([substitution(2, taken_back_by=17), substitution(9)], [25, 5, -7, -23], 60),
    ],
)
def test_points_from_paper_count_with_a_substitute(rows, scores, chombo):
    placed = lines(paper=PAPER, substitutions=rows)

    assert [line.score for line in placed] == scores
    assert placed[1].chombo == chombo
    assert placed[1].uma == (5 if scores[1] == 5 else -15)


def test_of_a_game_only_the_chombo_of_the_absent_player_count():
    chombo = {"type": "chombo", "offenders": [1], "riichi": []}
    game = {"format": "hanchan/1", "ruleset": RULES, "hands": [chombo, RON, chombo, chombo]}

    assert [line.chombo for line in lines(game=game)] == [0, 90, 0, 0]
    assert [line.chombo for line in lines(game=game, substitutions=[substitution(2, after_hand=3)])] == [0, 60, 0, 0]
    assert [line.chombo for line in lines(game=game, substitutions=[substitution(2)])] == [0, 0, 0, 0]


def test_the_sheet_that_counts_goes_before_paper_and_game_and_a_cancelled_hanchan_has_nothing():
    line = {"points": 30_000, "place": 1, "uma": "0", "score": "1.5", "penalty": "20"}
    withdrawn, signed = {"withdrawn_by": 9, "lines": []}, {"withdrawn_by": None, "lines": [line] * 4}

    assert [row.score for row in lines(paper=PAPER, sheets=[withdrawn, signed])] == [Fraction(3, 2)] * 4
    assert {(row.points, row.place, row.uma, row.chombo) for row in lines(sheet=signed)} == {(30_000, 1, 0, 20)}
    assert [row.score for row in lines(paper=PAPER, sheets=[withdrawn])] == [25, 5, -7, -23]
    assert lines(paper=PAPER, cancelled_by=9) == []
    assert lines() == []


def test_of_several_papers_the_one_that_was_not_replaced_counts():
    replaced, second = PAPER | {"superseded_by": 4}, PAPER | {"is_second": True}
    right = PAPER | {"points": [22_000, 28_000, 30_000, 40_000], "chombo": []}

    placed = lines(paper=[replaced, second, right | {"superseded_by": None, "is_second": False}])

    assert [line.score for line in placed] == [-23, -7, 5, 25]
    assert [line.chombo for line in placed] == [0, 0, 0, 0]
