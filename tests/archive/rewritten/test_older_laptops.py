"""What the Tenbo of a laptop does not know stays as it was on the site."""

from typing import Any

import pytest

from tests.archive.rewritten.documents import (
    in_play,
)
from tests.archive.test_hand_over import returned
from tests.factories import play
from tests.standings.results import MANGAN
from tournament.archive.actions.bring_back import bring_back
from tournament.archive.tenbo import about, calls, decisions, hanchans, mails, rounds, seating, sheets
from tournament.archive.tenbo import document as document_shapes
from tournament.archive.tenbo import people as people_shapes
from tournament.archive.tenbo.document import envelope

pytestmark = pytest.mark.django_db


LATER = {
    key
    for module in (about, calls, decisions, document_shapes, hanchans, mails, people_shapes, rounds, seating, sheets)
    for shape in vars(module).values()
    for key in getattr(shape, "__optional_keys__", ())
}
"""Every field that some older version did not write."""


def by_older_version(value):
    """A document as a version wrote it that had none of these fields."""
    if isinstance(value, dict):
        return {
            key: by_older_version(each) if key != "data" else each for key, each in value.items() if key not in LATER
        }
    return [by_older_version(each) for each in value] if isinstance(value, list) else value


def test_what_an_older_laptop_does_not_know_stays_as_it_was_here(by, home, laptop):
    """The file lacks the fields that came later, and an announced cut or a rule of teams is not lost by that."""
    before: Any = envelope(home)
    play(in_play(laptop), MANGAN)
    document = by_older_version(envelope(laptop))
    assert before["tournament"].keys() > document["tournament"].keys()
    assert {"teams", "appeals", "announcement"} <= LATER - document.keys()

    brought = bring_back(tournament_id=home.pk, file=returned(laptop, by) | {"document": document}, by=by)

    assert (brought.rewritten, brought.separate_copy) == (None, None)
    home.refresh_from_db()
    after: Any = envelope(home)
    for part in before.keys() - {"rounds", "log"}:
        assert (part, after[part]) == (part, before[part])
    assert after["rounds"] == envelope(laptop)["rounds"]
