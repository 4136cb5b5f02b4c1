"""Sums in which older amounts count less."""

from types import SimpleNamespace

import pytest

from tournament.core import fading_sums
from tournament.core.fading_sums import FadingSums


@pytest.fixture
def clock(monkeypatch):
    """The time in seconds, which `clock.now` sets."""
    clock = SimpleNamespace(now=1_000.0)
    monkeypatch.setattr(fading_sums, "time", SimpleNamespace(monotonic=lambda: clock.now))
    return clock


def test_each_amount_counts_half_after_each_half_life(clock):
    sums = FadingSums(half_life=60, most=10)
    sums.add("ann", 8)
    clock.now += 60
    sums.add("ann", 1)
    sums.add("bob", 3)

    assert (sums.of("ann"), sums.of("bob"), sums.of("eve")) == (5, 3, 0)
    clock.now += 120
    assert (sums.of("ann"), sums.of("bob")) == (1.25, 0.75)


@pytest.mark.usefixtures("clock")
def test_the_key_that_was_added_to_longest_ago_is_dropped():
    sums = FadingSums(half_life=60, most=2)
    for key in ("ann", "bob", "ann", "eve"):
        sums.add(key, 1)

    assert (sums.of("ann"), sums.of("bob"), sums.of("eve")) == (2, 0, 1)
    assert len(sums) == 2
