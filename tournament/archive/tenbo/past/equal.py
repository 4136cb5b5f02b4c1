"""Compares values of the site's document with values of the laptop's document, and finds the log entries that only the
site or only the laptop has."""

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from tournament.archive.tenbo.past.kinds import NAMED_AS, NAMES_FIELDS, Fields, Kinds

Json = dict[str, Any]


@dataclass(frozen=True, kw_only=True)
class NewEntries:
    """The log entries of a laptop's document after entry number `known`.

    `here` are the log entries that this site wrote while the tournament was away, about people who play in other
    tournaments too. `since_hand_over` are all log entries of the laptop since the hand-over, including entries that the
    mirror has already sent.
    """

    known: int
    entries: list[Any]
    here: list[Any] = field(default_factory=list)
    since_hand_over: list[Any] = field(default_factory=list)

    # A large event has thousands of log entries, and hundreds of hanchans and players. A malicious file may have tens
    # of thousands of each. So each log entry is read once for each index, never once for each row.

    def of(self, kinds: Kinds, **about: Any) -> list[Any]:
        """Return the new log entries of these kinds whose data contain all the values in `about`."""
        index = kinds, tuple(about)
        if index not in self._indexes:
            self._indexes[index] = _indexed((entry for entry in self.entries if entry["kind"] in kinds), tuple(about))
        return self._indexes[index].get(tuple(about.values()), [])

    @cached_property
    def _indexes(self) -> dict[tuple[Kinds, tuple[str, ...]], dict[tuple[Any, ...], list[Any]]]:
        return {}

    def numbers(self, kinds: Kinds) -> set[int]:
        """Return the numbers (of rounds or players) that the new log entries of these kinds have in their data under
        the key `number`."""
        return set(_grouped(entry for entry in self.entries if entry["kind"] in kinds))

    def numbers_since(self, kinds: Kinds) -> set[int]:
        """Return the numbers as in `numbers`, for all log entries of the laptop since the hand-over."""
        return set(_grouped(entry for entry in self.since_hand_over if entry["kind"] in kinds))

    @cached_property
    def _by_hanchan(self) -> dict[int, list[Any]]:
        entries: dict[int, list[Any]] = {}
        for entry in self.entries:
            entries.setdefault(entry["hanchan"], []).append(entry)
        return entries

    def at_hanchan(self, hanchan: int) -> list[Any]:
        """Return the new log entries about a hanchan."""
        return self._by_hanchan.get(hanchan, [])

    @cached_property
    def _by_round(self) -> dict[int, list[Any]]:
        return _grouped(self.entries, "round")

    def about_round(self, number: int) -> list[Any]:
        """Return the new log entries that have this round's number in their data, under the key `round`."""
        return self._by_round.get(number, [])

    @cached_property
    def _by_player(self) -> dict[int, list[Any]]:
        return _grouped([*self.entries, *self.here])

    @cached_property
    def _by_player_since(self) -> dict[int, list[Any]]:
        return _grouped(self.since_hand_over)

    def about_player(self, number: int) -> list[Any]:
        """Return the new log entries, of the laptop and of this site, that have this player's number in their data."""
        return self._by_player.get(number, [])

    def about_player_since(self, number: int) -> list[Any]:
        """Return the laptop's log entries since the hand-over that have this player's number in their data."""
        return self._by_player_since.get(number, [])

    def about_player_here(self, number: int) -> list[Any]:
        """Return the log entries of this site, written while the tournament was away, about this player."""
        return _grouped(self.here).get(number, [])

    def get(self, number: Any) -> Any:
        """Return the new entry with this number; None if no new entry has it."""
        place = number - self.known - 1 if type(number) is int else -1
        return self.entries[place] if 0 <= place < len(self.entries) else None


