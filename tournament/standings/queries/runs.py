"""Streaks of first places, of each person over all hanchans of several tournaments."""

import datetime
from collections import defaultdict
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from django.db.models import QuerySet

from scoring.statistics import longest_run_of_firsts
from tournament.core.cache import Cache
from tournament.models import SheetLine, ShownAs
from tournament.standings.queries.cached import State

MOST_RUNS = 10
"""How many streaks are listed."""

ROUND = "sheet__hanchan__round"


class _Line(NamedTuple):
    """One player's line of a signed sheet, sortable by time. `person` identifies the player over all tournaments, or if
    the player did not consent to a public name, only this entry. A person with hanchans under the full name and under
    initials counts as two persons; otherwise the page of the full name would reveal the person behind the initials."""

    day: datetime.date
    tournament: int
    round: int
    hanchan: int
    entry: int
    person: tuple[str, int]
    place: int


class FoundRun(NamedTuple):
    """A streak of first places; `entry` is the id of an entry, `first` and `last` are the ids of hanchans."""

    length: int
    entry: int
    first: int
    last: int


RUNS: Cache[State, list[FoundRun]] = Cache(100)
"""A cache of the longest streaks, by the state of the tournaments and the hidden rounds."""


def runs_of_firsts(lines: "QuerySet[SheetLine]", state: State, persons: Mapping[int, int]) -> list[FoundRun]:
    """Return the longest streaks, at most `MOST_RUNS`: one for each person, of at least two hanchans."""
    return RUNS.get(state, 0, lambda: _longest_runs(lines, persons))


def _longest_runs(lines: "QuerySet[SheetLine]", persons: Mapping[int, int]) -> list[FoundRun]:
    of_person: dict[tuple[str, int], list[_Line]] = defaultdict(list)
    for line in sorted(_in_time(lines, persons)):
        of_person[line.person].append(line)
    runs = []
    for own_lines in of_person.values():
        start, length = longest_run_of_firsts([line.place for line in own_lines])
        if length > 1:
            runs.append(own_lines[start : start + length])
    longest = sorted(runs, key=lambda run: (-len(run), run[-1]))[:MOST_RUNS]
    return [FoundRun(len(run), run[-1].entry, run[0].hanchan, run[-1].hanchan) for run in longest]


def _in_time(lines: "QuerySet[SheetLine]", persons: Mapping[int, int]) -> Iterator[_Line]:
    rows = lines.order_by().values_list(
        f"{ROUND}__tournament__starts_on", f"{ROUND}__tournament", f"{ROUND}__number", "sheet__hanchan", "entry",
        "place", "entry__player", "entry__may_publish", "entry__player__shown_as",
    )  # fmt: skip
    for day, tournament, round_, hanchan, entry, place, player, may_publish, shown_as in rows:
        shows_other_events = may_publish and shown_as != ShownAs.NOBODY
        person = (str(shown_as), persons.get(player, player)) if shows_other_events else ("entry", entry)
        yield _Line(day or datetime.date.max, tournament, round_, hanchan, entry, person, place)
