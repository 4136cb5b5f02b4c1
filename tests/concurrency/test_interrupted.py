"""A request may be interrupted at many instructions: its hand is then recorded whole or not at all, and the next
request finds everything as it should be."""

import logging
import random
import threading
import time
from threading import Thread

import asgiref
import psycopg_pool
import pytest
from django.db import connections

from tests.concurrency.conftest import Phone
from tournament.core.threads import interruption
from tournament.core.threads.interruption import Computation, Interrupted, current
from tournament.games.queries.game import load_game

pytestmark = [pytest.mark.database, pytest.mark.slow]

TIMES = 40
TAKE_LOCKS = tuple(
    module.__file__.removesuffix("__init__.py") for module in (asgiref, logging, psycopg_pool, threading)
)
"""The files of other code that takes locks."""
EVERYBODY_TENPAI = {"mode": "draw", "tenpai": [0, 1, 2, 3]}
"""A hand that changes no points, so that the hanchan goes on for any number of hands."""


class Press:
    """A press of a form's button in a thread of its own, as a request of the server runs."""

    def __init__(self, act) -> None:
        self.computation = Computation()
        self.status = 0  # no answer
        self.error = None
        self._act = act
        self._thread = Thread(target=self._press)
        self._thread.start()

    def _press(self):
        current.set(self.computation)
        try:
            with self.computation.run():
                self.status = self._act().status_code
        except Interrupted:
            pass
        except BaseException as error:  # noqa: BLE001 (told in `end`)
            self.error = error
        finally:
            connections.close_all()

    def end(self):
        self._thread.join(60)
        assert not self._thread.is_alive()
        assert self.error is None
        return self.status


def recorded(hanchan):
    """The number of hands, after checking that everything else says the same."""
    game = load_game(hanchan)
    count = len(game.played)
    log = hanchan.tournament.log.filter(kind="hand.recorded").count()
    assert (game.hanchan.revision, game.hanchan.tournament.version, log) == (count, count, count)
    return count


# Raised in a weak reference's callback, Python tells of it and goes on; the server then interrupts once more.
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
@pytest.mark.parametrize("seed", [1, 2])
def test_a_hand_that_is_interrupted_anywhere_is_whole_or_not_there(hanchan, seed, monkeypatch):
    # A hand spends little time in the site's own code, so all code may be interrupted here but what takes locks.
    monkeypatch.setattr(interruption, "SAFE", ("/",))
    monkeypatch.setattr(interruption, "UNSAFE", (*interruption.UNSAFE, *TAKE_LOCKS))
    chance = random.Random(seed)
    phone = Phone(hanchan)
    before, seconds, interrupted = 0, 0.1, 0

    def press(after=None):
        nonlocal seconds, interrupted
        form = phone.drawn("hand-record", **EVERYBODY_TENPAI)
        begun = time.monotonic()
        pressed = Press(phone.press("hand-record", form))
        if after is not None:
            time.sleep(after)
            while pressed.computation.is_running and not pressed.computation.interrupt():
                time.sleep(0.0002)
            interrupted += pressed.computation.was_interrupted
        status = pressed.end()
        seconds = time.monotonic() - begun if after is None else seconds
        return status

    for _time in range(TIMES):
        status = press(after=chance.uniform(0, seconds))
        count = recorded(hanchan)
        assert count - before in ({1} if status == 302 else {0, 1})
        before = count

    assert interrupted, "no request was interrupted"
    assert press() == 302
