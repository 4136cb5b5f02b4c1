"""The log as data and as a table for a spreadsheet, newest first: each entry with its sentence.

An entry's `data` is left out; only the document `tenbo/1` exports it.
"""

from collections.abc import Iterable
from typing import Any

from django.utils.translation import gettext as _

from tournament.core.exports.tables import Cell, Column, DataTable
from tournament.core.words.names import round_word, who, with_login
from tournament.log.words import entry_words
from tournament.models import LogEntry, Tournament
from tournament.people.queries.mentioned import Mentioned, mentioned_in

FORMAT = "tenbo-log/1"


def log_json(tournament: Tournament, entries: Iterable[LogEntry]) -> dict[str, Any]:
    """Return the log as JSON data. Times are UTC. `round` and `table` are null unless an entry is about one hanchan."""
    mentioned = mentioned_in(tournament)
    return {
        "format": FORMAT,
        "tournament": tournament.name,
        "version": tournament.version,
        "entries": [_entry(entry, tournament, mentioned) for entry in entries],
    }


def _entry(entry: LogEntry, tournament: Tournament, mentioned: Mentioned) -> dict[str, Any]:
    return {
        "number": entry.number,
        "at": f"{entry.at:%Y-%m-%dT%H:%M:%SZ}",
        "who": _author(entry, mentioned),
        "kind": entry.kind,
        "said": entry_words(entry, mentioned, tournament),
        "why": entry.reason,
        "round": entry.hanchan.round.number if entry.hanchan else None,
        "table": entry.hanchan.table.number if entry.hanchan else None,
    }


def audit_log(tournament: Tournament, entries: Iterable[LogEntry]) -> DataTable:
    """Return the log as a table, a row for each entry."""
    columns = (
        Column(title=_("Number"), kind="count", width=9),
        Column(title=_("Time (UTC)"), kind="time", width=20),
        Column(title=_("Who"), width=24),
        Column(title=_("What"), width=70),
        Column(title=_("Reason"), width=40),
        Column(title=round_word(tournament), kind="count", width=7),
        Column(title=_("Table"), kind="count", width=7),
        Column(title=_("Kind"), width=20),
    )
    mentioned = mentioned_in(tournament)
    return DataTable(
        name=_("Log"), columns=columns, rows=[_audit_row(entry, tournament, mentioned) for entry in entries]
    )


def _audit_row(entry: LogEntry, tournament: Tournament, mentioned: Mentioned) -> list[Cell]:
    where: list[Cell] = [None, None]
    if entry.hanchan:
        where = [entry.hanchan.round.number, entry.hanchan.table.number]
    sentence = entry_words(entry, mentioned, tournament)
    return [entry.number, entry.at, _author(entry, mentioned), sentence, entry.reason, *where, entry.kind]


def _author(entry: LogEntry, mentioned: Mentioned) -> str:
    """The author of an entry. As on the page of the log, the username is added to a name that people choose freely."""
    return with_login(who(entry.actor, mentioned.names), entry.login)
