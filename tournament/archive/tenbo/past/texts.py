"""The texts of a document in which people may be named."""

from collections.abc import Callable
from typing import Any, cast

from tournament.archive.tenbo.document import Document
from tournament.archive.tenbo.past.hanchans import hanchans_in
from tournament.people.erased_records import OF_EDITED, OF_SETTINGS, SETTINGS_EDITED

Place = tuple[Any, ...]
"""Where a text stands in a document. It is the same in the site's document and in the laptop's."""

Change = Callable[[Place, str], str]

OF_ROWS = {
    "calls": ("word", "situation", "decision", "rule"),
    "appeals": ("appealed_by", "text", "decision"),
    "penalties": ("rule",),
    "team_penalties": ("rule",),
    "mail_wordings": ("subject", "body"),
    "teams": ("name", "short_name"),
}
"""The texts in the rows of a document's lists."""

OF_LOG = ("rule", "team", "name", "before", "place")
"""The texts in the data of a log entry. The settings before and after a change are two records of texts instead
(`OF_EDITED`)."""


def texts_of(document: Document) -> dict[Place, str]:
    """Return all texts of a document by their places."""
    texts: dict[Place, str] = {}

    def collected(place: Place, text: str) -> str:
        texts[place] = text
        return text

    with_texts(document, collected)
    return texts


def with_texts(document: Document, change: Change) -> Document:
    """Return the document with each text replaced by what `change` returns for its place and the text."""
    whole: Any = document
    announcement = whole.get("announcement")
    rows = {
        part: [_changed(row, (part, place), names, change) for place, row in enumerate(whole[part])]
        for part, names in OF_ROWS.items()
        if part in whole
    }
    places = {hanchan["id"]: place for place, hanchan in hanchans_in(document)}
    changed = {
        **whole,
        **rows,
        "tournament": _changed(whole["tournament"], ("tournament",), OF_SETTINGS, change),
        "entries": [_changed(row, ("entries", row["number"]), ("team",), change) for row in whole["entries"]],
        "rounds": [
            round_ | {"hanchans": [_hanchan(row, places[row["id"]], change) for row in round_["hanchans"]]}
            for round_ in whole["rounds"]
        ],
        "log": [_logged(entry, change) for entry in whole["log"]],
    }
    if announcement:
        changed["announcement"] = _changed(announcement, ("announcement",), announcement.keys(), change)
    return cast("Document", changed)


def _changed(row: Any, place: Place, names: Any, change: Change) -> Any:
    return row | {name: change((*place, name), row[name]) for name in names if isinstance(row.get(name), str)}


def _hanchan(hanchan: Any, at: Place, change: Change) -> Any:
    if not (hanchan["substitutions"] or hanchan["sheets"]):
        return hanchan
    return hanchan | {
        "substitutions": [
            _changed(row, (*at, "substitutions", place), ("name",), change)
            for place, row in enumerate(hanchan["substitutions"])
        ],
        "sheets": [
            sheet
            | {
                "lines": [
                    _changed(line, (*at, "sheets", place, seat), ("substitute",), change)
                    for seat, line in enumerate(sheet["lines"])
                ]
            }
            for place, sheet in enumerate(hanchan["sheets"])
        ],
    }


def _logged(entry: Any, change: Change) -> Any:
    place = ("log", entry["number"])
    entry = _changed(entry, place, ("reason",), change)
    if any(name in entry["data"] for name in OF_LOG):
        entry = entry | {"data": _changed(entry["data"], place, OF_LOG, change)}
    if entry["kind"] == SETTINGS_EDITED:
        settings = {
            key: _changed(entry["data"][key], (*place, key), OF_EDITED, change)
            for key in ("before", "after")
            if isinstance(entry["data"].get(key), dict)
        }
        entry = entry | {"data": entry["data"] | settings}
    return entry
