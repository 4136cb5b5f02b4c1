import gc
from collections.abc import Iterator

import pytest

from tournament.live.garbage import FEW, MOST_DELAYS, FullCollections, collect_after_file


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


def test_new_objects_alone_cause_no_full_collection() -> None:
    collections = FullCollections()
    collections.start()
    collections.stop()
    before = gc.get_stats()[2]["collections"]
    kept = [[number] for number in range(400_000)]
    assert gc.get_stats()[1]["collections"] > 0
    assert gc.get_stats()[2]["collections"] == before
    assert len(kept) == 400_000


def test_garbage_is_collected() -> None:
    Ring()
    assert FullCollections().collect()
    assert Ring.alive == 0


def test_many_objects_put_it_off_but_not_for_ever() -> None:
    collections = FullCollections()
    assert [collections.collect(most=0) for _ in range(MOST_DELAYS + 2)] == [*[False] * MOST_DELAYS, True, False]


def test_the_garbage_of_a_large_file_is_collected_at_once() -> None:
    Ring()
    collect_after_file()
    assert Ring.alive == 1
    objects = [[number] for number in range(FEW + 1)]
    gc.collect()
    Ring()
    collect_after_file()
    assert Ring.alive == 0
    assert len(objects) > FEW
