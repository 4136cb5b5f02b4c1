"""A cache makes a value once for each version, whoever asks and however many at a time."""

import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from threading import Barrier, Event
from types import SimpleNamespace

import pytest
from django.utils.functional import SimpleLazyObject

from tests.factories import HanchanFactory
from tournament.core import cache as caches
from tournament.core.cache import Cache, clear_all, size_of
from tournament.games.queries.game import load_games
from tournament.models import Hanchan, Hand, Tournament


class Making:
    """A value that takes until `go_on` is set; `times` counts how often it was made."""

    def __init__(self, value, error=None):
        self.value, self.error, self.times = value, error, 0
        self.begun, self.go_on = Event(), Event()

    def __call__(self):
        self.times += 1
        self.begun.set()
        assert self.go_on.wait(10)
        if self.error:
            raise self.error
        return self.value


@pytest.fixture
def threads():
    with ThreadPoolExecutor(9) as pool:
        yield pool


@pytest.fixture
def cache():
    return Cache(3)


def unused():
    raise AssertionError


def test_a_newer_version_replaces_the_value_and_an_older_one_does_not(cache):
    assert cache.get("a", 1, lambda: "one") == "one"
    assert cache.get("a", 1, unused) == "one"
    assert cache.get("a", 2, lambda: "two") == "two"
    assert cache.get("a", 1, unused) == "two"


def test_many_threads_wait_for_one_that_makes_the_value(cache, threads):
    slow, together = Making("made"), Barrier(9, timeout=10)

    def ask():
        together.wait()
        return cache.get("a", 1, slow)

    first = threads.submit(cache.get, "a", 1, slow)
    assert slow.begun.wait(10)
    others = [threads.submit(ask) for _ in range(8)]
    together.wait()
    slow.go_on.set()

    assert {first.result(), *(other.result() for other in others)} == {"made"}
    assert slow.times == 1


def test_the_least_recently_used_key_is_dropped():
    cache = Cache(2)
    for key in ("a", "b", "a", "c"):
        cache.get(key, 1, lambda key=key: key)

    assert cache.get("a", 1, unused) == "a"
    assert cache.get("b", 1, lambda: "again") == "again"


@pytest.fixture
def room(monkeypatch):
    """All caches together have room for 10,000 bytes, and a value for 5,000."""
    clear_all()
    monkeypatch.setattr(caches, "MOST_TOGETHER", 10_000)
    monkeypatch.setattr(caches, "MOST_ALONE", 5_000)


def text(size):
    return "x" * (size - sys.getsizeof(""))


def keep(cache, *keys, size):
    for key in keys:
        cache.get(key, 1, lambda: text(size))


def test_the_largest_cache_drops_its_oldest_values(room):
    """256 fragments of a large event took 4 GB."""
    large, small = Cache(99), Cache(99)
    keep(small, "first", size=2_000)

    keep(large, *range(20), size=2_000)

    assert small.get("first", 1, unused)
    assert large.get(19, 1, unused)
    assert len(large) == 3
    assert large.size + small.size <= 10_000


def test_a_value_that_is_too_large_is_returned_and_drops_no_other(room):
    cache = Cache(99)
    keep(cache, "small", size=1_000)

    assert cache.get("large", 1, lambda: text(6_000)) == text(6_000)

    assert cache.get("small", 1, unused) == text(1_000)
    assert cache.get("large", 1, lambda: "again") == "again"


def test_a_value_that_grows_counts_as_large_as_it_becomes(room):
    once, twice = Cache(99), Cache(99, growth=2)

    for cache in (once, twice):
        keep(cache, "a", size=1_000)

    assert twice.size == 2 * once.size > 2_000


def test_what_is_dropped_or_replaced_takes_no_room(room):
    cache = Cache(2)
    keep(cache, "a", "b", "c", size=1_000)
    size = cache.size
    cache.get("c", 2, lambda: text(1_000))

    assert cache.size == size
    cache.clear()
    assert cache.size == 0


