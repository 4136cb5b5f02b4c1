"""Compares values of two documents, and knows the log entries that only one of them has."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

Json = dict[str, Any]

TEXTS = frozenset({
    "reason", "rule", "text", "word", "situation", "decision", "appealed_by", "name", "substitute", "note", "before",
    "club", "country", "country_letters", "ema_number", "last_name", "team",
})  # fmt: skip
"""Keys of typed texts and personal details, which are erased when somebody is removed."""


@dataclass(frozen=True, kw_only=True)
class NewEntries:
    """The log entries of a document behind number `known`. `is_erased`: somebody was removed on one of the sides, so
    texts are not compared."""

    known: int
    entries: list[Any]
    is_erased: bool

    def kinds(self, **about: Any) -> set[str]:
        """The kinds of the new entries, or of those alone whose data say this."""
        return {entry["kind"] for entry in self.about(**about)}

    def about(self, **about: Any) -> Iterator[Any]:
        return (entry for entry in self.entries if about.items() <= entry["data"].items())

    @cached_property
    def _by_hanchan(self) -> dict[int, list[Any]]:
        entries: dict[int, list[Any]] = {}
        for entry in self.entries:
            entries.setdefault(entry["hanchan"], []).append(entry)
        return entries

    def at_hanchan(self, hanchan: int) -> list[Any]:
        """The new entries about a hanchan. A large event has hundreds of hanchans and thousands of entries."""
        return self._by_hanchan.get(hanchan, [])

    def kinds_at(self, hanchan: int) -> set[str]:
        return {entry["kind"] for entry in self.at_hanchan(hanchan)}

    def get(self, number: Any) -> Any:
        """The new entry with this number; None if it is not a new one."""
        place = number - self.known - 1 if type(number) is int else -1
        return self.entries[place] if 0 <= place < len(self.entries) else None

    def same(self, ours: Any, theirs: Any) -> bool:
        return is_same(without_texts(ours), without_texts(theirs)) if self.is_erased else is_same(ours, theirs)

    def same_but(self, free: Collection[str], ours: Json, theirs: Json) -> bool:
        """Whether two records are the same but for these keys."""
        return self.same(_without(free, ours), _without(free, theirs))


def _without(free: Collection[str], record: Mapping[str, Any]) -> Json:
    return {key: value for key, value in record.items() if key not in free}


def keeps_rows(
    ours: list[Json],
    theirs: list[Json],
    new: NewEntries,
    ended_by: str,
    may_end: Iterable[int],
    *,
    free: Collection[str] = (),
) -> bool:
    """Whether their rows begin with ours, where those that had not ended may have been ended by one of these entries.
    The keys `free` may differ."""
    ends = set(may_end)
    for own, other in zip(ours, theirs, strict=False):
        is_ended = not own[ended_by] and other[ended_by] in ends
        if not new.same_but({*free, ended_by} if is_ended else free, own, other):
            return False
    return len(ours) <= len(theirs)


def is_same(ours: Any, theirs: Any) -> bool:
    """Whether two values are equal. What an older document lacks equals an empty value."""
    if isinstance(ours, dict) and isinstance(theirs, dict):
        return all(is_same(ours.get(key), theirs.get(key)) for key in ours.keys() | theirs.keys())
    if isinstance(ours, list) and isinstance(theirs, list):
        return len(ours) == len(theirs) and all(map(is_same, ours, theirs))
    return bool(ours == theirs or not (ours or theirs))


def without_texts(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: without_texts(each) for key, each in value.items() if key not in TEXTS}
    return [without_texts(each) for each in value] if isinstance(value, list) else value
