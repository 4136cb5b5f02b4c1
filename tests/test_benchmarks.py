"""What a measured figure says of itself, and the page drawn of them; the measurements are `make bench`."""

import json
import xml.etree.ElementTree as ET

import pytest

from tests.benchmarks.figures import Collector, Figure
from tests.benchmarks.page import FILE, PARTS, drawn, share
from tests.conftest import ROOT

MEASURED = json.loads(FILE.read_text(encoding="utf-8"))


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


@pytest.mark.parametrize("name", drawn(MEASURED))
def test_the_page_and_its_charts_are_drawn_from_the_file(name):
    drawing = drawn(MEASURED)[name]

    assert (ROOT / "docs" / name).read_text(encoding="utf-8") == drawing, "make performance draws it anew"
    if name.endswith(".svg"):
        assert ET.fromstring(drawing).tag.endswith("svg")  # noqa: S314 (our own drawing)


def test_every_figure_stands_on_the_page_with_its_verdict():
    page = drawn(MEASURED)["performance.md"]

    assert {line["part"] for line in MEASURED["figures"]} <= PARTS.keys()
    assert [line["figure"] for line in MEASURED["figures"] if f"| {line['figure']} |" not in page] == []
    assert page.count("**missed by a factor of") == sum(line["held"] is False for line in MEASURED["figures"])


def test_a_share_above_one_misses_the_goal():
    assert share(figure(goal=8).line()) == 1.5
    assert share(figure(goal=6, goal_of="ratio", bound="at least").line()) == 2
