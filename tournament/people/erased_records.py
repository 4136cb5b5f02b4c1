"""Erases a removed person from records that both the database and the file of a tournament have: its settings, the data
of its log entries about them, and its teams."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from scoring.penalty_catalogue import LONGEST_TITLE, MOST_OWN, BadLine, own_as_text, own_penalties

Without = Callable[[str], str]
"""A function that returns a text without the person's names."""

OF_SETTINGS = ("place", "breaks", "own_penalties")
"""The settings of a tournament that are texts and may name somebody. A copy of the tournament takes them over."""

SETTINGS_EDITED = "tournament.edited"
OF_EDITED = ("name", "place", "own_penalties")
"""The texts that a log entry of the kind `SETTINGS_EDITED` may contain, as they were before and after the change."""

OF_HAND_OVER = frozenset(
    {"tournament.taken_to_laptop", "tournament.returned", "tournament.brought_back", "tournament.called_back"}
)
"""Kinds of log entries that contain the name of a laptop as its `place`, such as "Anna Nowak's laptop"."""

WITH_SETTINGS = OF_HAND_OVER | {SETTINGS_EDITED}

CUT_NUMBER = re.compile(r"\s*#?\d*$")
"""A number at the end of a shortened text: of "#104" it may be "#10", which is somebody else."""


def settings_without(settings: Mapping[str, Any], without: Without) -> dict[str, str]:
    """Return those of these settings that contain a name, each without the name. Other values may be anything."""
    erased = _texts_without(settings, settings, without)
    if "own_penalties" in erased:
        erased["own_penalties"] = _own_penalties_without(settings["own_penalties"], without)
    return erased


def logged_without(kind: str, data: Mapping[str, Any], without: Without) -> dict[str, Any]:
    """Return those values in the data of a log entry that contain a name in a setting, each without the name.

    The log's lists of penalties are texts here: an imported log may have 35,000 of them, and reading each as a list
    would hold the lock for 14 s.
    """
    if kind in OF_HAND_OVER:
        return _texts_without(data, ("place",), without)
    if kind != SETTINGS_EDITED:
        return {}
    changed = {}
    for key in ("before", "after"):
        settings = data.get(key)
        if isinstance(settings, dict):
            erased = _texts_without(settings, OF_EDITED, without)
            if erased:
                changed[key] = settings | erased
    return changed


def _texts_without(values: Mapping[str, Any], names: Iterable[str], without: Without) -> dict[str, str]:
    texts = {name: text for name in names if isinstance(text := values.get(name), str)}
    return {name: erased for name, text in texts.items() if (erased := without(text)) != text}


def team_without(name: str, short_name: str, in_team: Without, in_name: Without) -> tuple[str, str]:
    """Return the name and the short name of a team without the person's names. A team whose name changes loses its
    short name, which may be a part of the person's name, such as "Nowak" for the team "Anna Nowak"."""
    new_name = in_team(name)
    return new_name, in_name(short_name) if new_name == name else ""


def _own_penalties_without(text: str, without: Without) -> str:
    """Return an organizer's own list of penalties without the names. It can still be read, and no two penalties get the
    same title.

    >>> print(_own_penalties_without("Insult to Ann Li: 5\\nInsult to Ann Ly: 9", lambda text: text[:-6] + "#4"))
    Insult to #4: 5
    Insult to #4 (2): 9
    """
    try:
        listed = own_penalties(text)
    except BadLine:
        return without(text)  # in an imported log
    taken = {own.title.casefold() for own in listed}
    erased = []
    for own in listed:
        title = without(own.title)
        if title != own.title:
            title = next(free for free in _numbered(title) if free.casefold() not in taken)
            taken.add(title.casefold())
        erased.append(replace(own, title=title))
    return text if erased == list(listed) else own_as_text(tuple(erased))


def _numbered(title: str) -> Iterator[str]:
    yield title
    if len(title) > LONGEST_TITLE - 5:
        title = CUT_NUMBER.sub("", title[: LONGEST_TITLE - 5])
    yield from (f"{title} ({number})" for number in range(2, MOST_OWN + 2))
