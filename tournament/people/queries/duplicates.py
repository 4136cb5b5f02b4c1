"""Entries of one tournament that may belong to the same person, who was entered twice."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from tournament.models import Entry, EntryStatus
from tournament.people.queries.known_players import loose_key

MOST_SHOWN = 20
"""The most duplicates that a page shows: a form that is open to everybody must not fill the page."""


@dataclass(frozen=True, kw_only=True)
class Duplicate:
    """Two or more entries, sorted by number, with the same EMA number or, unless `is_number`, with the same name."""

    entries: tuple[Entry, ...]
    is_number: bool


@dataclass(frozen=True, kw_only=True)
class Duplicates:
    """The first duplicates of a tournament, and how many more there are."""

    shown: tuple[Duplicate, ...]
    more: int


def duplicates_among(entries: Iterable[Entry]) -> Duplicates:
    """Find entries with equal EMA numbers or similar names. Entries with different EMA numbers are different people.
    Cancelled entries and removed persons are left out.

    The entry form accepts duplicates, because a refusal would tell a stranger that a person who is hidden in public is
    entered. So an organizer has to decide.
    """
    by_number: dict[str, list[Entry]] = defaultdict(list)
    by_name: dict[str, list[Entry]] = defaultdict(list)
    for entry in sorted(entries, key=lambda entry: entry.number):
        if entry.status == EntryStatus.CANCELLED or entry.player.removed_at is not None:
            continue
        if entry.player.ema_number:
            by_number[entry.player.ema_number].append(entry)
        by_name[loose_key(entry.player.name)].append(entry)
    found = [Duplicate(entries=tuple(same), is_number=True) for same in by_number.values() if len(same) > 1]
    found += [Duplicate(entries=tuple(same), is_number=False) for same in by_name.values() if _may_be_one(same)]
    return Duplicates(shown=tuple(found[:MOST_SHOWN]), more=len(found[MOST_SHOWN:]))


def _may_be_one(namesakes: list[Entry]) -> bool:
    """Whether two of these entries with equal names may be one person: at least one entry has no EMA number. Entries
    with equal numbers are found by their number."""
    numbers = [entry.player.ema_number for entry in namesakes]
    return len(numbers) > 1 and "" in numbers
