"""Each new row in a laptop's document has a log entry of its own that made it."""

from copy import deepcopy

import pytest

from tests.archive.rewritten.documents import (
    forged,
    in_play,
    part_of,
    signed,
    with_entry,
)
from tests.factories import penalize, play, sign
from tests.standings.results import MANGAN
from tournament.archive.tenbo.document import envelope

pytestmark = pytest.mark.django_db


def one_more_round(document, kind=None, **data):
    """A copy of the last round that was played and signed."""
    last = [each for each in document["rounds"] if any(hanchan["sheets"] for hanchan in each["hanchans"])][-1]
    round_ = deepcopy(last) | {"number": 3, "started_at": "2026-11-26T23:00:00.000000Z", "released_by": None}
    round_ |= {"approved_by": None, "clock": None, "hanchans": [next(h for h in round_["hanchans"] if h["sheets"])]}
    round_["hanchans"][0]["id"] = 77
    document["rounds"].append(round_)
    if kind:
        with_entry(document, kind, number=3, **data)
    return round_["hanchans"][0]


@pytest.mark.slow
def test_a_round_needs_an_entry_that_starts_it(home, laptop):
    for kind, data in ((None, {}), ("round.approved", {}), ("round.started", {"tables": 2})):
        document = deepcopy(envelope(laptop))
        one_more_round(document, kind, **data)
        assert str(part_of(home, document)) == "round 3"


def test_what_is_played_in_a_new_round_needs_its_entries(home, laptop):
    document = deepcopy(envelope(laptop))
    hanchan = one_more_round(document, "round.started", tables=1)
    assert str(part_of(home, document)).startswith("table ")

    for part in ("sheets", "signatures", "substitutions", "other_hands", "paper"):
        hanchan[part] = []
    hanchan.update(cancelled_by=None, time=None, extra_seconds=0, winless=[], chips=[])
    assert str(part_of(home, document)).startswith("table ")
    for number, outcome in enumerate(hanchan["game"]["hands"], start=1):
        assert part_of(home, document) is not None
        with_entry(document, "hand.recorded", hanchan=77, number=number, outcome=outcome)
    assert part_of(home, document) is None


@pytest.mark.parametrize("part", ["sheets", "signatures"])
def test_one_entry_adds_one_row(home, laptop, part):
    hanchan = in_play(laptop)
    play(hanchan, MANGAN)
    sign(hanchan)
    document = forged(laptop, lambda document: signed(document)[part].append(deepcopy(signed(document)[part][-1])))
    assert str(part_of(home, document)).startswith("table ")


def test_one_entry_gives_one_penalty(home, laptop, by):
    penalize(laptop.entries.get(number=2), by=by)
    document = deepcopy(envelope(laptop))
    assert part_of(home, document) is None

    document["penalties"].append(deepcopy(document["penalties"][-1]))
    assert str(part_of(home, document)) == "the penalties"
    document["penalties"].pop()
    document["penalties"][-1]["entry"] = 4
    assert str(part_of(home, document)) == "the penalties"
