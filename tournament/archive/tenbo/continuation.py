"""Compares the log of a document with the log of a tournament, to find out which log continues the other."""

from collections.abc import Sequence

from tournament.archive.tenbo.document import Document
from tournament.archive.tenbo.log import LogRecord
from tournament.archive.tenbo.values import moment_text, ordered
from tournament.core.actions.journal import WHILE_AWAY, written_while_away
from tournament.models import LogEntry, Tournament

Entry = tuple[int, str, str]
"""A log entry's number, kind and time, which are the same on the site and on its laptop."""


def begins_with(document: Document, tournament: Tournament) -> bool:
    """Whether the document's log begins with the tournament's log. The tournament's entries `written_while_away` are
    not compared."""
    own = _entries_of(tournament)[: known_version(tournament)]
    return own == _entries_in(document)[: len(own)]


def holds(tournament: Tournament, document: Document) -> bool:
    """Whether the tournament's log begins with the document's whole log."""
    entries = _entries_in(document)
    return entries == _entries_of(tournament)[: len(entries)]


def is_same_entry(record: LogRecord, entry: LogEntry) -> bool:
    """Whether a document's log entry equals this log entry of the tournament in kind, time, author, data and reason.
    Their numbers may differ."""
    author = {"kind": entry.actor_kind, "number": entry.actor_number, "name": entry.actor_name}
    return (record["kind"], record["at"], record["by"], record["data"], record["reason"]) == (
        entry.kind, moment_text(entry.at), author, ordered(entry.data), entry.reason,
    )  # fmt: skip


def with_own_marks(document: Document, tournament: Tournament, written_here: Sequence[LogEntry]) -> Document:
    """Return the document of a laptop with the mark `WHILE_AWAY` only at log entries that this site wrote: at those
    that have it here too, and behind them at the first of `written_here` in their order. The laptop got these if its
    file was downloaded later. Other entries could claim by the mark that this site wrote them."""
    known = tournament.version - len(written_here)
    own = tournament.log.filter(number__lte=known, data__has_key=WHILE_AWAY)
    numbers, waiting = set(own.values_list("number", flat=True)), list(reversed(written_here))

    def is_own(record: LogRecord) -> bool:
        if record["number"] <= known:
            return record["number"] in numbers
        is_next = bool(waiting) and is_same_entry(record, waiting[-1])
        if is_next:
            waiting.pop()
        return is_next

    log = [
        _unmarked(record) if WHILE_AWAY in record["data"] and not is_own(record) else record
        for record in document["log"]
    ]
    return document | {"log": log}


def without_marks(document: Document) -> Document:
    """Return the document of a new tournament without the marks `WHILE_AWAY`: this site wrote none of its log."""
    return document | {"log": [_unmarked(entry) if WHILE_AWAY in entry["data"] else entry for entry in document["log"]]}


def known_version(tournament: Tournament) -> int:
    """Return the last version that the tournament's laptop knows: the version before the entries
    `written_while_away`."""
    return tournament.version - len(written_while_away(tournament))


def handed_over(document: Document, known: int) -> int:
    """Return the number of the log entry of the last hand-over, among the document's first `known` entries."""
    taken = (entry["number"] for entry in document["log"][:known] if entry["kind"] == "tournament.taken_to_laptop")
    return max(taken, default=known)


def _unmarked(record: LogRecord) -> LogRecord:
    return {**record, "data": {key: value for key, value in record["data"].items() if key != WHILE_AWAY}}


def _entries_of(tournament: Tournament) -> list[Entry]:
    rows = tournament.log.order_by("number").values_list("number", "kind", "at")
    return [(number, kind, moment_text(at)) for number, kind, at in rows]


def _entries_in(document: Document) -> list[Entry]:
    return [(entry["number"], entry["kind"], entry["at"]) for entry in document["log"]]
