"""The hands in a laptop's document are those of its log."""

from uuid import uuid4

import pytest

from scoring.game_writing import outcome_to_json
from tests.archive.rewritten.documents import in_play, one_hand_before, part_of
from tests.factories import play
from tests.standings.results import MANGAN
from tests.table.corrections import A, B, C, D, ron, seen_in
from tournament.archive.tenbo.document import envelope
from tournament.archive.tenbo.past.outcomes import are_logged
from tournament.table.actions.correct_hanchan import correct_hanchan
from tournament.table.edits import Replace

pytestmark = pytest.mark.django_db


def new_hand(document):
    document["rounds"][0]["hanchans"][0]["game"]["hands"][-1] = outcome_to_json(ron(A, C))


def entry_of_hand(**data):
    def change(document):
        last = next(entry for entry in reversed(document["log"]) if entry["kind"] == "hand.recorded")
        last["data"] |= data

    return change


@pytest.mark.parametrize(
    "change", [new_hand, entry_of_hand(outcome=None), entry_of_hand(number=7), entry_of_hand(outcome={"type": "ron"})]
)
def test_a_new_hand_is_the_one_that_its_entry_says(by, change):
    home, laptop = one_hand_before(by)
    play(in_play(laptop), MANGAN, ron(A, B))
    document = envelope(laptop)
    assert part_of(home, document) is None

    change(document)

    assert part_of(home, document) == "table 1 in round 1"


@pytest.mark.parametrize("key", ["before", "after"])
def test_a_corrected_hand_is_the_one_that_its_entry_says(by, key):
    home, laptop = one_hand_before(by)
    hanchan = in_play(laptop)
    hanchan.refresh_from_db()
    edits = (Replace(1, MANGAN, seen_in(hanchan.hands.current().get())),)
    now = {"hanchan_id": hanchan.pk, "revision": hanchan.revision}
    correct_hanchan(**now, edits=edits, key=uuid4(), reason="Wrong", by=by)
    document = envelope(laptop)
    assert part_of(home, document) is None

    entry = next(entry for entry in document["log"] if entry["kind"] == "hand.corrected")
    entry["data"][key] = [outcome_to_json(ron(A, D))]

    assert part_of(home, document) == "table 1 in round 1"


@pytest.mark.parametrize(
    ("entries", "after", "fits"),
    [
        ([("hand.undone", {"number": 1, "outcome": 1})], [], True),
        ([("hand.undone", {"number": 1, "outcome": 2})], [], False),
        ([("hand.undone", {"outcome": 1}), ("hand.undone", {"outcome": 1})], [], False),
        ([("hand.moved_here", {"number": 2, "outcome": 3})], [1, 3], True),
        ([("hand.moved_away", {"before": [1], "after": []})], [], True),
        ([("hanchan.resettled", {})], [1], True),
        ([("hanchan.resettled", {})], [], True),
        ([("hanchan.resettled", {})], [2], False),
        ([("hanchan.resettled", {}), ("hand.recorded", {"number": 1, "outcome": 2})], [2], True),
        ([("hand.corrected", {"before": "garbage", "after": None})], [1], False),
        ([("sheet.signed", {}), ("paper.recorded", {})], [1], True),
        ([], [1], True),
        ([], [], False),
    ],
)
def test_what_the_log_says_of_hands_is_replayed(entries, after, fits):
    """From one hand, here called 1, to those in `after`."""
    hands = {1: outcome_to_json(ron(A, B)), 2: outcome_to_json(ron(A, C)), 3: outcome_to_json(MANGAN)}

    def named(value):
        return [named(each) for each in value] if isinstance(value, list) else hands.get(value, value)

    told = [
        {"kind": kind, "data": {key: value if key == "number" else named(value) for key, value in data.items()}}
        for kind, data in entries
    ]

    assert are_logged([hands[1]], named(after), told) is fits