def _indexed(entries: Iterable[Any], names: tuple[str, ...]) -> dict[tuple[Any, ...], list[Any]]:
    """Index log entries by the values that their data have under these names. A log entry is left out if it lacks one
    of the values, or if a value is a list or an object."""
    index: dict[tuple[Any, ...], list[Any]] = {}
    for entry in entries:
        values = tuple(entry["data"].get(name) for name in names)
        if all(isinstance(value, str | int) for value in values):
            index.setdefault(values, []).append(entry)
    return index


def _grouped(entries: Iterable[Any], key: str = "number") -> dict[int, list[Any]]:
    """Group log entries by the integer under this key in their data. Entries that have no integer under this key are
    left out."""
    groups: dict[int, list[Any]] = {}
    for entry in entries:
        number = entry["data"].get(key)
        if type(number) is int:
            groups.setdefault(number, []).append(entry)
    return groups


def can_change(entries: Iterable[Any], name: str, kinds: Kinds) -> bool:
    """Whether one of these log entries is of a kind that can change the field `name`. An entry that lists its changed
    fields counts only if the field is in its list."""
    for entry in entries:
        if entry["kind"] in kinds:
            key = NAMES_FIELDS.get(entry["kind"])
            if key is None or NAMED_AS.get(name, name) in _named(entry["data"].get(key)):
                return True
    return False


def _named(fields: Any) -> Collection[Any]:
    return fields if isinstance(fields, dict | list) else ()


def same_record(ours: Mapping[str, Any], theirs: Mapping[str, Any], may: Fields, entries: Collection[Any]) -> bool:
    """Whether two records are equal in every field except fields that these log entries can change."""
    return all(
        is_same_field(ours, theirs, name) or can_change(entries, name, may.get(name, frozenset()))
        for name in ours.keys() | theirs.keys()
    )


def same_but(free: Collection[str], ours: Mapping[str, Any], theirs: Mapping[str, Any]) -> bool:
    """Whether two records are equal in every field except the fields `free`."""
    return all(is_same_field(ours, theirs, name) for name in ours.keys() | theirs.keys() if name not in free)


def keeps_rows(
    ours: list[Json],
    theirs: list[Json],
    ended_by: str,
    may_end: Iterable[int],
    *,
    free: Collection[str] = (),
) -> bool:
    """Whether `theirs` begins with all rows of `ours`, unchanged except that rows may have been ended.

    `row[ended_by]` is the number of the log entry that ended the row, or None. A row that has not ended in `ours` may
    have been ended in `theirs` by one of the log entries `may_end`. The keys in `free` are not compared.
    """
    ends = set(may_end)
    for own, other in zip(ours, theirs, strict=False):
        is_ended = own[ended_by] is None and other[ended_by] in ends
        if not same_but({*free, ended_by} if is_ended else free, own, other):
            return False
    return len(ours) <= len(theirs)


def same_by_key(
    ours: Iterable[Any], theirs: Iterable[Any], key: Callable[[Any], Any], may_change: Callable[[Any], bool]
) -> bool:
    """Whether two lists have equal records under equal keys. Keys for which `may_change` is true are not compared."""
    own, other = ({key(record): record for record in records} for records in (ours, theirs))
    return all(is_same(own.get(each), other.get(each)) or may_change(each) for each in own.keys() | other.keys())


def is_same_field(ours: Mapping[str, Any], theirs: Mapping[str, Any], name: str) -> bool:
    """Whether two records have equal values under this name. A value that an older document lacks equals an empty
    value."""
    if name in ours and name in theirs:
        return is_same(ours[name], theirs[name])
    return not (ours.get(name) or theirs.get(name))


def is_same(ours: Any, theirs: Any) -> bool:
    """Whether two values are equal; empty values and missing values count as equal."""
    if isinstance(ours, dict) and isinstance(theirs, dict):
        return all(is_same_field(ours, theirs, name) for name in ours.keys() | theirs.keys())
    if isinstance(ours, list) and isinstance(theirs, list):
        return len(ours) == len(theirs) and all(map(is_same, ours, theirs))
    return bool(ours == theirs)
