"""The queue of the threads that want to write to a SQLite file."""

import time
from collections import OrderedDict, deque
from contextvars import ContextVar
from math import inf
from threading import Event, Lock
from typing import NamedTuple

from tournament.core.threads.interruption import Computation, Origin, current

writes_first: ContextVar[bool] = ContextVar("writes_first", default=False)
"""Whether the current request writes before requests that arrived earlier. It does if it records a hand
(`live.lanes.hands_first`); otherwise the hand would wait for each transaction that waits already."""

gives_up_after: ContextVar[float] = ContextVar("gives_up_after", default=inf)
"""Seconds after which a statement outside a transaction fails instead of waiting any longer for its turn."""

MOST_IN_A_ROW = 8
"""The most hands that write one after another while another request waits. Without a limit, one event that sends hands
without end would keep all other requests from writing."""

A_HAND_WAITS = 0.4
"""Seconds after which a waiting hand interrupts the transaction that it waits for, if this transaction is `LONG`."""

LONG = 0.4
"""Seconds of processor time after which a transaction is long. All that organizers write while people play is shorter.
Bringing a tournament back from a laptop may take longer, and is not interrupted."""

LONGEST = 4
"""Seconds of processor time that a "longer transaction" may take: one whose sender was interrupted before. Otherwise
people who record hands without end could keep an owner from removing a person."""

LONGEST_WAIT = 5
"""Seconds that a transaction may last before a waiting hand interrupts it even though a busy computer gave it little
processor time. Longer transactions may last longer."""

LONGER_WAIT = 10
"""Seconds that a longer transaction may last before a waiting hand interrupts it."""

LONGER_EVERY = 60
"""Seconds between two longer transactions, whoever sends them, so that hands rarely wait for one."""

COMES_BACK = 120
"""Seconds within which an interrupted sender is expected to retry. Meanwhile no sender who has had more longer
transactions gets the next one. Otherwise a sender of endless long transactions would get every one."""

MOST_LONGER = 20
"""How many of the latest longer transactions count when it is decided who gets the next one."""

MOST_REMEMBERED = 1_000
"""The most interrupted senders that are remembered; the one interrupted first is dropped."""

LOOK_EVERY = 0.1
"""Seconds between two checks by a hand that has not waited long yet."""

LOOK_AGAIN = 0.01
"""Seconds between two checks by a hand that has waited long: the transaction cannot be interrupted at every moment."""


class _Writer(NamedTuple):
    """A thread that writes or wants to write, since `arrived`. Its turn has come when `turn` is set."""

    turn: Event
    computation: Computation | None
    is_hand: bool
    arrived: float


class WriteQueue:
    """Threads that want to write to one file. Hands write first, and otherwise the order of arrival decides.

    A hand that waits too long interrupts a long transaction of another request, which is then rolled back. When its
    sender retries, the transaction may take `LONGEST` seconds, but only one such longer transaction is allowed in
    `LONGER_EVERY` seconds. Networks take turns at longer transactions, and so do the browsers of a network.
    """

    def __init__(self) -> None:
        self._changing = Lock()
        self._writing: _Writer | None = None
        self._seconds_before = 0.0
        self._since = 0.0
        self._hands: deque[_Writer] = deque()
        self._others: deque[_Writer] = deque()
        self._hands_in_a_row = 0
        self._was_told_to_stop = False
        self._interrupted: OrderedDict[Origin, float] = OrderedDict()  # when each was interrupted last
        self._may_be_longer = False
        self._longer: deque[Origin] = deque(maxlen=MOST_LONGER)
        self._last_longer = -inf

    def begin(self, patience: float) -> bool:
        """Wait until it is this thread's turn to write; return False if this takes longer than `patience` seconds."""
        writer = _Writer(Event(), current.get(), writes_first.get(), time.monotonic())
        with self._changing:
            if self._writing is None:
                self._start(writer)
                return True
            waiting = self._hands if writer.is_hand else self._others
            waiting.append(writer)
        if self._wait(writer, patience):
            return True
        with self._changing:
            if writer.turn.is_set():  # the turn came while this thread took the lock
                return True
            waiting.remove(writer)
            return False

    def end(self, *, rolled_back: bool = False) -> None:
        """Give the turn to write to the thread that is next."""
        with self._changing:
            if rolled_back and self._was_told_to_stop and self._writing and self._writing.computation:
                self._remember(self._writing.computation.sender)
            self._writing = None
            if following := self._next():
                self._start(following.popleft())

    def longest_wait(self) -> float:
        """Return for how many seconds the thread that has waited longest has waited; 0 if no thread waits."""
        with self._changing:
            first = [waiting[0].arrived for waiting in (self._hands, self._others) if waiting]
        return time.monotonic() - min(first) if first else 0.0

    def _start(self, writer: _Writer) -> None:
        self._writing = writer
        self._since = time.monotonic()
        self._may_be_longer = self._was_told_to_stop = False
        self._seconds_before = writer.computation.seconds() if writer.computation else 0.0
        writer.turn.set()

    def _wait(self, writer: _Writer, patience: float) -> bool:
        if not writer.is_hand:
            return writer.turn.wait(patience)
        begun = time.monotonic()
        while (waited := time.monotonic() - begun) < patience:
            if writer.turn.wait(min(LOOK_EVERY if waited < A_HAND_WAITS else LOOK_AGAIN, patience - waited)):
                return True
            if time.monotonic() - begun >= A_HAND_WAITS:
                self._interrupt_long()
        return False

    def _interrupt_long(self) -> None:
        """Interrupt the transaction that is being written if it is long and records no hand."""
        with self._changing:
            writing = self._writing
            if writing is None or writing.is_hand or writing.computation is None:
                return
            seconds = writing.computation.seconds() - self._seconds_before
            sender = writing.computation.sender
            passed = time.monotonic() - self._since
            if seconds < LONG and passed < LONGEST_WAIT:
                return
            if seconds < LONGEST and passed < LONGER_WAIT and self._grant_longer(sender):
                return
            self._was_told_to_stop = True
            writing.computation.interrupt()

    def _grant_longer(self, sender: Origin) -> bool:
        """Return whether the present transaction is a longer one. It becomes one if its sender was interrupted before,
        the last longer one was long ago, and no other interrupted sender has had fewer."""
        now = time.monotonic()
        if self._may_be_longer:
            return True
        if sender not in self._interrupted or now - self._last_longer < LONGER_EVERY:
            return False
        expected = [other for other, at in self._interrupted.items() if now - at < COMES_BACK]
        if any(self._had_longer(other) < self._had_longer(sender) for other in expected):
            return False
        self._may_be_longer, self._last_longer = True, now
        self._longer.append(sender)
        del self._interrupted[sender]
        return True

    def _had_longer(self, sender: Origin) -> tuple[int, int]:
        """Return how many of the latest longer transactions came from the sender's network, and how many of these from
        its browser."""
        of_network = [other for other in self._longer if other.network == sender.network]
        return len(of_network), of_network.count(sender)

    def _remember(self, sender: Origin) -> None:
        self._interrupted[sender] = time.monotonic()
        self._interrupted.move_to_end(sender)
        if len(self._interrupted) > MOST_REMEMBERED:
            self._interrupted.popitem(last=False)

    def _next(self) -> deque[_Writer]:
        """Return the queue from which the next writer comes. Hands come first, unless many hands wrote in a row and
        another request waits."""
        if self._hands and not (self._others and self._hands_in_a_row >= MOST_IN_A_ROW):
            self._hands_in_a_row += 1
            return self._hands
        self._hands_in_a_row = 0
        return self._others
