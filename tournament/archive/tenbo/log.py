"""The log of a document, and the translation of the hanchan ids in it."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import Annotated, Any

from django.utils.translation import gettext_lazy
from pydantic import Field
from typing_extensions import TypedDict

from tournament.archive.tenbo.columns import ImportedRows, create_in_batches, row_of
from tournament.archive.tenbo.scope import DocumentScope, placed
from tournament.archive.tenbo.values import (
    Author,
    BadDocument,
    Filled,
    Json,
    LargeNumber,
    Moment,
    Number,
    ordered,
    word,
)
from tournament.archive.tenbo.whole import WholeTournament
from tournament.core.actions.columns import save_columns
from tournament.core.exports.json_parts import json_length
from tournament.models import ActorKind, Hanchan, LogEntry

Ids = Mapping[Any, Any]


class ActorRecord(TypedDict):
    """The author of a change: an account or command by its name, or a table or player by its number."""

    kind: Annotated[str, word(*ActorKind.values)]
    number: Number | None
    name: Author


class LogRecord(TypedDict):
    """A log entry: who changed what, when and why. The keys of `data` depend on its `kind`."""

    number: LargeNumber
    at: Moment
    by: ActorRecord
    kind: Annotated[str, Field(max_length=40), Filled]
    hanchan: int | None
    data: Json
    reason: Annotated[str, Field(max_length=300)]


def log_record(entry: LogEntry, whole: WholeTournament) -> LogRecord:
    return whole.record(
        LogRecord,
        entry,
        "hanchan",
        by={"kind": entry.actor_kind, "number": entry.actor_number, "name": entry.actor_name},
        data=ordered(translated(entry.kind, entry.data, whole.numbers[Hanchan])),
    )


def translated(kind: str, data: Any, hanchans: Ids) -> Any:
    """Return a log entry's data with the ids of hanchans translated by `hanchans`. An id that is not in `hanchans`
    becomes None, because the hanchan was deleted."""
    key = REFERENCES.get(kind)
    return data | {key: _other_id(data[key], hanchans)} if key in data else data


def _other_id(value: Any, ids: Ids) -> int | None:
    return ids.get(value) if type(value) is int else None


REFERENCES = {"hand.moved_away": "to", "hand.moved_here": "origin", "hanchan.restarted": "cancelled"}
"""For each kind of log entry whose data contains the id of a hanchan: the key of that id. A new kind with an id must be
added here. Players are logged by number, which needs no translation."""


MOST_STORED = 20_000_000
MOST_OF_ENTRY = 1_000_000
"""The most bytes of a log's data in the database, and of one entry's, where a character beyond ASCII takes 6 or 12
bytes. A page of the log has the data of all its entries in memory. The largest entries are corrections of hundreds of
hands, with up to 200,000 bytes."""


def check_log(log: list[LogRecord], scope: DocumentScope) -> None:
    stored = 0
    for number, (place, entry) in enumerate(placed("log", log), start=1):
        if entry["number"] != number:
            problem = gettext_lazy("An entry of the log is missing or appears twice.")
            raise BadDocument(f"{place}.number", problem)
        _check_actor(f"{place}.by", entry["by"])
        scope.check_hanchan(f"{place}.hanchan", entry["hanchan"])
        size = json_length(entry["data"])
        stored += size
        if size > MOST_OF_ENTRY or stored > MOST_STORED:
            raise BadDocument(f"{place}.data", gettext_lazy("The log is larger than that of any tournament."))


def _check_actor(place: str, actor: ActorRecord) -> None:
    """Check the author of a log entry. If the author is a player, the document may lack a player with this number,
    because the player may have been removed later."""
    if actor["kind"] in {ActorKind.ACCOUNT, ActorKind.COMMAND} and not actor["name"]:
        raise BadDocument(f"{place}.name", gettext_lazy("This value is empty."))
    numbered = actor["kind"] in {ActorKind.TABLE, ActorKind.PLAYER}
    if numbered and actor["number"] is None:
        raise BadDocument(f"{place}.number", gettext_lazy("This value is not a whole number."))
    if not numbered and actor["number"] is not None:
        raise BadDocument(
            f"{place}.number",
            gettext_lazy("A log entry’s author can have a number only if the author is a table or a player."),
        )


def make_early_log(log: list[LogRecord], early: set[int], imported: ImportedRows) -> None:
    """Create the log entries that hanchans and rounds refer to (`early`), so that the entries exist before hanchans and
    rounds are created."""
    _create((entry for entry in log if entry["number"] in early), imported)


def make_rest_of_log(log: list[LogRecord], early: set[int], imported: ImportedRows) -> None:
    """Create the log entries that are not `early`, and update entries that existed before the import."""
    before = set(imported.ids[LogEntry])
    _create((entry for entry in log if entry["number"] not in early), imported)
    _update([_log_entry(record, imported) for record in log if record["number"] in before], imported)


def _update(fresh: list[LogEntry], imported: ImportedRows) -> None:
    """Update existing log entries from the document, if their data or reason differ, or if their hanchan has another id
    now. Data that the document never has (`values.PRIVATE`) stay: they say, for example, who wrote an entry's note."""
    if not fresh:
        return
    stored = {row.number: row for row in imported.tournament.log.all()}
    changed, of_hanchan = [], defaultdict(list)
    for row in fresh:
        row.pk = stored[row.number].pk
        if row.data == ordered(stored[row.number].data):
            row.data = stored[row.number].data
        if (row.data, row.reason) != (stored[row.number].data, stored[row.number].reason):
            changed.append(row)
        if row.hanchan_id != stored[row.number].hanchan_id:
            of_hanchan[row.hanchan_id].append(row.pk)
    save_columns(changed, ["data", "reason"])
    for hanchan, pks in of_hanchan.items():
        LogEntry.objects.filter(pk__in=pks).update(hanchan=hanchan)


def _create(records: Iterable[LogRecord], imported: ImportedRows) -> None:
    known = imported.ids[LogEntry]
    new = (_log_entry(record, imported) for record in records if record["number"] not in known)
    rows = create_in_batches(new)
    imported.ids[LogEntry] |= {row.number: row.pk for row in rows}


def _log_entry(record: LogRecord, imported: ImportedRows) -> LogEntry:
    return row_of(
        LogEntry,
        record,
        tournament=imported.tournament,
        actor_kind=record["by"]["kind"],
        actor_number=record["by"]["number"],
        actor_name=record["by"]["name"],
        hanchan_id=imported.ids[Hanchan].get(record["hanchan"]),
        data=translated(record["kind"], record["data"], imported.ids[Hanchan]),
    )
