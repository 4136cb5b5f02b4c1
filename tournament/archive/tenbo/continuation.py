"""Compares the log of a document with that of a tournament: which of the two continues the other."""

from tournament.archive.tenbo.document import Document
from tournament.archive.tenbo.values import moment_text
from tournament.models import Tournament

Entry = tuple[int, str, str]
"""A log entry's number, kind and time, which are the same on both sides."""


def begins_with(document: Document, tournament: Tournament) -> bool:
    """Whether the document's log begins with the tournament's whole log."""
    own = _entries_of(tournament)
    return own == _entries_in(document)[: len(own)]


def holds(tournament: Tournament, document: Document) -> bool:
    """Whether the tournament's log begins with the document's whole log."""
    entries = _entries_in(document)
    return entries == _entries_of(tournament)[: len(entries)]


def _entries_of(tournament: Tournament) -> list[Entry]:
    rows = tournament.log.order_by("number").values_list("number", "kind", "at")
    return [(number, kind, moment_text(at)) for number, kind, at in rows]


def _entries_in(document: Document) -> list[Entry]:
    return [(entry["number"], entry["kind"], entry["at"]) for entry in document["log"]]
