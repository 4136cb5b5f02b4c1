"""A request is interrupted while it converts rows with JSON values, where its thread may not be interrupted from
outside."""

import json.decoder
import time
from contextlib import nullcontext

import pytest

from tests.factories import TournamentFactory
from tournament.core.threads import interruption
from tournament.core.threads.interruption import PAUSE, Computation, Interrupted, current, uninterrupted
from tournament.models import Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def computation(monkeypatch):
    """A computation in code of `json`."""
    TournamentFactory()
    monkeypatch.setattr(interruption, "_file_executed_in", lambda _thread: json.decoder.__file__)
    computation = Computation()
    token = current.set(computation)
    with computation.run():
        yield computation
    current.reset(token)


def test_the_next_json_value_is_not_converted(computation):
    assert not computation.interrupt()

    with pytest.raises(Interrupted):
        Tournament.objects.get()

    assert computation.was_interrupted
    with pytest.raises(Interrupted):
        computation.raise_if_interrupted()


def test_it_has_time_to_answer(computation):
    computation.interrupt()
    with pytest.raises(Interrupted):
        Tournament.objects.get()
    computation.interrupt()

    assert Tournament.objects.get()


def test_values_without_json_are_read(computation):
    computation.interrupt()

    assert Tournament.objects.values_list("pk", flat=True).get()


@pytest.mark.parametrize("is_protected", [True, False])
def test_protected_code_reads_json(computation, is_protected):
    with uninterrupted() if is_protected else nullcontext():
        computation.interrupt()
        with nullcontext() if is_protected else pytest.raises(Interrupted):
            Tournament.objects.get()


def test_protected_code_forgets_an_earlier_call(computation):
    """A commit is such code: what is read after it must not make the change seem to have failed."""
    computation.interrupt()
    with uninterrupted():
        pass

    assert Tournament.objects.get()


def test_a_call_that_is_not_repeated_is_forgotten(computation, monkeypatch):
    computation.interrupt()
    later = time.monotonic() + PAUSE
    monkeypatch.setattr(time, "monotonic", lambda: later)

    assert Tournament.objects.get()
