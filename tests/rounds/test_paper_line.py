"""What a line of the grid means, without a database: 200 slips planted in right sheets, and each is seen."""

from random import Random

import pytest

from scoring.presets import EMA_2025, TENHOU, WRC_2015
from tests.rounds.paper_sheets import sheet, slip
from tournament.games.game import Game
from tournament.models import Hanchan, PaperResult
from tournament.rounds.paper_line import LineState, answer

SLIPS = 200


def game(rules):
    return Game(hanchan=Hanchan(), rules=rules, seats=(), hands=(), paper=None, signatures=(), sheet=None)


def read(texts, rules):
    *amounts, bets, chombo = texts
    return answer(amounts, bets, chombo, game(rules))


def recorded(keying):
    east, south, west, north = keying.points
    return PaperResult(
        east=east, south=south, west=west, north=north, riichi_sticks=keying.riichi_sticks, chombo=list(keying.chombo)
    )


@pytest.mark.parametrize("rules", [WRC_2015, EMA_2025, TENHOU], ids=lambda rules: rules.key)
def test_each_of_200_slips_is_seen_by_the_sum_or_by_the_second_person(rules):
    random = Random(f"slips {rules.key}")
    seen = {"sum": 0, "second": 0}
    while sum(seen.values()) < SLIPS:
        right = sheet(random, rules)
        if read(right, rules).state is not LineState.RIGHT:
            continue  # two readings add up, and it asks: 300 or 30,000
        field, wrong = slip(right, random)
        first, second = read(wrong, rules), read(right, rules)
        if first.state is LineState.WRONG:
            seen["sum"] += 1
            continue
        assert field == 5, (right, wrong)  # no slip in points or bets has the right sum
        assert not second.keying.equals(recorded(first.keying))
        seen["second"] += 1

    assert min(seen.values()) > 10


def test_a_line_is_placed_by_the_rules():
    read_line = read(["417", "33.1", "28,9", "15300", "1", "E"], WRC_2015)

    assert [placement.place for placement in read_line.placements] == [1, 2, 3, 4]
    assert [str(placement.score) for placement in read_line.placements] == ["267/10", "81/10", "-61/10", "-297/10"]
    assert read_line.penalties == (20, 0, 0, 0)


@pytest.mark.parametrize(
    ("texts", "state"),
    [
        (["", "", "", "", "", ""], LineState.EMPTY),
        (["300", "", "", "", "", ""], LineState.UNFINISHED),
        (["", "", "", "", "1", ""], LineState.UNFINISHED),
        (["300", "300", "300", "300", "", ""], LineState.RIGHT),
        (["300", "300", "300", "310", "", ""], LineState.WRONG),
        (["300", "300", "300", "300", "-1", ""], LineState.WRONG),
        (["300", "300", "300", "300", "", "9"], LineState.WRONG),
    ],
)
def test_a_line_is_empty_unfinished_wrong_or_right(texts, state):
    assert read(texts, WRC_2015).state is state
