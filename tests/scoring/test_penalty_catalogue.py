"""Each rulebook's list of penalties: what it takes, and more the next time."""

import pytest

from scoring.penalty_catalogue import BadLine, listed_penalties, own_as_text, own_penalties, proposed_points
from scoring.presets import RULESETS, WRC_2015
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


def test_where_the_referee_chooses_the_list_says_the_most():
    assert {line.key: line.most for line in listed_penalties("ema_2016") if line.most} == {
        "obstruction": 12, "serious_obstruction": 48,
    }  # fmt: skip


def test_the_first_two_lines_of_the_ema_serve_where_no_list_was_found():
    first_two = listed_penalties("ema_2016")[:2]

    assert listed_penalties("wrc_2015") == listed_penalties("czech_club") == first_two
    assert len(first_two) == 2


def test_what_was_read_in_a_copy_is_unconfirmed():
    assert {line.confirmed for line in listed_penalties("ema_2016")} == {True}
    for key in ("ema_2025", "wrc_2025", "wrc_2025_lower"):
        assert {line.confirmed for line in listed_penalties(key)} == {False}


def test_an_own_penalty_keeps_its_key_until_it_is_edited():
    phone, late = own_penalties("Phone: 1\nLate: 2")

    assert own_penalties("Insult: 100\nLate: 2\nPhone: 1")[1:] == (late, phone)
    edited = own_penalties("Phone: 2\nLate: 1, 2\nPhones: 1")
    assert len({phone.key, late.key, *(each.key for each in edited)}) == 5


def test_an_organizers_own_list_rises_as_it_says():
    phone, late_name = own_penalties("  Phone rings: 0,5 , 10\n\nName not told: 1000")

    assert (phone.title, phone.rule, phone.offence) == ("Phone rings", "Phone rings", "other")
    assert [proposed_points(phone, earlier=times, rules=WRC_2015) for times in range(4)] == [0, 5, 10, 10]
    assert late_name.steps == (1_000,)
    assert own_as_text((phone, late_name)) == "Phone rings: 0, 5, 10\nName not told: 1000"
    assert own_penalties("") == ()
    assert own_penalties("Smoking: inside: 5")[0].title == "Smoking: inside"


def test_a_line_that_is_no_penalty_is_named(subtests):
    for text, line in [
        ("Phone", "Phone"),
        (": 5", ": 5"),
        ("Phone: ", "Phone:"),
        ("Phone: five", "Phone: five"),
        ("Phone: -5", "Phone: -5"),
        ("Phone: 1001", "Phone: 1001"),
        ("Phone: 1, 2, 3, 4, 5, 6", "Phone: 1, 2, 3, 4, 5, 6"),
        ("Phone: ²", "Phone: ²"),
        ("Phone: 5\nphone: 6", "phone: 6"),
        ("x" * 51 + ": 5", "x" * 51 + ": 5"),
        ("\n".join(f"{number}: 5" for number in range(31)), "30: 5"),
    ]:
        with subtests.test(text=text):
            with pytest.raises(BadLine) as bad:
                own_penalties(text)
            assert bad.value.line == line
    assert len(own_penalties("\n".join(f"{number}: 1, 2, 3, 4, 5" for number in range(30)))) == 30
    assert own_penalties("x" * 50 + ": 5")
