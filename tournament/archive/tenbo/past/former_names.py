"""Finds names that a removed person had only on the laptop. The removal erased these names from the laptop's log.

For example, somebody is renamed on a laptop, to a name that an announcement or a ruling already mentions, and is then
removed. The laptop replaces both the old and the new name by "#3", so its file does not contain the new name.
"""

from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import Any

from tournament.archive.tenbo.document import Document
from tournament.archive.tenbo.past.equal import NewEntries
from tournament.archive.tenbo.past.hanchans import hanchans_in
from tournament.archive.tenbo.past.kinds import RENAMED

LONGEST_NAME = 80
"""The most characters of a name (`Player.name`)."""

MOST_NAMES = 5
"""The most names that are looked for, because each needs a comparison of all texts."""


def names_on_laptop(
    own: Document, document: Document, number: int, new: NewEntries, erased: Callable[[set[str]], Document]
) -> set[str]:
    """Return names of a removed person that are still in the texts of the site's document `own`: at most one name for
    each time the laptop renamed the person.

    `document`, from the laptop, has the person's number where `own` has such a name. The function `erased` returns
    `own` without the person and without the given names; texts of its result that differ from `document` contain
    further names, or were changed on the laptop.
    """
    renamings = sum(entry["kind"] in RENAMED for entry in new.about_player_since(number))
    names: set[str] = set()
    for _each in range(min(renamings, MOST_NAMES)):
        theirs = dict(_texts(document))
        found = (
            _replaced(text, theirs[place], number)
            for place, text in _texts(erased(names))
            if place in theirs and theirs[place] != text
        )
        name = next((name for name in found if name), None)
        if name is None:
            break
        names.add(name)
    return names


def _texts(document: Document) -> Iterator[tuple[tuple[Any, ...], str]]:
    """Yield the texts in which people may be named, each with its place in the document. A text has the same place in
    the site's document and in the laptop's."""
    whole: Any = document
    announcement = whole.get("announcement") or {}
    yield from ((("announcement", key), text) for key, text in announcement.items() if isinstance(text, str))
    for part in ("calls", "appeals", "penalties"):
        for place, row in enumerate(whole.get(part, [])):
            yield from (((part, place, key), text) for key, text in row.items() if isinstance(text, str))
    yield from ((("entries", entry["number"]), entry["team"]) for entry in whole["entries"])
    for entry in whole["log"]:
        yield ("log", entry["number"]), entry["reason"]
        if isinstance(entry["data"].get("rule"), str):
            yield ("rule", entry["number"]), entry["data"]["rule"]
    for at, hanchan in hanchans_in(document):
        yield from (((*at, place), row["name"]) for place, row in enumerate(hanchan["substitutions"]))


def _replaced(own: str, theirs: str, number: int) -> str | None:
    """Return the name that the text `own` has where the text `theirs` has its first "#3" (for number 3). None if the
    two texts differ in more than this name."""
    mark, at = f"#{number}", 0
    for before, after in pairwise(theirs.split(mark)):
        if not own.startswith(before, at):
            return None
        at += len(before)
        if own.startswith(mark, at):
            at += len(mark)
            continue
        end = own.find(after, at + 1) if after else len(own)
        name = own[at:end].removesuffix(f" ({number})") if end > at else ""
        return name if 0 < len(name) <= LONGEST_NAME and name == name.strip() else None
    return None
