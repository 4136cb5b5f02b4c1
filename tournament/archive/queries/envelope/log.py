"""The log, and the ids that it remembers."""

from collections.abc import Callable, Mapping
from typing import Any

from tournament.archive.queries.envelope.values import Json, moment, ordered
from tournament.archive.queries.envelope.whole import WholeTournament
from tournament.models import LogEntry

Ids = Mapping[Any, int]


def logged(entry: LogEntry, whole: WholeTournament) -> Json:
    return {
        "number": entry.number,
        "at": moment(entry.at),
        "by": entry.actor,
        "kind": entry.kind,
        "hanchan": whole.hanchan_ids[entry.hanchan_id] if entry.hanchan_id else None,
        "data": ordered(translated(entry.kind, entry.data, whole.entry_numbers, whole.hanchan_ids)),
        "reason": entry.reason,
    }


def translated(kind: str, data: Any, entries: Ids, hanchans: Ids) -> Any:
    """A log entry's data with other ids in the places where its kind has some; None for one that is gone."""
    places = REFERENCES.get(kind, {})
    if not isinstance(data, dict):
        return data
    return {key: places[key](value, entries, hanchans) if key in places else value for key, value in data.items()}


def _one_hanchan(value: Any, entries: Ids, hanchans: Ids) -> Any:
    return _other_id(value, hanchans)


def _many_entries(value: Any, entries: Ids, hanchans: Ids) -> Any:
    return [_other_id(one, entries) for one in value] if isinstance(value, list) else None


def _named_entries(value: Any, entries: Ids, hanchans: Ids) -> Any:
    if not isinstance(value, list):
        return None
    return [one | {"entry": _other_id(one.get("entry"), entries)} if isinstance(one, dict) else None for one in value]


def _other_id(value: Any, ids: Ids) -> int | None:
    return ids.get(value) if type(value) is int else None


Reference = Callable[[Any, Ids, Ids], Any]

REFERENCES: dict[str, dict[str, Reference]] = {
    "round.started": {"sitting_out": _many_entries},
    "seats.swapped": {"before": _named_entries, "after": _named_entries},
    "hand.moved_away": {"to": _one_hanchan},
    "hand.moved_here": {"origin": _one_hanchan},
    "hanchan.restarted": {"cancelled": _one_hanchan},
}
"""Where the log remembers ids: a kind that keeps one belongs here."""
