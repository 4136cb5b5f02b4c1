"""The texts of a document (`past.texts`) are in all the places from which a removal erases a name."""

from typing import Any

import pytest

from tests.archive.envelopes import busy_tournament
from tests.archive.stories import give_to_team
from tests.factories import UserFactory, visitor
from tournament.archive.tenbo.document import envelope
from tournament.archive.tenbo.past.erased import DETAILS, Erased, without_person
from tournament.archive.tenbo.past.texts import OF_ROWS
from tournament.core.actions.journal import log

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

NAME = "Wawrzyniec Brzęczyszczykiewicz"
NO_TEXTS = {"kind", "players", "at"}
"""Keys of strings that a removal reads, or that a document repeats from elsewhere."""


def naming(value, key=""):
    """The value with the name in each string of it."""
    if isinstance(value, dict):
        return {name: naming(each, name) for name, each in value.items()}
    if isinstance(value, list):
        return [naming(each, key) for each in value]
    return NAME if isinstance(value, str) and key not in NO_TEXTS else value


def without_details(document):
    """The document without what is no text of the tournament: the person's details, and the players' names in games."""
    for entry in document["entries"]:
        for detail in (*DETAILS, "may_publish", "removed_at"):
            entry.pop(detail, None)
    for round_ in document["rounds"]:
        for hanchan in round_["hanchans"]:
            hanchan["game"] = None
    return document


def test_all_texts_from_which_a_removal_erases_a_name_are_known():
    owner = UserFactory()
    tournament = busy_tournament(owner)
    give_to_team(tournament, visitor(owner), team_key="red <1>")
    tournament.refresh_from_db()
    log(tournament, "tournament.edited", by=visitor(owner), before={"place": "Here"}, after={"place": "There"})
    log(tournament, "tournament.taken_to_laptop", by=visitor(owner), place="My laptop")
    before: Any = naming(envelope(tournament))
    number = before["entries"][0]["number"]
    erased: Any = without_person(before, number, leaves_team=False, removed_at="2026-11-27T09:30:00.000000Z")
    assert all(before[part] != erased[part] for part in OF_ROWS)

    restored = Erased(own=erased, document=erased, before=before).with_own_texts()

    assert without_details(restored) == without_details(before)
