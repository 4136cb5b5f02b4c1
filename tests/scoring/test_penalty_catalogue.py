"""Each rulebook's list of penalties: what it takes, and more the next time."""

import pytest

from scoring.penalty_catalogue import listed_penalties, proposed_points
from scoring.presets import RULESETS
from tournament.models import Offence


def of(key, line):
    return next(listed for listed in listed_penalties(key) if listed.key == line)


@pytest.mark.parametrize(
    ("key", "line", "points"),
    [
        ("wrc_2025", "minor", [0, 5, 5]),
        ("wrc_2025_lower", "all_last", [8, 8, 8]),
        ("wrc_2025_lower", "report", [2, 2, 2]),
        ("wrc_2025", "dead_hand", [0, 0, 0]),
        ("ema_2016", "obstruction", [8, 8, 8]),
        ("ema_2025", "serious_obstruction", [12, 12, 12]),
        ("wrc_2015", "missed", [30, 30, 30]),
        ("ema_2025", "late", [None, None, None]),
    ],
)
def test_a_list_proposes_points_by_how_often_it_happened(key, line, points):
    assert [proposed_points(of(key, line), earlier=times, rules=RULESETS[key]) for times in range(3)] == points


def test_a_missed_hanchan_costs_what_the_ruleset_says():
    rules = RULESETS["ema_2025"].changed(missed_points=-10_000, missed_uma=-2)

    assert proposed_points(of("ema_2025", "missed"), earlier=0, rules=rules) == 12


def test_every_line_is_of_a_known_kind_and_has_a_source_of_its_own():
    for key in RULESETS:
        lines = listed_penalties(key)
        assert {line.offence for line in lines} <= set(Offence)
        assert len({line.rule for line in lines}) == len({line.key for line in lines}) == len(lines)
        assert all(len(line.rule) <= 60 for line in lines)
        assert all(line.most is None or line.most > line.steps[-1] for line in lines)


def test_what_was_read_in_a_copy_is_unconfirmed():
    assert {line.confirmed for line in listed_penalties("ema_2016")} == {True}
    for key in ("ema_2025", "wrc_2025", "wrc_2025_lower"):
        assert {line.confirmed for line in listed_penalties(key)} == {False}
