"""A laptop's document is compared in a time that grows no faster than the document."""

import sys
from copy import deepcopy
from itertools import islice, product

import pytest

from tests.factories import TournamentFactory
from tournament.archive.tenbo.document import envelope
from tournament.archive.tenbo.past import erased
from tournament.archive.tenbo.past.erased import DETAILS, MOST_READINGS, MOST_REMOVED
from tournament.archive.tenbo.rewritten import rewritten_part

pytestmark = pytest.mark.django_db


def _entry(number, kind, /, **data):
    """A log entry of a document."""
    by = {"kind": "command", "number": None, "name": "laptop"}
    at = "2026-11-27T09:30:00.000000Z"
    return {"number": number, "at": at, "by": by, "kind": kind, "hanchan": None, "data": data, "reason": ""}


def _steps(own, document, most):
    """Compare two documents; return the number of bytecode instructions that ran. More than `most` fail, also in an
    endless loop."""
    steps = 0

    def count(frame, _event, _argument):
        nonlocal steps
        frame.f_trace_opcodes, frame.f_trace_lines = True, False
        steps += 1
        assert steps <= most
        return count

    before = sys.gettrace()
    sys.settrace(count)
    try:
        rewritten_part(own, document, known=len(own["log"]))
    finally:
        sys.settrace(before)
    return steps


def _worded(own, rows):
    document = deepcopy(own)
    languages = ["".join(letters) for letters in islice(product("abcdefghij", repeat=5), rows)]
    document["mail_wordings"] = [
        {"kind": "received", "language": language, "subject": "a", "body": "{link}"} for language in languages
    ]
    document["log"] += [
        _entry(len(own["log"]) + n, "mail.worded", letter="received", language=language)
        for n, language in enumerate(languages, 1)
    ]
    return own, document


def _planned(own, rows):
    document = deepcopy(own)
    document["log"] += [
        _entry(len(own["log"]) + n, "matches.planned", first=n, last=40_000) for n in range(1, rows + 1)
    ]
    return own, document


def _edited_teams(own, rows):
    own = deepcopy(own)
    own["teams"] = [{"name": f"Team {n}", "short_name": "", "colour": ""} for n in range(rows // 4)]
    document = deepcopy(own)
    document["teams"] = [team | {"short_name": "T"} for team in own["teams"]]
    document["log"] += [_entry(len(own["log"]) + n, "teams.edited", teams=1, counts=[]) for n in range(1, rows + 1)]
    return own, document


def _hands_in_reverse(own, rows):
    own = deepcopy(own)
    hanchan = own["rounds"][0]["hanchans"][0]
    hand = next(hand for each in own["rounds"] for h in each["hanchans"] for hand in h["other_hands"])
    hanchan["other_hands"] = [hand | {"number": n, "superseded_by": 1} for n in range(1, rows + 1)]
    document = deepcopy(own)
    document["rounds"][0]["hanchans"][0]["other_hands"].reverse()
    return own, document


@pytest.mark.slow
@pytest.mark.parametrize("made", [_worded, _planned, _edited_teams, _hands_in_reverse])
def test_a_file_eight_times_as_large_takes_about_eight_times_as_many_steps(home, made):
    own = envelope(home)
    _steps(*made(own, 10), most=10_000_000)  # what is imported or cached the first time
    small = _steps(*made(own, 200), most=10_000_000)

    assert _steps(*made(own, 1_600), most=16 * small)


@pytest.mark.slow
@pytest.mark.parametrize("data", [{"first": -(2**53), "last": 1}, {"first": 1, "last": 2**53}, {"first": "1"}, {}])
def test_the_rounds_that_an_entry_names_are_not_counted_without_end(home, data):
    own = envelope(home)
    document = deepcopy(own)
    _steps(own, document, most=10_000_000)
    document["log"].append(_entry(len(own["log"]) + 1, "matches.planned", **data))

    assert _steps(own, document, most=400_000)


@pytest.fixture
def with_people(home):
    """Return a function that makes the documents of a site, where the log has this text, and of its laptop, which has
    removed this many people, all people of the tournament."""
    person = envelope(home)["entries"][0] | {"removed_at": None, "team": "", "may_publish": True}
    empty = envelope(TournamentFactory())

    def make(removed, text="a"):
        own = empty | {"entries": [person | {"number": n, "name": f"Person {n}"} for n in range(1, removed + 1)]}
        own["log"] = [_entry(1, "penalty.given", rule=text)]
        document = deepcopy(own)
        for entry in document["entries"]:
            entry |= dict.fromkeys(DETAILS, "") | {"removed_at": "2026-11-27T09:30:00.000000Z", "may_publish": False}
        document["log"] += [_entry(n, "person.removed", number=n - 1) for n in range(2, removed + 2)]
        return own, document

    return make


@pytest.mark.parametrize(
    ("removed", "readings", "part"),
    [(MOST_REMOVED, 0, None), (MOST_REMOVED + 1, 0, "the players"), (MOST_REMOVED + 1, MOST_READINGS, None)],
)
def test_removals_on_a_laptop_that_would_take_too_long_are_not_believed(
    with_people, monkeypatch, removed, readings, part
):
    monkeypatch.setattr(erased, "MOST_READINGS", readings)
    own, document = with_people(removed)

    assert rewritten_part(own, document, known=1) == part


@pytest.mark.parametrize(
    ("removed", "characters", "part"),
    [(5, 10_000, None), (6, 10_000, "the players"), (1, 1_000_000, None), (2, 1_000_000, "the players")],
)
def test_removals_from_long_texts_that_would_take_too_long_are_not_believed(
    with_people, monkeypatch, removed, characters, part
):
    monkeypatch.setattr(erased, "MOST_CHARACTERS", 55_000)
    own, document = with_people(removed, "a " * (characters // 2))

    assert rewritten_part(own, document, known=1) == part
