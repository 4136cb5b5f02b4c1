"""A laptop's document ends a decision only with a log entry about it."""

from copy import deepcopy

import pytest

from tests.archive.rewritten.documents import (
    part_of,
    with_entry,
)
from tournament.archive.tenbo.document import envelope
from tournament.archive.tenbo.rewritten import rewritten_part

pytestmark = pytest.mark.django_db


def stands(rows):
    return next(row for row in rows if row["taken_back_by"] is None)


@pytest.mark.parametrize("kind", ["penalty.invented", "hand.recorded", "penalty.given", "player.came_back"])
def test_a_decision_is_not_ended_by_an_entry_of_another_kind(home, laptop, kind):
    document = envelope(laptop)
    stands(document["penalties"])["taken_back_by"] = with_entry(document, kind)

    assert str(part_of(home, document)).startswith("the penalties")


def test_a_decision_is_ended_by_an_entry_about_it(home, laptop):
    document = envelope(laptop)
    penalty = stands(document["penalties"])

    penalty["taken_back_by"] = with_entry(document, "penalty.taken_back", number=penalty["entry"])
    assert part_of(home, document) is None
    document["log"][-1]["data"]["number"] = penalty["entry"] + 1
    assert str(part_of(home, document)) == "the penalties"


def test_one_entry_ends_one_decision(home):
    document = deepcopy(envelope(home))
    own, number = deepcopy(document), len(document["log"]) + 1
    penalties = [row for row in document["penalties"] if row["taken_back_by"] is None]
    copied = deepcopy(penalties[0])
    own["penalties"].append(copied)
    document["penalties"].append(deepcopy(copied))
    ended = [row for row in document["penalties"] if row["entry"] == copied["entry"] and row["taken_back_by"] is None]
    assert len(ended) > 1

    with_entry(document, "penalty.taken_back", number=copied["entry"])
    ended[0]["taken_back_by"] = number
    assert rewritten_part(own, document, known=number - 1) is None
    ended[1]["taken_back_by"] = number
    assert str(rewritten_part(own, document, known=number - 1)) == "the penalties"
