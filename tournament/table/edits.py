"""The edits that make up a correction, as values and as JSON text in a form's field.

An edit identifies a hand by the hand's number before the correction, even if other edits insert or remove earlier
hands. `table.correction_replay` checks whether the edits fit a hanchan.
"""

import json
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, ClassVar, assert_never

from scoring.game_format import outcome_from_json
from scoring.game_writing import outcome_to_json
from scoring.outcome import Outcome
from scoring.refusal import Refused
from scoring.seats import Seat, Wind
from scoring.situation import Situation

LONGEST = 40_000
"""The most characters of the JSON text; entering a whole hanchan anew needs a tenth of this."""


MOST_INSERTED = 100
"""The most hands that one correction inserts. Each hand is replayed and drawn on the page; a whole hanchan has about
twenty hands."""


class UnreadableEdits(ValueError):
    """The text was not written by our forms, or it has edits that do not fit the hanchan."""


@dataclass(frozen=True, slots=True)
class Seen:
    """The round wind and the dealer that the screen showed when the outcome was entered."""

    round_wind: Wind
    dealer: Seat

    @classmethod
    def of(cls, situation: Situation) -> "Seen":
        return cls(situation.round_wind, situation.dealer)


@dataclass(frozen=True, slots=True)
class Replace:
    """Replace a hand's outcome."""

    kind: ClassVar[str] = "replace"
    number: int
    outcome: Outcome
    seen: Seen


@dataclass(frozen=True, slots=True)
class Insert:
    """Insert a forgotten hand before the hand `number`. Several hands that are inserted before the same hand are in the
    order of the edits."""

    kind: ClassVar[str] = "insert"
    number: int
    outcome: Outcome
    seen: Seen


@dataclass(frozen=True, slots=True)
class Remove:
    """Remove a hand that was not played."""

    kind: ClassVar[str] = "remove"
    number: int


@dataclass(frozen=True, slots=True)
class Keep:
    """Keep a hand's outcome, although the correction changes its round or dealer. `seen` has the new round wind and
    dealer."""

    kind: ClassVar[str] = "keep"
    number: int
    seen: Seen


Edit = Replace | Insert | Remove | Keep
Edits = tuple[Edit, ...]


def add_edit(edits: Edits, edit: Edit) -> Edits:
    """Return the edits with `edit` added. An earlier edit of the same hand is replaced."""
    if isinstance(edit, Insert):
        return (*edits, edit)
    return (*(other for other in edits if isinstance(other, Insert) or other.number != edit.number), edit)


def edits_to_text(edits: Iterable[Edit]) -> str:
    """Write edits as text for a hidden field or a query string; `edits_from_text` reads them back unchanged."""
    return json.dumps([_edit_to_json(edit) for edit in edits], separators=(",", ":"))


def edits_from_text(text: str) -> Edits:
    """Read the edits from the text of a form's field; an empty text has no edits. Raises `UnreadableEdits`."""
    if not text:
        return ()
    if len(text) > LONGEST:
        raise UnreadableEdits("too long")
    try:
        data = json.loads(text)
        if not isinstance(data, list):
            raise UnreadableEdits("no list")
        edits = tuple(_edit_from_json(item) for item in data)
    except (ValueError, RecursionError) as problem:
        raise UnreadableEdits(str(problem)) from problem
    if sum(isinstance(edit, Insert) for edit in edits) > MOST_INSERTED:
        raise UnreadableEdits("too many hands")
    numbers = [edit.number for edit in edits if not isinstance(edit, Insert)]
    if len(set(numbers)) < len(numbers):
        raise UnreadableEdits("two edits of one hand")
    return edits


def _edit_to_json(edit: Edit) -> list[Any]:
    match edit:
        case Replace(number, outcome, seen):
            return ["replace", number, *_seen_to_json(seen), outcome_to_json(outcome)]
        case Insert(number, outcome, seen):
            return ["insert", number, *_seen_to_json(seen), outcome_to_json(outcome)]
        case Remove(number):
            return ["remove", number]
        case Keep(number, seen):
            return ["keep", number, *_seen_to_json(seen)]
        case _:
            assert_never(edit)


def _edit_from_json(data: Any) -> Edit:
    match data:
        case ["replace", number, wind, dealer, outcome]:
            return Replace(_number(number), _outcome(outcome), _seen(wind, dealer))
        case ["insert", number, wind, dealer, outcome]:
            return Insert(_number(number), _outcome(outcome), _seen(wind, dealer))
        case ["remove", number]:
            return Remove(_number(number))
        case ["keep", number, wind, dealer]:
            return Keep(_number(number), _seen(wind, dealer))
    raise UnreadableEdits("no edit")


def _seen_to_json(seen: Seen) -> list[Any]:
    return [seen.round_wind.value, int(seen.dealer)]


def _seen(wind: Any, dealer: Any) -> Seen:
    if type(dealer) is not int:
        raise UnreadableEdits("no seat")
    return Seen(Wind(wind), Seat(dealer))


def _number(data: Any) -> int:
    if type(data) is not int or not 1 <= data <= 1_000:
        raise UnreadableEdits("no number of a hand")
    return data


def _outcome(data: Any) -> Outcome:
    try:
        return outcome_from_json(data)
    except Refused as refused:
        raise UnreadableEdits(refused.message) from refused
