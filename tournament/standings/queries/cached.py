"""Caches of standings and of figures over several tournaments, by version and sight.

The version of a tournament and the reader's `Sight.key` (`core.queries.visibility`) decide what the reader may know, so
they are the version and a part of the cache key. What follows from signed sheets alone goes by `official_version`,
which stays while hands are recorded.
"""

from collections.abc import Callable, Collection, Mapping
from typing import TypeVar

from django.db.models import Count, Max, Min, QuerySet, Sum
from django.utils.translation import get_language

from tournament.core.cache import Cache
from tournament.core.queries.visibility import Sight
from tournament.models import Tournament
from tournament.standings.queries.leaderboard import Leaderboard, leaderboard, leaderboard_and_before
from tournament.standings.queries.places import Places, places_by_round

Value = TypeVar("Value")
SightKey = tuple[int, str]
"""A tournament's id and a sight's key."""

BOARDS: Cache[tuple[int, str | None, str], Leaderboard] = Cache(32)
BOARDS_AND_BEFORE: Cache[tuple[int, str | None, str, bool], tuple[Leaderboard, Leaderboard | None]] = Cache(16)
PLACES: Cache[SightKey, Places] = Cache(32)


def board_of(tournament: Tournament, sight: Sight) -> Leaderboard:
    """Return the cached live standings for this sight, for pages that differ between readers."""
    key = (tournament.pk, get_language(), sight.key)  # the language, for players without a public name
    return BOARDS.get(key, tournament.version, lambda: leaderboard(tournament, official=False, sight=sight))


def board_and_before_of(
    tournament: Tournament, *, official: bool, sight: Sight
) -> tuple[Leaderboard, Leaderboard | None]:
    """Return `leaderboard_and_before` from the cache: each search of a name needs all of it."""
    key = (tournament.pk, get_language(), sight.key, official)
    return BOARDS_AND_BEFORE.get(
        key, tournament.version, lambda: leaderboard_and_before(tournament, official=official, sight=sight)
    )


def places_of(tournament: Tournament, sight: Sight) -> Places:
    """Return the cached place of every player after each round, for this sight."""
    return PLACES.get((tournament.pk, sight.key), tournament.version, lambda: places_by_round(tournament, sight))


def cached_by_tournament(
    cache: Cache[SightKey, Value],
    tournaments: Collection[Tournament],
    sight_by_id: Mapping[int, Sight],
    work_out: Callable[[Mapping[int, Sight]], Mapping[int, Value]],
) -> dict[int, Value]:
    """Return a cached value for each tournament, by id, which follows from signed sheets. `work_out` is called once,
    for all that are not cached."""

    def make(keys: Collection[SightKey]) -> dict[SightKey, Value]:
        made = work_out({pk: sight_by_id[pk] for pk, _sight in keys})
        return {(pk, sight): made[pk] for pk, sight in keys}

    versions = {(each.pk, sight_by_id[each.pk].key): each.official_version for each in tournaments}
    return {pk: value for (pk, _sight), value in cache.get_many(versions, make).items()}


State = tuple[int, ...]
"""A cache key of figures over many tournaments."""


def state_of(tournaments: "QuerySet[Tournament]") -> State:
    """Return what changes whenever something but a recorded hand changes in one of these tournaments, or which they
    are. The public ones are those of everybody, so they are only counted; a private one is named."""
    public = tournaments.filter(is_public=True)
    sums = public.aggregate(Count("pk"), first=Min("pk"), last=Max("pk"), versions=Sum("official_version"))
    private = tournaments.filter(is_public=False).order_by("pk").values_list("pk", "official_version")
    return (*(value or 0 for value in sums.values()), -1, *(number for row in private for number in row), -1)
