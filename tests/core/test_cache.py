"""A cache makes a value once for each version, whoever asks and however many at a time."""

import sys
from concurrent.futures import ThreadPoolExecutor
from importlib import import_module
from threading import Barrier, Event
from types import SimpleNamespace

import pytest
from django.utils.safestring import SafeString

from tournament.api.views import ANSWERS
from tournament.core import cache as caches
from tournament.core.cache import Cache, clear_all
from tournament.federation.queries.ranking import TABLES as RANKINGS
from tournament.games.queries.shown_games import GAMES
from tournament.live.fragments import FRAGMENTS, PREVIEWS
from tournament.mine.queries.my_schedule import WHOLE
from tournament.rounds.queries.repair_plan import REPAIRS
from tournament.rounds.queries.seating import PLANS
from tournament.standings.queries.cached import BOARDS, BOARDS_AND_BEFORE, PLACES
from tournament.standings.queries.leaderboard import Leaderboard
from tournament.standings.queries.league_page import TABLES as LEAGUES
from tournament.standings.queries.places import Places
from tournament.standings.queries.player_list import LISTED
from tournament.standings.queries.records import BEST, WALL, YAKUMAN
from tournament.standings.queries.runs import RUNS
from tournament.standings.queries.statistics import STANDINGS
from tournament.standings.ties import TieRules


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


def test_heavy_values_are_dropped_though_there_is_room_for_more_keys():
    """256 fragments of a large event took 4 GB."""
    cache = Cache(9, weigh=len, most=10)

    for key in ("aaaa", "bbbb", "cccc"):
        cache.get(key, 1, lambda key=key: key)

    assert cache.get("bbbb", 1, unused) == "bbbb"
    assert cache.get("aaaa", 1, lambda: "again") == "again"
    assert cache.get("heavy", 1, lambda: "x" * 11) == "x" * 11, "it is returned, and not kept"
    assert cache.get("aaaa", 1, unused) == "again", "it drops no other value"
    assert cache.get("heavy", 1, lambda: "y") == "y"


@pytest.mark.parametrize("kept", [FRAGMENTS, ANSWERS, GAMES, BOARDS, BOARDS_AND_BEFORE])
def test_caches_of_what_anybody_makes_are_bounded_by_their_weight(kept):
    board = Leaderboard(
        rounds=tuple(range(500)), rows=(None,) * 2_000, unlisted=(), official=False, cuts=(), ties=TieRules()
    )
    values = {
        id(FRAGMENTS): "x" * 8_000_000,
        id(ANSWERS): b"x" * 8_000_000,
        id(GAMES): SimpleNamespace(hands=[0] * 500),
    }
    values |= {id(BOARDS): board, id(BOARDS_AND_BEFORE): (board, board)}
    kept.clear()

    for number in range(70):
        kept.get(("large", number), 1, lambda: values[id(kept)])

    assert 0 < len(kept) <= 60
    assert kept is GAMES or len(kept) < 9
    kept.clear()


SMALL = {PLANS, REPAIRS, BEST, WALL, RUNS}
"""Caches of values that are small however large an event or the site is: a plan has 20 rounds at most, and a list of
the best hands or of one page has 20 lines at most."""


def all_caches():
    for name, module in list(sys.modules.items()):
        if name.startswith("tournament."):
            yield from (value for value in vars(module).values() if isinstance(value, Cache))


def test_every_cache_is_bounded_by_weight_or_has_small_values():
    """The list of all players was kept for each of a hundred changes of any event: a gigabyte with 40,000 players."""
    assert import_module("tournament.urls").urlpatterns  # which imports every view

    kept = set(all_caches())

    assert {cache for cache in kept if not cache._most} == SMALL
    assert kept > {LISTED, STANDINGS, PLACES, WHOLE, YAKUMAN, LEAGUES, RANKINGS, PREVIEWS}


ROW = SimpleNamespace(entries=(None,), shares=(None,) * 100, results=(None, None))
TABLE = SimpleNamespace(rows=[ROW] * 2_000, groups=[SimpleNamespace(members=(None,) * 1_000)])


@pytest.mark.parametrize(
    ("kept", "value", "weight"),
    [
        (LISTED, [("anna", 1, 1)] * 40_000, 40_000),
        (YAKUMAN, list(range(500)), 500),
        (STANDINGS, dict.fromkeys(range(2_000)), 2_000),
        (PLACES, Places(rounds=(1, 2), of_entry=dict.fromkeys(range(50)), last=1, are_latest=True), 600),
        (LEAGUES, TABLE, 5_000),
        (RANKINGS, TABLE, 4_000),
        (WHOLE, SimpleNamespace(places={n: dict.fromkeys(range(500)) for n in range(200)}), 100_000),
        (PREVIEWS, SafeString("x" * 1_000_000), sys.getsizeof("x" * 1_000_000)),
    ],
)
def test_a_cache_drops_what_is_beyond_its_weight(kept, value, weight):
    kept.clear()
    at_most = kept._most // weight

    for number in range(at_most + 9):
        kept.get(("large", number), 1, lambda: value)

    assert len(kept) == min(at_most, kept._size)
    kept.clear()


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
