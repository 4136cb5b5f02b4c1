"""Tables by seed: what may be typed, what is refused and why, and the named patterns."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournament.seating.by_seed import (
    BadPattern,
    Fault,
    NamedPattern,
    check_size,
    intervals,
    named_pattern,
    read_pattern,
    seat_by,
    write_pattern,
)

TORONTO = ((1, 2, 7, 8), (3, 4, 5, 6))


@pytest.mark.parametrize(
    "text",
    [
        "[1,2,7,8] [3,4,5,6]", "[1,2,7,8][3,4,5,6]", " [ 1, 2, 7, 8 ],\n[3 4 5 6] ", "(1,2,7,8);(3,4,5,6)",
        "1-2-7-8 3-4-5-6", "1 - 2 - 7 - 8  3-4-5-6", "1,2,7,8 3,4,5,6", "1, 2, 7, 8; 3, 4, 5, 6", "1–2–7–8 / 3–4–5–6",
    ],
)  # fmt: skip
def test_a_pattern_is_read_however_it_is_written(text):
    assert read_pattern(text) == TORONTO


@pytest.mark.parametrize(
    ("text", "fault", "values"),
    [
        ("", Fault.EMPTY, {}),
        (" , ;", Fault.EMPTY, {}),
        ("[]", Fault.NOT_FOUR, {"table": 1, "count": 0}),
        ("[1,2,7,8] [3,4,5]", Fault.NOT_FOUR, {"table": 2, "count": 3}),
        ("1-2-3-4-5", Fault.NOT_FOUR, {"table": 1, "count": 5}),
        ("1 2 3 4", Fault.NOT_FOUR, {"table": 1, "count": 1}),
        ("[1,2,3,x]", Fault.TEXT, {"text": "x"}),
        ("[1,2,3,4] 5", Fault.TEXT, {"text": "5"}),
        ("[1,2,7,8] [3,4,5,6", Fault.TEXT, {"text": "[3"}),
        ("[1,2,3,3]", Fault.TWICE, {"seed": 3, "missing": 4}),
        ("[1,2,3,5]", Fault.NO_SEED, {"seed": 5, "last": 4}),
        ("[0,1,2,3]", Fault.NO_SEED, {"seed": 0, "last": 4}),
        ("[1,2,3,99999999999999999999]", Fault.NO_SEED, {"seed": 99999999999999999999, "last": 4}),
    ],
)
def test_what_cannot_be_seated_is_refused_with_its_reason(text, fault, values):
    with pytest.raises(BadPattern) as refused:
        read_pattern(text)

    assert (refused.value.fault, refused.value.values) == (fault, values)


@pytest.mark.parametrize(
    ("name", "tables", "text"),
    [
        ("places", 2, "[1,2,3,4] [5,6,7,8]"),
        ("ends", 1, "[1,2,3,4]"),
        ("ends", 2, "[1,2,7,8] [3,4,5,6]"),
        ("ends", 4, "[1,2,15,16] [3,4,13,14] [5,6,11,12] [7,8,9,10]"),
        ("crossed", 2, "[1,3,6,8] [2,4,5,7]"),
        ("snake", 2, "[1,4,5,8] [2,3,6,7]"),
        ("snake", 4, "[1,8,9,16] [2,7,10,15] [3,6,11,14] [4,5,12,13]"),
        ("quarters", 4, "[1,5,9,13] [2,6,10,14] [3,7,11,15] [4,8,12,16]"),
    ],
)
def test_named_patterns(name, tables, text):
    assert write_pattern(named_pattern(NamedPattern(name), tables)) == text


@given(name=st.sampled_from(NamedPattern), tables=st.integers(1, 60))
def test_a_named_pattern_seats_everybody_once(name, tables):
    pattern = named_pattern(name, tables)

    if pattern is None:
        assert (name, tables) != (NamedPattern.CROSSED, 2)
    else:
        assert len(pattern) == tables
        assert read_pattern(write_pattern(pattern)) == pattern


@given(tables=st.integers(1, 40), step=st.integers(1, 45))
def test_intervals_seat_everybody_once(tables, step):
    pattern = intervals(4 * tables, step)

    assert read_pattern(write_pattern(pattern)) == pattern
    assert all(max(table) - min(table) <= 3 * step for table in pattern)


def test_intervals():
    assert intervals(12, 2) == ((1, 3, 5, 7), (2, 4, 6, 8), (9, 10, 11, 12))


def test_a_pattern_for_others_is_refused():
    check_size(TORONTO, 8)
    with pytest.raises(BadPattern) as refused:
        check_size(TORONTO, 12)
    assert refused.value.values == {"seats": 8, "players": 12}


def test_seed_1_is_the_first_of_the_ranking():
    assert seat_by(TORONTO, [80, 70, 60, 50, 40, 30, 20, 10]) == [[80, 70, 20, 10], [60, 50, 40, 30]]
