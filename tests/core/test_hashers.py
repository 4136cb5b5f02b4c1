"""Password hashes come in turns."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier, Event

import pytest

from tournament.core.errors import Busy
from tournament.core.threads.turns import Turns


def test_two_work_one_waits_and_the_fourth_is_refused_at_once():
    turns = Turns(at_once=2, waiting=1, patience=30)
    begun, may_end = Barrier(3), Event()

    def hold():
        with turns.turn():
            begun.wait(30)
            return may_end.wait(30)

    def wait():
        with turns.turn():
            return True

    with ThreadPoolExecutor(3) as threads:
        holding = [threads.submit(hold) for _ in range(2)]
        begun.wait(30)
        waiting = threads.submit(wait)
        while turns._places.acquire(blocking=False):  # until the third has its place
            turns._places.release()
        with pytest.raises(Busy), turns.turn():
            pass
        was_waiting = not waiting.done()
        may_end.set()

        assert was_waiting
        assert all(thread.result(30) for thread in [*holding, waiting])


def test_a_turn_that_does_not_come_is_refused():
    turns = Turns(at_once=1, waiting=1, patience=0.01)

    with turns.turn(), pytest.raises(Busy), turns.turn():
        pass
    with turns.turn():
        pass
