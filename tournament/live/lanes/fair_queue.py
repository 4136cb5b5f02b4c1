"""A fair queue. Senders are served in turn, so that a sender of a hundred requests does not delay a sender of one
request."""

import asyncio
from collections import Counter, OrderedDict, deque

from tournament.live.lanes.processor_time import ProcessorTime

MOST_OF_TABLE = 32
"""The most requests of one table that wait in one queue. A table plays one hand at a time, and its page loads a few
parts on each of its phones."""

AT_ONCE_OF_TABLE = 2
"""The most requests of one table that are answered in parallel, so that a flood from one table cannot take every
turn."""

HANDS_AT_ONCE_OF_TABLE = 1
"""The most hands of one table that are answered in parallel. A table enters one hand at a time, and more of a flood
would delay the hands of other tables."""

AT_ONCE_OF_OWNER = 3
"""The most requests at the tables of one owner that are answered in parallel, so that a flood from one table leaves one
turn for the owner's other tables. A lane answers 8, so two owners whose requests wait for the locks of their events
leave turns for a third."""

Waiting = deque[asyncio.Future[None]]


class Full(Exception):
    """Too many requests wait already."""


class FairQueue:
    """A queue in which at most `at_once` requests have their turn at the same time. Groups get turns one after another,
    and so do the members within each group.

    A group is an owner of events, whose members are tables, or a network, whose members are sessions. One account can
    open many tables in events of its own, and one network can have many sessions. But together, as one group, they
    are served no more often than any other group. With `processor_time`, the sender who has taken least of it comes
    first, and only those who have taken the same are served in turn.
    """

    def __init__(
        self,
        at_once: int,
        most: int,
        *,
        most_of_member: int | None = None,
        at_once_of_member: int | None = None,
        at_once_of_group: int | None = None,
        processor_time: ProcessorTime | None = None,
    ) -> None:
        self._processor_time = processor_time
        self._free = at_once
        self._most = most
        self._most_of_member = most if most_of_member is None else most_of_member
        self._at_once_of_member = at_once if at_once_of_member is None else at_once_of_member
        self._at_once_of_group = at_once if at_once_of_group is None else at_once_of_group
        self._on: Counter[tuple[str, str]] = Counter()
        self._on_of_group: Counter[str] = Counter()
        self._groups: OrderedDict[str, OrderedDict[str, Waiting]] = OrderedDict()
        self._sizes: Counter[str] = Counter()

    async def begin(self, group: str, member: str) -> None:
        """Wait for a turn, which lasts until `end` is called. Raises `Full` if too many requests wait: at once, or
        later if a request of another group needs the position in the queue."""
        if self._free and self._may_begin(group, member):
            self._begin(group, member)
            return
        if len(self._waiting(group, member)) >= self._most_of_member:
            raise Full
        if self._sizes.total() >= self._most:
            self._make_room(group, member)
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._groups.setdefault(group, OrderedDict()).setdefault(member, deque()).append(turn)
        self._sizes[group] += 1
        try:
            await turn
        except asyncio.CancelledError:
            if turn in self._waiting(group, member):
                self._groups[group][member].remove(turn)
                self._one_less(group, member)
            elif not turn.cancelled() and turn.exception() is None:
                self.end(group, member)  # its turn came together with the cancellation
            raise

    def end(self, group: str, member: str, seconds: float = 0) -> None:
        """End a turn that took so many seconds of processor time, and give it to the next request that waits."""
        if self._processor_time is not None:
            self._processor_time.add(group, member, seconds)
        self._free += 1
        self._on[group, member] -= 1
        self._on_of_group[group] -= 1
        if not self._on[group, member]:
            del self._on[group, member]
        if not self._on_of_group[group]:
            del self._on_of_group[group]
        while self._free and (following := self._next()):
            group, member = following
            turn = self._groups[group][member].popleft()
            self._groups[group].move_to_end(member)
            self._groups.move_to_end(group)
            self._one_less(group, member)
            if not turn.done():
                self._begin(group, member)
                turn.set_result(None)

    def is_waited_for(self, group: str, member: str) -> bool:
        """Whether a waiting request could begin if the turn of this member ended. Requests that wait for the end of
        others of their own group or member do not count: whoever sends many would shorten somebody else's turn."""
        for waiting_group, members in self._groups.items():
            of_group = self._on_of_group[waiting_group] - (waiting_group == group)
            if of_group >= self._at_once_of_group:
                continue
            for waiting in members:
                of_member = self._on[waiting_group, waiting] - ((waiting_group, waiting) == (group, member))
                if of_member < self._at_once_of_member:
                    return True
        return False

    def _next(self) -> tuple[str, str] | None:
        """Return the group and member whose turn it is; None if no waiting request may begin."""
        groups = (group for group in self._groups if self._on_of_group[group] < self._at_once_of_group)
        waiting = ((group, member) for group in groups for member in self._groups[group])
        ready = (each for each in waiting if self._may_begin(*each))
        if self._processor_time is None:
            return next(ready, None)
        processor_time = self._processor_time
        return min(ready, key=lambda each: processor_time.rank(*each), default=None)

    def _may_begin(self, group: str, member: str) -> bool:
        of_group, of_member = self._on_of_group[group], self._on[group, member]
        return of_group < self._at_once_of_group and of_member < self._at_once_of_member

    def _begin(self, group: str, member: str) -> None:
        self._free -= 1
        self._on[group, member] += 1
        self._on_of_group[group] += 1

    def _make_room(self, group: str, member: str) -> None:
        """Refuse one waiting request, to make room for another. Of the group with the most waiting requests, the member
        with the most loses its latest request.

        Raises `Full` if the new request belongs to this member.
        """
        largest = max(self._sizes, key=self._sizes.__getitem__)
        if self._sizes[largest] < self._sizes[group] + 2:
            largest = group
        # If several members have equally many, this chooses the one that came last.
        members = reversed(self._groups.get(largest, {}))
        most = max(members, key=lambda each: len(self._groups[largest][each]), default=member)
        if largest == group and len(self._waiting(group, most)) < len(self._waiting(group, member)) + 2:
            raise Full
        turn = self._groups[largest][most].pop()
        self._one_less(largest, most)
        if not turn.done():
            turn.set_exception(Full())

    def _waiting(self, group: str, member: str) -> Waiting:
        members = self._groups.get(group)
        return members.get(member, Waiting()) if members else Waiting()

    def _one_less(self, group: str, member: str) -> None:
        self._sizes[group] -= 1
        if not self._groups[group][member]:
            del self._groups[group][member]
        if not self._sizes[group]:
            del self._sizes[group], self._groups[group]
