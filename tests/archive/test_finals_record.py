"""Announced cuts in a document."""

import json

import pytest
from pydantic import TypeAdapter, ValidationError

from tests.factories import cut_to
from tests.standings.results import tournament_with
from tournament.archive.tenbo import decisions
from tournament.archive.tenbo.document import envelope, read_envelope
from tournament.archive.tenbo.finals import AnnouncedCuts, announced_in
from tournament.archive.tenbo.values import BadDocument
from tournament.models import Cut

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


@pytest.mark.django_db
def test_a_document_has_a_bounded_number_of_cuts_that_were_not_taken_back(monkeypatch):
    tournament, *_rest = tournament_with(["A", "B", "C", "D"])
    entries = list(tournament.entries.all())
    for number in range(1, 4):
        cut_to(*entries[:2], after=number)
    monkeypatch.setattr(decisions, "MOST_CUTS", 2)

    with pytest.raises(BadDocument, match="at most 2 cuts"):
        read_envelope(json.dumps(envelope(tournament)).encode())

    last = Cut.objects.latest("after_round")
    last.taken_back_by = last.decided_by
    last.save()
    assert len(read_envelope(json.dumps(envelope(tournament)).encode())["cuts"]) == 3
