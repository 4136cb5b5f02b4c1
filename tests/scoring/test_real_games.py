"""150 hanchans as they were played on Tenhou, through the command line: every figure is the logged one."""

import json
from fractions import Fraction

import pytest

from tests.scoring.program import answers, lines, scoring


@pytest.fixture(scope="module")
def games(data_folder):
    """Each logged game with what `python -m scoring settle` says of it."""
    with (data_folder / "real-games.jsonl").open(encoding="utf-8") as file:
        logged = [json.loads(line) for line in file]
    finished = scoring("settle", given=lines(*(game["input"] for game in logged)))
    assert (finished.returncode, finished.stderr) == (0, b"")
    return list(zip(logged, answers(finished), strict=True))


def differing(games, settled, logged):
    """The ids of the games whose answer says something else than the log."""
    return [game["id"] for game, answer in games if settled(answer) != logged(game["expected"])]


def test_all_games_and_hands_are_there(games):
    assert len(games) == 150
    assert sum(len(answer["hands"]) for _, answer in games) == 1_657
    assert differing(games, lambda answer: len(answer["hands"]), lambda log: len(log["deltas"])) == []


@pytest.mark.parametrize("key", ["deltas", "scores", "next"])
def test_each_hand_is_the_logged_one(games, key):
    assert differing(games, lambda answer: [hand[key] for hand in answer["hands"]], lambda log: log[key]) == []


def test_each_game_is_finished_with_its_last_hand(games):
    assert all(answer["finished"] for _, answer in games)


def test_the_final_points_are_the_logged_ones(games):
    def settled(answer):
        return [seat["points"] for seat in answer["result"]]

    assert differing(games, settled, lambda log: log["final_scores"]) == []


def test_the_final_scores_are_the_logged_ones(games):
    def settled(answer):
        return [Fraction(seat["score"]) for seat in answer["result"]]

    assert differing(games, settled, lambda log: log["final_points"]) == []


def test_each_place_is_held_once(games):
    places = [sorted(seat["place"] for seat in answer["result"]) for _, answer in games]

    assert places == [[1, 2, 3, 4]] * len(games)
