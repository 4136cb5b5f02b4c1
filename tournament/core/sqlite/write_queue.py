"""The queue of the threads that want to write to a SQLite file."""

from collections import deque
from contextvars import ContextVar
from threading import Event, Lock

writes_first: ContextVar[bool] = ContextVar("writes_first", default=False)
"""Whether the current request writes before requests that arrived earlier: the recording of a hand does
(`live.lanes.hands_first`). Otherwise a hand would wait for each transaction that waits already."""

MOST_IN_A_ROW = 8
"""The most hands that write one after another while another request waits. Without a limit, one event that sends hands
without end would keep all other requests from writing."""


class WriteQueue:
    """Threads that want to write to one file. Hands write first, and otherwise the order of arrival decides."""

    def __init__(self) -> None:
        self._changing = Lock()
        self._is_taken = False
        self._hands: deque[Event] = deque()
        self._others: deque[Event] = deque()
        self._hands_in_a_row = 0

    def begin(self, patience: float) -> bool:
        """Wait until it is this thread's turn to write; return False if this takes longer than `patience` seconds."""
        with self._changing:
            if not self._is_taken:
                self._is_taken = True
                return True
            turn = Event()
            waiting = self._hands if writes_first.get() else self._others
            waiting.append(turn)
        if turn.wait(patience):
            return True
        with self._changing:
            if turn.is_set():  # the turn came while this thread took the lock
                return True
            waiting.remove(turn)
            return False

    def end(self) -> None:
        """Give the turn to write to the thread that is next."""
        with self._changing:
            following = self._next()
            if following:
                following.popleft().set()
            else:
                self._is_taken = False

    def _next(self) -> deque[Event]:
        """Return the queue from which the next writer comes. Hands come first, unless many hands wrote in a row and
        another request waits."""
        if self._hands and not (self._others and self._hands_in_a_row >= MOST_IN_A_ROW):
            self._hands_in_a_row += 1
            return self._hands
        self._hands_in_a_row = 0
        return self._others