def test_a_failure_takes_no_room(room):
    cache = Cache(2)
    with pytest.raises(ZeroDivisionError):
        cache.get("a", 1, lambda: 1 // 0)
    keep(cache, "a", size=1_000)

    assert 1_000 < cache.size < 1_200


def test_an_object_is_measured_once_with_all_that_it_refers_to():
    shared = text(3_000)
    value = SimpleNamespace(first=[shared], second={"key": (shared, text(2_000))})

    assert 5_000 < size_of(value, most=100_000) < 6_000
    assert size_of(list(range(50_000)), most=10_000_000) > 50_000 * (8 + 28)


def test_a_lazy_value_is_not_loaded():
    assert size_of(SimpleLazyObject(unused), most=100_000) < 2_000


def test_a_circle_is_measured():
    value = [text(1_000)]
    value.append(value)

    assert size_of(value, most=100_000) < 2_000


def test_of_a_large_value_not_everything_is_measured():
    values = [[text(1_000)] for _ in range(100_000)]

    assert 1_000_000 < size_of(values, most=1_000_000) < 12_000_000


@pytest.mark.django_db
def test_rows_and_querysets_are_measured_without_the_program():
    table = HanchanFactory().table
    tournament = Tournament.objects.prefetch_related("tables").get(pk=table.tournament_id)
    found = list(Tournament.objects.filter(pk=tournament.pk))

    assert 1_000 < size_of(tournament, tournament.tables.all(), found, most=10_000_000) < 50_000


@pytest.mark.django_db
def test_a_game_counts_with_the_texts_of_its_hands():
    """An imported hand may have a hundred names of yaku, each of 80 letters with four bytes."""
    hanchan = HanchanFactory()
    (game,) = load_games(Hanchan.objects.filter(pk=hanchan.pk))
    yaku = tuple(f"{chr(0x1F004)}{number:079}" for number in range(100))
    hand = Hand(outcome={"wins": [{"yaku": list(yaku)}]})

    assert size_of(replace(game, hands=(hand,)), most=10**9) - size_of(game, most=10**9) > 100 * 4 * 80


def test_a_value_that_is_dropped_while_it_is_made_is_still_returned(threads):
    cache, slow = Cache(1), Making("made")
    first = threads.submit(cache.get, "a", 1, slow)
    assert slow.begun.wait(10)
    cache.get("b", 1, lambda: "b")
    slow.go_on.set()

    assert first.result() == "made"
    assert cache.get("b", 1, unused) == "b"


def test_a_failure_is_raised_to_who_made_it_and_tried_again_by_who_waited(cache, threads):
    failing, working = Making("", ValueError("broken")), Making("fine")
    working.go_on.set()
    first = threads.submit(cache.get, "a", 1, failing)
    assert failing.begun.wait(10)
    others = [threads.submit(cache.get, "a", 1, working) for _ in range(4)]
    failing.go_on.set()

    with pytest.raises(ValueError, match="broken"):
        first.result()
    assert {other.result() for other in others} == {"fine"}
    assert (failing.times, working.times) == (1, 1)


def test_a_failure_is_not_cached(cache):
    with pytest.raises(ZeroDivisionError):
        cache.get("a", 1, lambda: 1 // 0)
    assert cache.get("a", 1, lambda: "fine") == "fine"


def test_a_slow_older_version_never_overwrites_a_newer_one(cache, threads):
    old = Making("old")
    first = threads.submit(cache.get, "a", 1, old)
    assert old.begun.wait(10)
    waiting = threads.submit(cache.get, "a", 1, unused)
    assert cache.get("a", 2, lambda: "new") == "new"
    old.go_on.set()

    assert first.result() == "old"
    assert waiting.result() in {"old", "new"}  # it may have asked before the new one or behind it
    assert cache.get("a", 1, unused) == cache.get("a", 2, unused) == "new"


def test_a_failed_older_version_does_not_drop_a_newer_one(cache, threads):
    old = Making("", ValueError())
    first = threads.submit(cache.get, "a", 1, old)
    assert old.begun.wait(10)
    cache.get("a", 2, lambda: "new")
    old.go_on.set()

    assert isinstance(first.exception(), ValueError)
    assert cache.get("a", 2, unused) == "new"


def test_who_waits_too_long_makes_the_value(cache, threads, monkeypatch):
    monkeypatch.setattr(caches, "PATIENCE", 0.05)
    stuck = Making("late")
    first = threads.submit(cache.get, "a", 1, stuck)
    assert stuck.begun.wait(10)

    assert cache.get("a", 1, lambda: "mine") == "mine"
    stuck.go_on.set()
    assert first.result() == "late"
    assert cache.get("a", 1, unused) == "mine"


def test_several_values_are_made_in_one_call_and_only_those_missing(cache):
    calls = []

    def make(keys):
        calls.append(list(keys))
        return {key: key.upper() for key in keys}

    cache.get("b", 1, lambda: "old")

    assert list(cache.get_many({"c": 1, "b": 2, "a": 1}, make).items()) == [("c", "C"), ("b", "B"), ("a", "A")]
    assert cache.get_many({"a": 1, "b": 2}, make) == {"a": "A", "b": "B"}
    assert cache.get_many({}, make) == {}
    assert calls == [["c", "b", "a"]]


def test_more_values_than_there_is_room_for_are_all_returned():
    cache = Cache(2)

    values = cache.get_many(dict.fromkeys(range(5), 1), lambda keys: {key: -key for key in keys})

    assert values == {key: -key for key in range(5)}


def test_two_threads_that_wait_for_a_value_of_each_other_both_get_it(cache, threads):
    """Each makes its own values before it waits: a thread that makes b and asks for a, while another makes a."""
    slow, together = Making("a"), Barrier(2, timeout=10)
    first = threads.submit(cache.get, "a", 1, slow)
    assert slow.begun.wait(10)

    def make(keys):
        assert list(keys) == ["b"]
        together.wait()
        return {"b": "b"}

    both = threads.submit(cache.get_many, {"a": 1, "b": 1}, make)
    together.wait()  # b is made while a is not there yet
    assert cache.get("b", 1, unused) == "b"
    slow.go_on.set()

    assert (first.result(), both.result()) == ("a", {"a": "a", "b": "b"})


def test_a_value_that_was_not_made_is_a_failure(cache):
    with pytest.raises(KeyError):
        cache.get_many({"a": 1, "b": 1}, lambda _keys: {"a": "made"})
    assert cache.get_many({"a": 1, "b": 1}, lambda keys: dict.fromkeys(keys, "both")) == {"a": "both", "b": "both"}


def test_all_caches_are_cleared_at_once():
    first, second = Cache(1), Cache(1)
    for cache in (first, second):
        cache.get("a", 1, lambda: "before")

    clear_all()

    assert [cache.get("a", 1, lambda: "after") for cache in (first, second)] == ["after", "after"]
