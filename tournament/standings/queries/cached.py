"""Caches of standings and of figures over several tournaments, by version and sight.

The version of a tournament and the reader's `Sight.key` (`core.queries.visibility`) decide what the reader may know, so
they are the version and a part of the cache key.
"""

from collections.abc import Callable, Collection, Mapping
from typing import TypeVar

from django.utils.translation import get_language

from tournament.core.cache import Cache
from tournament.core.queries.visibility import Sight
from tournament.models import Tournament
from tournament.standings.queries.leaderboard import Leaderboard, leaderboard
from tournament.standings.queries.places import Places, places_by_round

Value = TypeVar("Value")
SightKey = tuple[int, str]
"""A tournament's id and a sight's key."""

BOARDS: Cache[tuple[int, str | None, str], Leaderboard] = Cache(32)
PLACES: Cache[SightKey, Places] = Cache(32)


def board_of(tournament: Tournament, sight: Sight) -> Leaderboard:
    """Return the cached live standings for this sight, for pages that differ between readers."""
    key = (tournament.pk, get_language(), sight.key)  # the language, for players without a public name
    return BOARDS.get(key, tournament.version, lambda: leaderboard(tournament, official=False, sight=sight))


def places_of(tournament: Tournament, sight: Sight) -> Places:
    """Return the cached place of every player after each round, for this sight."""
    return PLACES.get((tournament.pk, sight.key), tournament.version, lambda: places_by_round(tournament, sight))


def cached_by_tournament(
    cache: Cache[SightKey, Value],
    tournaments: Collection[Tournament],
    sight_by_id: Mapping[int, Sight],
    work_out: Callable[[Mapping[int, Sight]], Mapping[int, Value]],
) -> dict[int, Value]:
    """Return a cached value for each tournament, by id. `work_out` is called once, for all that are not cached."""

    def make(keys: Collection[SightKey]) -> dict[SightKey, Value]:
        made = work_out({pk: sight_by_id[pk] for pk, _sight in keys})
        return {(pk, sight): made[pk] for pk, sight in keys}

    versions = {(each.pk, sight_by_id[each.pk].key): each.version for each in tournaments}
    return {pk: value for (pk, _sight), value in cache.get_many(versions, make).items()}
