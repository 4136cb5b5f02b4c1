"""File names of backups, and the rule which backups are retained: the newest backups, and among the older backups one
for each day, week and month.

A backup "from the future" has a name with a later time than now: it was made while a clock was wrong, or was renamed.
Its age is unknown, so it is never removed, does not count among the retained backups, and does not count as the newest
one.
"""

import re
from collections.abc import Callable, Hashable, Iterable
from datetime import UTC, datetime, timedelta
from pathlib import Path

ENCRYPTED = ".encrypted"
"""Suffix of the name of an encrypted backup."""

NAME = re.compile(r"tenbo-(\d{8}T\d{6}Z)(?:-(\d+))?\.tar\.gz(?:\.encrypted)?")
MOMENT = "%Y%m%dT%H%M%SZ"

NEWEST = 5
"""How many of the newest backups are always retained."""

AHEAD = timedelta(minutes=5)
"""How much later than now the time in a backup's name may be before the backup counts as "from the future". The clock
of the server that made the backup may be ahead."""

PERIODS: list[tuple[Callable[[datetime], Hashable], int]] = [
    (lambda moment: moment.date(), 7),
    (lambda moment: moment.isocalendar()[:2], 5),
    (lambda moment: (moment.year, moment.month), 12),
]
"""For each kind of period (day, week and month): a function from a time to its period, and in how many of the latest
periods the newest backup is retained."""


def name_of(moment: datetime, *, is_encrypted: bool, taken: Iterable[str] = ()) -> str:
    """Return a file name for a backup made at this time that is not in `taken`."""
    ending = f".tar.gz{ENCRYPTED}" if is_encrypted else ".tar.gz"
    base = f"tenbo-{moment.astimezone(UTC).strftime(MOMENT)}"
    names = (f"{base}{f'-{number}' if number else ''}{ending}" for number in range(1_000))
    return next(name for name in names if name not in set(taken))


def moment_of(name: str) -> datetime | None:
    """Return the time at which the backup with this file name was made; None if no backup has such a name."""
    match = NAME.fullmatch(name)
    return datetime.strptime(match[1], MOMENT).replace(tzinfo=UTC) if match else None


def order_of(name: str) -> tuple[str, int]:
    """Return a sort key for file names: backups in the order in which they were made, after all other files. If two
    backups were made in the same second, the later one has a number in its name."""
    match = NAME.fullmatch(name)
    return (match[1], int(match[2] or 0)) if match else ("", 0)


def backups_in(folder: Path) -> list[Path]:
    """Return the finished backups in a folder, the newest first; empty if the folder does not exist. Raises
    `OSError`."""
    try:
        backups = [path for path in folder.iterdir() if moment_of(path.name)]
    except (FileNotFoundError, NotADirectoryError):
        return []
    return sorted(backups, key=lambda path: order_of(path.name), reverse=True)


def is_from_future(name: str, now: datetime) -> bool:
    """Whether a backup with this file name seems to be made later than `now`."""
    moment = moment_of(name)
    return moment is not None and moment > now + AHEAD


def newest_of(names: Iterable[str], now: datetime) -> str:
    """Return the name of the newest backup; empty if there is none, or only backups from the future."""
    made = [name for name in names if moment_of(name) and not is_from_future(name, now)]
    return max(made, key=order_of, default="")


def outdated(names: Iterable[str], now: datetime) -> set[str]:
    """Return the names of backups to remove. Names of other files are ignored."""
    moments = {name: moment for name in names if (moment := moment_of(name)) and not is_from_future(name, now)}
    newest_first = sorted(moments, key=order_of, reverse=True)
    retained = set(newest_first[:NEWEST])
    for period_of, most in PERIODS:
        periods: dict[Hashable, str] = {}
        for name in newest_first:
            periods.setdefault(period_of(moments[name]), name)
        retained |= set(list(periods.values())[:most])
    return moments.keys() - retained
