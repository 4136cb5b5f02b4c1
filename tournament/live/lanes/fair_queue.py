"""A queue that serves those who wait in turn, so that nobody who asks a hundred times delays who asks once."""

import asyncio
from collections import Counter, OrderedDict, deque

MOST_OF_TABLE = 32
"""Most requests of one table that wait in one queue. A table plays one hand at a time, and its page loads a few parts
on each of its phones."""

Waiting = deque[asyncio.Future[None]]


class Full(Exception):
    """Error: too many requests wait already."""


class FairQueue:
    """At most `at_once` turns are on at a time. Groups are served in turn, and in each group its members.

    A group is an event with its tables, or a network with its sessions: an account can open many tables in an event of
    its own, and a network can invent many sessions; they delay others like one.
    """

    def __init__(self, at_once: int, most: int, most_of_member: int | None = None) -> None:
        self._free = at_once
        self._most = most
        self._most_of_member = most if most_of_member is None else most_of_member
        self._groups: OrderedDict[str, OrderedDict[str, Waiting]] = OrderedDict()
        self._sizes: Counter[str] = Counter()

    async def begin(self, group: str, member: str) -> None:
        """Wait for a turn, which `end` ends. Raises `Full`, also later, when others need the place."""
        if self._free:
            self._free -= 1
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
            if turn.done() and not turn.cancelled() and turn.exception() is None:
                self.end()  # its turn came together with the cancellation
            raise

    def end(self) -> None:
        """Give the turn to the next who waits."""
        while turn := self._next():
            if not turn.done():
                turn.set_result(None)
                return
        self._free += 1

    def _next(self) -> "asyncio.Future[None] | None":
        """The first who waits of the group and member whose turn it is; both come last after it."""
        if not self._groups:
            return None
        group = next(iter(self._groups))
        member = next(iter(self._groups[group]))
        turn = self._groups[group][member].popleft()
        self._groups[group].move_to_end(member)
        self._groups.move_to_end(group)
        self._one_less(group, member)
        return turn

    def _make_room(self, group: str, member: str) -> None:
        """Refuse the last request of who waits with most: of the largest group, the member with most.

        Raises `Full` if that is the one who comes now.
        """
        largest = max(self._sizes, key=self._sizes.__getitem__)
        if self._sizes[largest] < self._sizes[group] + 2:
            largest = group
        # Of members with equally many, the one who came last.
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
