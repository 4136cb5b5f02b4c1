"""Compares the teams of many events.

A person may be entered in thousands of events with hundreds of members each, every one with another team. So the
different teams are numbered, and a set of teams is an integer with a bit for each: one operation compares all of them.
"""

from array import array
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from functools import cached_property
from itertools import compress, groupby
from operator import itemgetter


class Teams:
    """The different teams of some events. `teams` has the accounts of each, `events` the events that have this team."""

    def __init__(self, members: Iterable[tuple[int, int]]) -> None:
        """`members` are pairs of an event and an account, ordered by both."""
        self.teams = list["array[int]"]()
        self.events = list[list[int]]()
        self._number_of = dict[int, int]()
        self._teams_of = defaultdict[int, int](int)
        numbers = dict[bytes, int]()
        for event, rows in groupby(members, key=itemgetter(0)):
            team = array("q", (account for _event, account in rows))
            number = self._number_of[event] = numbers.setdefault(team.tobytes(), len(numbers))
            if number == len(self.teams):
                self._add(team)
            self.events[number].append(event)

    def _add(self, team: "array[int]") -> None:
        bit = 1 << len(self.teams)
        self.teams.append(team)
        self.events.append([])
        for account in team:
            self._teams_of[account] |= bit

    def number_of(self, event: int) -> int | None:
        """Return the number of the event's team; None if the event has no members."""
        return self._number_of.get(event)

    def team_of(self, event: int) -> Collection[int]:
        """Return the accounts of the event's team."""
        number = self._number_of.get(event)
        return () if number is None else self.teams[number]

    def with_all(self, accounts: Iterable[int]) -> int:
        """Return the teams that have all these accounts, as bits."""
        found = (1 << len(self.teams)) - 1
        for account in accounts:
            found &= self._teams_of.get(account, 0)
        return found

    def events_within(self, event: int) -> Iterator[int]:
        """Yield the events whose members all belong to the team of this event."""
        number = self._number_of.get(event)
        for events, larger in zip(self.events, self._larger, strict=True):
            if number is not None and larger >> number & 1:
                yield from events

    @cached_property
    def _larger(self) -> list[int]:
        """For each team the teams to which all its accounts belong, as bits."""
        return [self.with_all(team) for team in self.teams]

    def events_of(self, teams: int) -> Iterator[int]:
        """Yield the events that have one of these teams, which are given as bits."""
        for events in compress(self.events, map("1".__eq__, reversed(f"{teams:b}"))):
            yield from events


class ComputedSets(Mapping[int, set[int]]):
    """A set of events for each of some events. It is computed whenever it is read, because all the sets together may
    have as many members as the square of the events."""

    def __init__(self, keys: Collection[int], set_of: Callable[[int], Iterable[int]]) -> None:
        self._keys = dict.fromkeys(keys)
        self._set_of = set_of

    def __getitem__(self, key: int) -> set[int]:
        if key not in self._keys:
            raise KeyError(key)
        return set(self._set_of(key))

    def __iter__(self) -> Iterator[int]:
        return iter(self._keys)

    def __len__(self) -> int:
        return len(self._keys)
