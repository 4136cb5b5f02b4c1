"""`python -m tournament.seating` as somebody without Tenbo's packages runs it."""

import json
import subprocess

import pytest

from tests.scoring.program import PYTHON, ROOT
from tests.seating.counting import everybody_once, rematches, table_repeats, winds_are_even
from tournament.seating.quality import plan_hash


def seating(*arguments):
    return subprocess.run(
        [*PYTHON, "-m", "tournament.seating", *arguments], cwd=ROOT, capture_output=True, timeout=60, check=False
    )


def test_a_plan_is_printed_as_json():
    finished = seating("--players", "40", "--rounds", "8", "--seed", "1")

    assert (finished.returncode, finished.stderr) == (0, b"")
    printed = json.loads(finished.stdout)
    assert list(printed) == ["rounds", "quality"]
    rounds = printed["rounds"]
    assert [len(tables) for tables in rounds] == [10] * 8
    assert everybody_once(rounds, range(1, 41))
    assert (rematches(rounds), table_repeats(rounds)) == (0, 0)
    assert winds_are_even(rounds)
    assert printed["quality"]["verdict"] == "0 rematches, winds ±0, 0 table repeats"
    assert printed["quality"]["hash"] == plan_hash(rounds)
    assert seating("--players", "40", "--rounds", "8", "--seed", "1").stdout == finished.stdout


@pytest.mark.parametrize("arguments", [("3", "1", "1"), ("8", "0", "1"), ("eight", "1", "1")])
def test_arguments_that_make_no_plan_are_refused(arguments):
    players, rounds, seed = arguments

    finished = seating("--players", players, "--rounds", rounds, "--seed", seed)

    assert finished.returncode == 2
    assert finished.stdout == b""
    assert b"error:" in finished.stderr
