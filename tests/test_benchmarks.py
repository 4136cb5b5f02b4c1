"""What a measured figure says of itself; the measurements are `make bench`."""

import json

import pytest

from tests.benchmarks.figures import Collector, Figure


def figure(**changed):
    plain = {"part": "hands", "figure": "Recording", "value": 12.0, "unit": "ms", "anchor": "SQL", "anchor_value": 4.0}
    return Figure(**plain | changed)


@pytest.mark.parametrize(
    ("goal", "held"),
    [
        ({}, None),
        ({"goal": 12}, True),
        ({"goal": 11}, False),
        ({"goal": 3, "goal_of": "ratio"}, True),
        ({"goal": 2.9, "goal_of": "ratio"}, False),
        ({"goal": 3.1, "goal_of": "ratio", "bound": "at least"}, False),
    ],
)
def test_a_goal_is_of_the_value_or_of_the_ratio(goal, held):
    assert figure(**goal).line()["held"] is held


def test_lines_are_printed_as_they_come_and_written_at_the_end(tmp_path, capsys):
    collector = Collector(tmp_path / "file.json")

    collector.add(iter([figure(value=1.23456)]))
    collector.write(cores=2)

    line = {
        "part": "hands", "figure": "Recording", "value": 1.235, "unit": "ms", "anchor": "SQL", "anchor_value": 4.0,
        "goal": None, "goal_of": "value", "bound": "at most", "ratio": 0.3086, "held": None,
    }  # fmt: skip
    assert json.loads(capsys.readouterr().out) == line
    assert json.loads((tmp_path / "file.json").read_text()) == {"cores": 2, "figures": [line]}
