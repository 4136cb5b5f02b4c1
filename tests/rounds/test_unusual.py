"""What the double-check calls unusual: facts of tables in, reasons to look at the paper out."""

import pytest

from scoring.seats import Seat
from tournament.rounds.unusual import Kind, TableFacts, Unusual, unusual

A, B, C, D = Seat


def facts(**changes):
    usual = {
        "start": 30_000, "points": (41_000, 33_000, 28_000, 18_000), "places": (1, 2, 3, 4), "hands": 9,
    }  # fmt: skip
    return TableFacts(**usual | changes)


def kinds(table, *others):
    return [found.kind for found in unusual(table, (table, *others))]


def test_a_usual_table_gives_no_reason_to_look():
    assert unusual(facts(), [facts()] * 5) == ()


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"missing": -1_000}, Unusual(kind=Kind.SUM, number=-1_000)),
        ({"points": (75_100, 33_000, 28_000, -16_100)}, Unusual(kind=Kind.HIGH, seats=(A,))),
        ({"points": (60_000, 50_000, 25_100, -15_100)}, Unusual(kind=Kind.LOW, seats=(D,))),
        (
            {"points": (33_000, 33_000, 28_000, 26_000), "places": (1, 1, 3, 4)},
            Unusual(kind=Kind.SHARED, seats=(A, B)),
        ),
        ({"points": (30_000,) * 4, "places": (1, 1, 1, 1)}, Unusual(kind=Kind.UNCHANGED)),
        ({"hands": 3}, Unusual(kind=Kind.FEW_HANDS, number=3)),
        ({"chombo": frozenset({C})}, Unusual(kind=Kind.CHOMBO, seats=(C,))),
        ({"penalties": frozenset({B})}, Unusual(kind=Kind.PENALTY, seats=(B,))),
        ({"substitutes": frozenset({D})}, Unusual(kind=Kind.SUBSTITUTE, seats=(D,))),
        ({"is_signed": False, "confirmed": frozenset({A, C})}, Unusual(kind=Kind.UNSIGNED, seats=(B, D))),
    ],
)
def test_each_kind_names_its_seats_or_its_number(changes, expected):
    table = facts(**changes)

    assert unusual(table, [table, facts(), facts()])[0] == expected


def test_bounds_themselves_are_usual():
    assert kinds(facts(points=(75_000, 40_000, 20_000, -15_000))) == []


@pytest.mark.parametrize(
    ("change", "kind"), [({"hands": None}, Kind.ON_PAPER), ({"by_referee": True}, Kind.BY_REFEREE)]
)
def test_what_most_tables_do_is_usual_and_what_few_do_is_not(change, kind):
    assert kinds(facts(**change), facts(), facts()) == [kind]
    assert kinds(facts(**change), facts(**change), facts()) == []
    assert kinds(facts(**change), facts()) == []  # half of them


def test_a_table_in_play_is_compared_with_no_paper_yet():
    assert kinds(facts(is_over=False, is_signed=False, hands=2, points=(90_000, 30_000, 0, 0))) == []


def test_what_was_confirmed_and_then_corrected_is_unusual_until_it_is_signed_again():
    assert kinds(facts(is_over=False, is_signed=False, reopened=True)) == [Kind.REOPENED]
    assert kinds(facts(is_signed=False, reopened=True, confirmed=frozenset({A}))) == [Kind.UNSIGNED, Kind.REOPENED]
    assert kinds(facts(reopened=True)) == []


def test_points_that_nobody_may_read_give_nothing_away():
    assert kinds(facts(points=(), places=(), hands=None, is_signed=False), facts(hands=None)) == [Kind.UNSIGNED]
