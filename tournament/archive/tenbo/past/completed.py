"""Fills in fields that are missing in a document of an older Tenbo, with the values on this site."""

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable
from typing import Any, cast

from tournament.archive.tenbo.document import Document
from tournament.archive.tenbo.past.decisions import DECISIONS
from tournament.archive.tenbo.past.equal import Json
from tournament.archive.tenbo.past.kinds import ROWS

BY_ITSELF = ("tournament", "terms", "announcement")
"""Parts of a document that are one record, or none."""

IN_ORDER = ("teams", *DECISIONS)
"""Lists that only grow, so that records at the same position in both documents are the same record."""


def completed(document: Document, own: Document) -> Document:
    """Return the laptop's document with its missing fields filled in from the site's document `own`. If no field is
    missing, the result is the same object.

    A document of this version has every field, even if empty. A missing field was unknown to the laptop's older
    version, which cannot have changed it. Records that only the laptop has are not completed: their missing fields get
    the defaults of the database columns.
    """
    ours: Any = own
    theirs: Any = document
    filled: Json = ours | theirs
    filled |= {part: _record(ours[part], filled[part]) for part in BY_ITSELF}
    filled |= {part: _in_order(ours[part], filled[part]) for part in IN_ORDER}
    filled["entries"] = _by_key(ours["entries"], filled["entries"], lambda entry: entry["number"])
    filled["rounds"] = _by_key(
        ours["rounds"], filled["rounds"], lambda round_: (round_["number"], round_["started_at"]), _round
    )
    return document if filled == theirs else cast("Document", filled)


def _record(ours: Json | None, theirs: Json | None) -> Any:
    return ours | theirs if ours and theirs else theirs


def _in_order(ours: list[Json], theirs: list[Json]) -> list[Json]:
    return [_record(*both) for both in zip(ours, theirs, strict=False)] + theirs[len(ours) :]


def _by_key(
    ours: Iterable[Json],
    theirs: Iterable[Json],
    key: Callable[[Json], Hashable],
    fill: Callable[[Json, Json], Json] = _record,
) -> list[Json]:
    own = {key(record): record for record in ours}
    return [fill(own[key(record)], record) if key(record) in own else record for record in theirs]


def _round(ours: Json, theirs: Json) -> Json:
    """Fill in the missing fields of a round and of its hanchans. The first hanchan at a table gets its fields from the
    first hanchan at this table on the other side, and so on."""
    at_table: dict[int, list[Json]] = defaultdict(list)
    for hanchan in ours["hanchans"]:
        at_table[hanchan["table"]].append(hanchan)
    filled = [
        _hanchan(left.pop(0), hanchan) if (left := at_table[hanchan["table"]]) else hanchan
        for hanchan in theirs["hanchans"]
    ]
    return ours | theirs | {"hanchans": filled}


def _hanchan(ours: Json, theirs: Json) -> Json:
    return ours | theirs | {part: _in_order(ours[part], theirs[part]) for part in ROWS}
