import gc
import time
from collections.abc import Iterator
from itertools import count

import pytest

from tournament.live import garbage
from tournament.live.garbage import FEW, MOST_DELAYS, THRESHOLDS, FullCollections, NewCollections


@pytest.fixture(autouse=True)
def _restored() -> Iterator[None]:
    thresholds = gc.get_threshold()
    yield
    gc.set_threshold(*thresholds)


class Ring:
    """Garbage that refers to itself."""

    alive = 0

    def __init__(self) -> None:
        self.itself = self
        Ring.alive += 1

    def __del__(self) -> None:
        Ring.alive -= 1


@pytest.mark.slow
def test_new_objects_alone_cause_no_full_collection() -> None:
    collections = FullCollections()
    collections.start()
    collections.stop()
    before = gc.get_stats()[2]["collections"]
    kept = [[number] for number in range(400_000)]
    assert gc.get_stats()[2]["collections"] == before
    assert len(kept) == 400_000


def test_garbage_is_collected() -> None:
    Ring()
    assert FullCollections().collect()
    assert Ring.alive == 0


def test_many_objects_put_it_off_but_not_for_ever() -> None:
    collections = FullCollections()
    assert [collections.collect(most=0) for _ in range(MOST_DELAYS + 2)] == [*[False] * MOST_DELAYS, True, False]


def test_many_objects_do_not_put_it_off_if_the_process_has_grown_much(monkeypatch: pytest.MonkeyPatch) -> None:
    """What several requests left took 1.3 GB for ten minutes."""
    collections, taken = FullCollections(), iter([700, 650, 720, 800, 750, 780])
    monkeypatch.setattr(garbage, "memory", lambda: next(taken) * 1_000_000)
    monkeypatch.setattr(garbage, "PAUSE", 0)

    assert [collections.collect(most=0) for _ in range(4)] == [True, False, True, False]


def test_a_process_that_has_grown_much_waits_for_no_minute(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(garbage, "LOOK_EVERY", 0.01)
    looks = count(1)
    monkeypatch.setattr(garbage, "memory", lambda: garbage.MUCH * 2 ** next(looks))
    collections = FullCollections()
    collections.start()
    try:
        old = Ring()
        gc.collect()
        del old
        until = time.monotonic() + 10
        while Ring.alive and time.monotonic() < until:
            time.sleep(0.01)
    finally:
        collections.stop()
        gc.unfreeze()
    assert Ring.alive == 0


@pytest.fixture
def after_files() -> NewCollections:
    gc.set_threshold(*THRESHOLDS)
    gc.collect()
    return NewCollections()


def test_the_garbage_of_a_large_file_is_collected_at_once(after_files: NewCollections) -> None:
    Ring()
    after_files.collect()
    assert Ring.alive == 1
    objects = [[number] for number in range(2 * FEW)]
    after_files.collect()
    assert Ring.alive == 0
    assert len(objects) > FEW


def test_cached_pages_are_not_examined_after_a_file(after_files: NewCollections) -> None:
    """With the pages of ten large events that would take longer than a second."""
    cached = [Ring()]
    gc.collect()  # so they are old
    cached.clear()
    objects = [[number] for number in range(2 * FEW)]

    after_files.collect()

    assert Ring.alive == 1
    gc.collect()
    assert Ring.alive == 0
    assert len(objects) > FEW


def test_files_beside_a_large_import_cause_few_collections(
    after_files: NewCollections, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A collection takes 0.25 s then, and each file half a second."""
    now = 0.0
    collections = []

    def collect(_generation: int) -> None:
        nonlocal now
        collections.append(now)
        now += 0.25

    monkeypatch.setattr(garbage, "_new_objects", lambda: FEW + 1)
    monkeypatch.setattr("time.monotonic", lambda: now)
    monkeypatch.setattr("gc.collect", collect)
    for _file in range(20):
        after_files.collect()
        now += 0.5

    assert collections == [0.0, 2.75, 5.5, 8.25]


def test_old_objects_alone_cause_no_collection(after_files: NewCollections) -> None:
    imported = [[number] for number in range(2 * FEW)]
    gc.collect()
    Ring()

    after_files.collect()

    assert Ring.alive == 1
    assert len(imported) > FEW


def test_many_new_objects_are_collected_within_seconds(monkeypatch: pytest.MonkeyPatch) -> None:
    """Not only after a minute: ten pages a second of a large event would leave a gigabyte."""
    monkeypatch.setattr(garbage, "LOOK_EVERY", 0.01)
    collections = FullCollections()
    collections.start()
    Ring()
    objects = [[number] for number in range(2 * FEW)]
    until = time.monotonic() + 10
    while Ring.alive and time.monotonic() < until:
        time.sleep(0.01)
    collections.stop()

    assert Ring.alive == 0
    assert len(objects) > FEW
