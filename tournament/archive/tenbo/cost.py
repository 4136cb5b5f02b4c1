"""Estimates for how long the lock is held when the facts of a document replace the facts of its tournament."""

from collections.abc import Callable

from django.utils.translation import gettext_lazy as _

from tournament.archive.tenbo.document import Document
from tournament.archive.tenbo.hanchans import HanchanRecord
from tournament.core.errors import NotDone

ROW = 0.00012
ENTRY = 0.001
"""Seconds for each row that is made or compared (`ROW`), and for each entry with its player, who may have changed, or
may have been removed (`ENTRY`)."""

MOST_SECONDS = 16
"""The most seconds for which a returned file may hold the lock. An event of 400 players needs about 7 seconds for ten
rounds with ten hands each, and 14 for twenty rounds."""

MOST_MIRRORED = 8
"""The most seconds for which a document of a live mirror may hold the lock. The limit is lower than `MOST_SECONDS`
because a mirror sends documents again and again."""


TakeSeconds = Callable[[Document], None]
"""A function that counts how long the lock will be held when a document replaces a tournament's facts. May raise
`NotDone`."""


class TooLargeAtOnce(NotDone):
    """The facts of the document would hold the lock too long."""

    message = _(
        "Nothing was changed, because this file is too large to replace the tournament here: all other tables"
        " would have to wait. Take a safety copy on the laptop and import it here as a new tournament."
    )


def take_nothing(_document: Document) -> None:
    """A `TakeSeconds` that counts nothing."""


def seconds_to_replace(document: Document) -> float:
    """Return the estimated number of seconds for which the lock is held when the facts of this document replace the
    facts of its tournament."""
    lists = (value for key, value in document.items() if isinstance(value, list) and key not in {"entries", "rounds"})
    rows = sum(map(len, lists))
    rows += sum(len(cut["finalists"]) for cut in document["cuts"])
    for plan in document["plans"]:
        rows += sum(map(len, plan["rounds"]))
    for round_ in document["rounds"]:
        rows += 1 + len(round_["resting"]) + sum(map(_rows_of, round_["hanchans"]))
    return rows * ROW + len(document["entries"]) * ENTRY


def checked_seconds(document: Document) -> float:
    """Return `seconds_to_replace`. Raises `TooLargeAtOnce`."""
    seconds = seconds_to_replace(document)
    if seconds > MOST_SECONDS:
        raise TooLargeAtOnce
    return seconds


def _rows_of(hanchan: HanchanRecord) -> int:
    """Return the number of database rows for a hanchan: the hanchan, four seats, and everything that was recorded. A
    signed sheet counts as nine rows: the sheet, four lines, and the figures of each line."""
    hands = len(hanchan["recorded"]) + len(hanchan["other_hands"])
    said = len(hanchan["paper"]) + len(hanchan["substitutions"]) + len(hanchan["signatures"])
    return 5 + hands + said + 9 * len(hanchan["sheets"])
