"""A log as data, newest first: each entry with its sentence. What its kind remembers is in the envelope."""

from collections.abc import Iterable
from typing import Any

from tournament.log.words import entry_words
from tournament.models import LogEntry, Tournament

FORMAT = "tenbo-log/1"


def log_json(tournament: Tournament, entries: Iterable[LogEntry]) -> dict[str, Any]:
    """Times are UTC. `round` and `table` are null for what concerns no single hanchan."""
    return {
        "format": FORMAT,
        "tournament": tournament.name,
        "version": tournament.version,
        "entries": [_entry(entry, tournament) for entry in entries],
    }


def _entry(entry: LogEntry, tournament: Tournament) -> dict[str, Any]:
    return {
        "number": entry.number,
        "at": f"{entry.at:%Y-%m-%dT%H:%M:%SZ}",
        "who": entry.actor,
        "kind": entry.kind,
        "said": entry_words(entry, tournament.is_club_night),
        "why": entry.reason,
        "round": entry.hanchan.round.number if entry.hanchan else None,
        "table": entry.hanchan.table.number if entry.hanchan else None,
    }
