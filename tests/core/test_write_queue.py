"""Who writes next to a SQLite file: hands, and otherwise who has waited longest."""

import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from threading import Event, Thread
from typing import Any

import pytest
from django.db import OperationalError
from django.db.utils import ConnectionHandler

from tournament.core.database_errors import was_stopped
from tournament.core.sqlite import base, write_queue
from tournament.core.sqlite.write_queue import (
    A_HAND_WAITS,
    LONG,
    MOST_IN_A_ROW,
    WriteQueue,
    gives_up_after,
    writes_first,
)
from tournament.core.threads import interruption
from tournament.core.threads.interruption import NOBODY, Computation, Interrupted, Origin, current, uninterrupted
from tournament.database_settings import sqlite

pytestmark = pytest.mark.usefixtures("interrupted_anywhere")

FILE_EXECUTED_IN = interruption._file_executed_in


def until(is_so: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 30
    while not is_so():
        assert time.monotonic() < deadline, "it did not come about"
        time.sleep(0.001)


def order_of_writes(queue: WriteQueue, arrivals: str) -> str:
    """Return in which order these write who arrive while somebody else writes: "h" is a hand, other letters are not."""
    order = list[str]()
    assert queue.begin(0)

    def write(name: str) -> None:
        writes_first.set(name == "h")
        assert queue.begin(30)
        order.append(name)
        queue.end()

    threads = [Thread(target=write, args=[name]) for name in arrivals]
    for number, thread in enumerate(threads, start=1):
        thread.start()
        until(lambda number=number: len(queue._hands) + len(queue._others) == number)
    queue.end()
    for thread in threads:
        thread.join(30)
    assert queue.begin(0)
    queue.end()
    return "".join(order)


def test_in_order_of_arrival() -> None:
    assert order_of_writes(WriteQueue(), "abcde") == "abcde"


def test_hands_write_first() -> None:
    assert order_of_writes(WriteQueue(), "abhch") == "hhabc"


def test_many_hands_keep_nobody_from_writing() -> None:
    queue = WriteQueue()
    row = "h" * MOST_IN_A_ROW
    assert order_of_writes(queue, "ab" + 2 * row + "h") == row + "a" + row + "b" + "h"
    assert order_of_writes(queue, "hha") == "hha"


def test_how_long_somebody_has_waited(monkeypatch: pytest.MonkeyPatch) -> None:
    queue = WriteQueue()
    assert queue.begin(0)
    assert queue.longest_wait() == 0
    threads = [Thread(target=waited, args=[queue], kwargs={"is_hand": hand, "patience": 30}) for hand in (False, True)]
    for number, thread in enumerate(threads, start=1):
        thread.start()
        until(lambda number=number: len(queue._hands) + len(queue._others) == number)
    first = queue._others[0].arrived
    monkeypatch.setattr(time, "monotonic", lambda: first + 7)
    assert queue.longest_wait() == pytest.approx(7)
    monkeypatch.undo()
    queue.end()
    for thread in threads:
        thread.join(30)


def test_who_gives_up_leaves_the_queue() -> None:
    queue = WriteQueue()
    assert queue.begin(0)
    assert not queue.begin(0)
    queue.end()
    assert queue.begin(0)


@pytest.fixture
def connection(tmp_path: Path, django_db_blocker: Any) -> Iterator[Any]:
    """A connection to a file of its own, whose other writers wait for no time."""
    settings = sqlite(tmp_path)
    settings["OPTIONS"]["timeout"] = 0
    handler = ConnectionHandler({"default": settings})
    with django_db_blocker.unblock(), closing(handler["default"]) as connection:
        connection.cursor().execute("CREATE TABLE t (n integer)")
        yield connection


def is_free(connection: Any) -> bool:
    queue = base._queues[str(connection.settings_dict["NAME"])]
    if not queue.begin(0):
        return False
    queue.end()
    return True


@pytest.mark.parametrize("end", ["commit", "rollback", "close"])
def test_a_transaction_has_the_turn_until_it_ends(connection: Any, end: str) -> None:
    connection.set_autocommit(False, force_begin_transaction_with_broken_autocommit=True)
    assert not is_free(connection)
    getattr(connection, end)()
    assert is_free(connection)


@pytest.mark.parametrize("statement", ["INSERT INTO t VALUES (1)", "UPDATE t SET n = 2", "DELETE FROM t"])
def test_a_statement_without_a_transaction_waits_for_its_turn(connection: Any, statement: str) -> None:
    queue = base._queues[str(connection.settings_dict["NAME"])]
    connection.settings_dict["OPTIONS"]["timeout"] = 30
    assert queue.begin(0)
    writing = Thread(target=waited, args=[queue], kwargs={"is_hand": False, "patience": 30})
    writing.start()
    until(lambda: len(queue._others) == 1)
    arrived: list[str] = []

    def end() -> None:
        until(lambda: len(queue._others) == 2)
        arrived.append("waits")
        queue.end()

    ending = Thread(target=end)
    ending.start()
    connection.cursor().execute(statement)
    assert arrived == ["waits"]
    ending.join(30)
    writing.join(30)
    assert is_free(connection)


def test_reading_waits_for_nobody(connection: Any) -> None:
    queue = base._queues[str(connection.settings_dict["NAME"])]
    assert queue.begin(0)
    assert connection.cursor().execute("SELECT count(*) FROM t").fetchone() == (0,)
    queue.end()


def test_a_file_that_somebody_else_has_locked(connection: Any, tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "tenbo.sqlite3", isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(OperationalError, match="database is locked"):
            connection.set_autocommit(False, force_begin_transaction_with_broken_autocommit=True)
        assert is_free(connection)
        other.execute("ROLLBACK")
    connection.set_autocommit(False, force_begin_transaction_with_broken_autocommit=True)
    connection.commit()


def test_who_waits_in_vain_tries_all_the_same(connection: Any) -> None:
    """A turn that was never given back stops nobody."""
    queue = base._queues[str(connection.settings_dict["NAME"])]
    assert queue.begin(0)
    connection.set_autocommit(False, force_begin_transaction_with_broken_autocommit=True)
    connection.cursor().execute("INSERT INTO t VALUES (1)")
    connection.commit()
    assert not is_free(connection)  # it is still with who has it


def test_a_statement_that_gives_up_leaves_the_queue(connection: Any) -> None:
    queue = base._queues[str(connection.settings_dict["NAME"])]
    assert queue.begin(0)
    patience = gives_up_after.set(0.01)
    try:
        with pytest.raises(OperationalError, match="others wrote"):
            connection.cursor().execute("INSERT INTO t VALUES (1)")
        queue.end()
        connection.cursor().execute("INSERT INTO t VALUES (2)")
    finally:
        gives_up_after.reset(patience)

    assert connection.cursor().execute("SELECT n FROM t").fetchall() == [(2,)]
    assert is_free(connection)


class Writer:
    """A request in a thread of its own that writes to the queue until it is interrupted or told to end."""

    def __init__(
        self, queue: WriteQueue, *, is_hand: bool = False, computes: bool = True, sender: Origin = NOBODY
    ) -> None:
        self.computation = Computation(sender)
        self.was_interrupted = False
        self._queue, self._is_hand, self._computes = queue, is_hand, computes
        self._may_end = Event()
        self._has_begun = Event()
        self._thread = Thread(target=self._write)
        self._thread.start()
        assert self._has_begun.wait(30)

    def _write(self) -> None:
        current.set(self.computation)
        writes_first.set(self._is_hand)
        try:
            with self.computation.run():
                with uninterrupted():
                    assert self._queue.begin(30)
                self._has_begun.set()
                while not self._may_end.is_set():
                    if not self._computes:
                        time.sleep(0.001)
        except Interrupted:
            self.was_interrupted = True
        finally:
            self._queue.end(rolled_back=self.was_interrupted)

    def end(self) -> None:
        self._may_end.set()
        self._thread.join(30)
        assert not self._thread.is_alive()


def waited(queue: WriteQueue, *, is_hand: bool, patience: float) -> bool:
    """Whether a request got its turn to write within `patience` seconds."""
    writes_first.set(is_hand)
    try:
        if not queue.begin(patience):
            return False
        queue.end()
        return True
    finally:
        writes_first.set(False)


def test_a_hand_interrupts_a_long_transaction() -> None:
    queue = WriteQueue()
    writer = Writer(queue)

    assert waited(queue, is_hand=True, patience=30)

    writer.end()
    assert writer.was_interrupted


SENDER, ANOTHER = Origin(network=1), Origin(network=2)

A_THIRD = Origin(network=1, browser=1)
"""Another browser of the network of SENDER."""


@pytest.fixture
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    """Transactions count as long after a tenth of a second, and those that may be longer after a second."""
    monkeypatch.setattr(write_queue, "LONG", 0.1)
    monkeypatch.setattr(write_queue, "LONGEST", 1.0)
    monkeypatch.setattr(write_queue, "A_HAND_WAITS", 0.1)


def was_interrupted(queue: WriteQueue, sender: Origin) -> bool:
    """Whether a hand interrupts a transaction of this sender before it has computed for half a second."""
    writer = Writer(queue, sender=sender)
    hand = Thread(target=waited, args=[queue], kwargs={"is_hand": True, "patience": 30})
    hand.start()
    until(lambda: writer.computation.was_interrupted or writer.computation.seconds() > 0.5)
    writer.end()
    hand.join(30)
    return writer.was_interrupted


@pytest.mark.slow
@pytest.mark.usefixtures("short")
def test_whoever_was_interrupted_may_take_longer_the_next_time() -> None:
    queue = WriteQueue()
    senders = [SENDER, ANOTHER, SENDER, SENDER]
    assert [was_interrupted(queue, sender) for sender in senders] == [True, True, False, True]


@pytest.mark.slow
@pytest.mark.usefixtures("short")
def test_one_transaction_a_minute_may_take_longer() -> None:
    queue = WriteQueue()
    senders = [SENDER, ANOTHER, SENDER, ANOTHER]
    assert [was_interrupted(queue, sender) for sender in senders] == [True, True, False, True]

    queue._last_longer -= write_queue.LONGER_EVERY
    assert not was_interrupted(queue, ANOTHER)


class Clock:
    """The time for a queue whose transactions nobody plays."""

    def __init__(self) -> None:
        self.now = 0.0

    def monotonic(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr(write_queue, "time", clock)
    return clock


def granted(queue: WriteQueue, sender: Origin) -> bool:
    """Whether the next transaction of this sender, who was interrupted before, may be longer."""
    queue._may_be_longer = False
    return queue._grant_longer(sender)


@pytest.mark.parametrize(
    ("senders", "of_each"),
    [
        pytest.param([SENDER, ANOTHER], [3, 3], id="of two networks"),
        pytest.param([SENDER, A_THIRD], [3, 3], id="of one network"),
        pytest.param([SENDER, A_THIRD, ANOTHER], [2, 1, 3], id="of a network with more browsers"),
    ],
)
def test_longer_transactions_are_shared_among_senders(clock: Clock, senders: list[Origin], of_each: list[int]) -> None:
    """Each sender tries until it succeeds, and then again; who tries first has no advantage."""
    queue = WriteQueue()
    for _ in range(6):
        clock.now += write_queue.LONGER_EVERY
        for sender in senders:
            queue._remember(sender)
        assert [granted(queue, sender) for sender in senders].count(True) == 1

    assert [queue._longer.count(sender) for sender in senders] == of_each


def test_nobody_waits_long_for_a_sender_who_does_not_try_again(clock: Clock) -> None:
    queue = WriteQueue()
    queue._remember(SENDER)
    assert granted(queue, SENDER)

    clock.now += write_queue.LONGER_EVERY
    queue._remember(ANOTHER)
    queue._remember(SENDER)
    assert not granted(queue, SENDER)

    clock.now += write_queue.COMES_BACK
    assert granted(queue, SENDER)


@pytest.mark.usefixtures("short")
def test_a_longer_transaction_has_a_limit_too() -> None:
    queue = WriteQueue()
    assert was_interrupted(queue, SENDER)

    writer = Writer(queue, sender=SENDER)
    assert waited(queue, is_hand=True, patience=30)
    writer.end()
    assert writer.was_interrupted


@pytest.mark.usefixtures("short")
def test_on_a_busy_computer_no_transaction_is_kept_for_long(monkeypatch: pytest.MonkeyPatch) -> None:
    """It may have got little processor time."""
    monkeypatch.setattr(write_queue, "LONG", 1_000)
    monkeypatch.setattr(write_queue, "LONGEST_WAIT", 0.3)
    assert was_interrupted(WriteQueue(), SENDER)


@pytest.mark.usefixtures("short")
def test_on_a_busy_computer_a_longer_transaction_is_kept_longer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(write_queue, "LONGEST_WAIT", 0.1)
    monkeypatch.setattr(write_queue, "LONGEST", 1_000)
    queue = WriteQueue()
    assert was_interrupted(queue, SENDER)
    assert not was_interrupted(queue, SENDER)

    queue._last_longer -= write_queue.LONGER_EVERY
    monkeypatch.setattr(write_queue, "LONGER_WAIT", 0.1)
    assert was_interrupted(queue, SENDER)
    assert was_interrupted(queue, SENDER)


def test_few_senders_are_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(write_queue, "MOST_REMEMBERED", 2)
    queue = WriteQueue()
    for browser in range(5):
        queue._remember(Origin(browser=browser))
    assert [sender.browser for sender in queue._interrupted] == [3, 4]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("writer", "is_hand"),
    [
        pytest.param({}, False, id="only hands interrupt"),
        pytest.param({"is_hand": True}, True, id="hands are not interrupted"),
        pytest.param({"computes": False}, True, id="a transaction that waits itself is not long"),
    ],
)
def test_what_is_not_interrupted(writer: dict[str, bool], is_hand: bool) -> None:
    queue = WriteQueue()
    writing = Writer(queue, **writer)

    assert not waited(queue, is_hand=is_hand, patience=A_HAND_WAITS + LONG + 0.5)

    writing.end()
    assert not writing.was_interrupted
    assert waited(queue, is_hand=is_hand, patience=0)


def test_what_was_computed_before_the_turn_does_not_count() -> None:
    queue = WriteQueue()
    writing = Writer(queue)
    others = Thread(target=waited, args=[queue], kwargs={"is_hand": False, "patience": 30})
    until(lambda: writing.computation.seconds() > LONG)
    others.start()
    until(lambda: len(queue._others) == 1)
    writing.end()
    others.join(30)

    later = Writer(queue)
    assert queue._writing is not None
    assert later.computation.seconds() - queue._seconds_before < LONG
    later.end()


def test_an_interrupted_transaction_is_rolled_back(connection: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """SQLite stops its statement, and the file is free for the hand."""
    monkeypatch.setattr(interruption, "_file_executed_in", FILE_EXECUTED_IN)
    queue = base._queues[str(connection.settings_dict["NAME"])]
    computation = Computation(SENDER)
    counted = "WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c) SELECT count(*) FROM c"
    hand = Thread(target=waited, args=[queue], kwargs={"is_hand": True, "patience": 30})

    def write() -> None:
        with computation.run():
            computation._stop_statement = connection.interrupt
            connection.set_autocommit(False, force_begin_transaction_with_broken_autocommit=True)
            connection.cursor().execute("INSERT INTO t VALUES (1)")
            hand.start()
            connection.cursor().execute(counted)

    outer = current.set(computation)
    try:
        with pytest.raises(OperationalError) as stopped:
            write()
        connection.rollback()
    finally:
        current.reset(outer)
    assert was_stopped(stopped.value)
    assert list(queue._interrupted) == [SENDER]  # the next time it may take longer
    hand.join(30)
    assert not hand.is_alive()
    assert is_free(connection)
    assert connection.cursor().execute("SELECT count(*) FROM t").fetchone() == (0,)
