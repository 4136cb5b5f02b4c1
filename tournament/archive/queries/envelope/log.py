"""The log, and the ids that it remembers."""

from collections.abc import Mapping
from typing import Any

from tournament.archive.queries.envelope.values import Json, moment, ordered
from tournament.archive.queries.envelope.whole import WholeTournament
from tournament.models import LogEntry

Ids = Mapping[Any, int]


def logged(entry: LogEntry, whole: WholeTournament) -> Json:
    return {
        "number": entry.number,
        "at": moment(entry.at),
        "by": {"kind": entry.actor_kind, "number": entry.actor_number, "name": entry.actor_name},
        "kind": entry.kind,
        "hanchan": whole.hanchan_ids[entry.hanchan_id] if entry.hanchan_id else None,
        "data": ordered(translated(entry.kind, entry.data, whole.hanchan_ids)),
        "reason": entry.reason,
    }


def translated(kind: str, data: Any, hanchans: Ids) -> Any:
    """A log entry's data with other ids of hanchans where its kind has one; None for one that is gone."""
    key = REFERENCES.get(kind)
    return data | {key: _other_id(data[key], hanchans)} if key in data else data


def _other_id(value: Any, ids: Ids) -> int | None:
    return ids.get(value) if type(value) is int else None


REFERENCES = {"hand.moved_away": "to", "hand.moved_here": "origin", "hanchan.restarted": "cancelled"}
"""Where the log remembers an id: a kind that keeps one belongs here. Players are numbers."""
