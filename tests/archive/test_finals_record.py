"""Announced cuts in a document."""

import pytest
from pydantic import TypeAdapter, ValidationError

from tournament.archive.tenbo.finals import AnnouncedCuts, announced_in

TWO = [{"places": 16, "after_round": 6, "carried": "half"}, {"places": 4, "after_round": None, "carried": ""}]


def test_a_list_is_read_and_an_older_document_has_one_cut():
    assert TypeAdapter(AnnouncedCuts).validate_python(TWO) == TWO
    assert announced_in({"announced_cuts": TWO, "cut_places": 16}) == TWO
    assert announced_in({"cut_places": 16}) == [{"places": 16, "after_round": None, "carried": ""}]
    assert announced_in({"cut_places": 0}) == announced_in({}) == []


@pytest.mark.parametrize(
    ("cuts", "problem"),
    [
        (TWO[::-1], "fewer players must advance"),
        ([TWO[0], TWO[0] | {"places": 8}], "fewer players must advance"),
        ([TWO[0] | {"carried": "2/4"}], "Write the score carried over"),
        ([TWO[0] | {"places": 0}], "greater than or equal"),
    ],
)
def test_wrong_lists_are_refused(cuts, problem):
    with pytest.raises(ValidationError, match=problem):
        TypeAdapter(AnnouncedCuts).validate_python(cuts)
