"""Three-way merge: what was edited is saved, what somebody else changed meanwhile stays."""

import pytest

from tournament.core.merge import merge_columns, merged, merged_rows
from tournament.models import Club


@pytest.mark.parametrize(
    ("new", "base", "stored", "expected"),
    [
        ("mine", "old", "old", "mine"),
        ("old", "old", "theirs", "theirs"),
        ("mine", "old", "theirs", "mine"),
        (None, 4, 4, None),
        (4, 4, None, None),
        (["b", "a"], ["a", "b"], ["a", "b"], ["b", "a"]),
        (["a", "b", "c"], ["a", "b"], ["b", "d"], ["b", "d", "c"]),
        (["a"], ["a", "b"], ["a", "b", "d"], ["a", "d"]),
        (["a"], ["a", "b"], [], []),
    ],
)
def test_one_value(new, base, stored, expected):
    assert merged({"x": new}, {"x": base}, {"x": stored}) == {"x": expected}


def test_all_is_edited_without_a_base():
    assert merged({"x": 1}, None, {"x": 2}) == {"x": 1}
    assert merged({"x": 1}, {"y": 1}, {"x": 2}) == {"x": 1}


@pytest.mark.parametrize(
    ("new", "base", "stored", "expected"),
    [
        ({1: 2, 2: 1}, {1: 1, 2: 1}, {1: 1, 2: 1}, {1: 2, 2: 1}),
        ({1: 1}, {1: 1, 2: 1}, {1: 1, 2: 1}, {1: 1}),  # removed by this form
        ({1: 1}, {1: 1, 2: 1}, {1: 3, 2: 1, 4: 1}, {1: 3, 4: 1}),  # changed and added meanwhile
        ({1: 1, 2: 5}, {1: 1, 2: 1}, {1: 1}, {1: 1}),  # removed meanwhile
        ({1: 1, 2: 5}, {1: 1}, {1: 1, 2: 1}, {1: 1, 2: 5}),  # added by both
    ],
)
def test_rows(new, base, stored, expected):
    assert merged_rows(new, base, stored) == expected


def test_long_lists_are_not_compared_value_by_value():
    """Anybody may send a list as long as a request."""
    compared = []

    class Value(str):
        def __eq__(self, other):
            compared.append(other)
            return super().__eq__(other)

        __hash__ = str.__hash__

    new, base, stored = ([Value(f"{each} {number}") for number in range(1_000)] for each in ("new", "base", "stored"))

    assert merged({"x": new}, {"x": base}, {"x": stored}) == {"x": stored + new}
    assert len(compared) < 10_000


def test_lists_of_lists_are_merged():
    assert merged({"x": [[1], [2]]}, {"x": [[1]]}, {"x": [[1], [3]]}) == {"x": [[1], [3], [2]]}


def test_columns_of_a_row():
    row, base, stored = (Club(name=name, place=place) for name, place in (("A", "b"), ("A", "a"), ("B", "a")))

    merge_columns(row, base, stored, ["name", "place"])

    assert (row.name, row.place) == ("B", "b")
