"""Erases a removed person from records that both the database and the file of a tournament have: its settings, the data
of its log entries about them, and its teams."""

import re
from collections.abc import Callable, Iterator, Mapping
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
    texts = {name: text for name, text in settings.items() if isinstance(text, str)}
    erased = {
        name: _own_penalties_without(text, without) if name == "own_penalties" else without(text)
        for name, text in texts.items()
    }
    return {name: text for name, text in erased.items() if text != texts[name]}


def logged_without(kind: str, data: Mapping[str, Any], without: Without) -> dict[str, Any]:
    """Return those values in the data of a log entry that contain a name in a setting, each without the name."""
    if kind in OF_HAND_OVER:
        return {**settings_without({"place": data.get("place")}, without)}
    if kind != SETTINGS_EDITED:
        return {}
    changed = {}
    for key in ("before", "after"):
        settings = data.get(key)
        if isinstance(settings, dict):
            erased = settings_without({name: settings.get(name) for name in OF_EDITED}, without)
            if erased:
                changed[key] = settings | erased
    return changed


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
