"""Caches of standings, and of statistics over several tournaments. Each value is valid for one version of its
tournament.

The rounds that the reader may see are part of the cache key (`Sight.key` in `core.queries.visibility`). A value is
stale when the tournament has a later version. Values that are computed only from signed sheets belong to an
`official_version` instead, which recorded hands do not change.
"""

from collections.abc import Callable, Collection, Mapping
from hashlib import blake2b
from typing import TypeVar

from django.db.models import QuerySet
from django.utils.translation import get_language

from tournament.core.cache import Cache
from tournament.core.queries.visibility import Sight
from tournament.models import Tournament
from tournament.standings.queries.leaderboard import Leaderboard, leaderboard, leaderboard_and_before
from tournament.standings.queries.places import Places, places_by_round

Value = TypeVar("Value")
SightKey = tuple[int, str]
"""Cache key of a tournament as a reader may see it: the tournament's id, and the key of the visible rounds
(`Sight.key`)."""

BOARDS: Cache[tuple[int, str | None, str], Leaderboard] = Cache(32)
BOARDS_AND_BEFORE: Cache[tuple[int, str | None, str, bool], tuple[Leaderboard, Leaderboard | None]] = Cache(16)
PLACES: Cache[SightKey, Places] = Cache(32)


def board_of(tournament: Tournament, sight: Sight) -> Leaderboard:
    """Return the cached live standings with the rounds that `sight` shows, for pages that differ from reader to
    reader."""
    # The key has the language, because players without a public name are called "a player" in the reader's language.
    key = (tournament.pk, get_language(), sight.key)
    return BOARDS.get(key, tournament.version, lambda: leaderboard(tournament, official=False, sight=sight))


def board_and_before_of(
    tournament: Tournament, *, official: bool, sight: Sight
) -> tuple[Leaderboard, Leaderboard | None]:
    """Return the standings and the standings before the last round (`leaderboard_and_before`). Both are cached, because
    each search for a name on the page of the standings needs them."""
    key = (tournament.pk, get_language(), sight.key, official)
    return BOARDS_AND_BEFORE.get(
        key, tournament.version, lambda: leaderboard_and_before(tournament, official=official, sight=sight)
    )


def places_of(tournament: Tournament, sight: Sight) -> Places:
    """Return the cached places of every player after each of the latest rounds that `sight` shows."""
    return PLACES.get((tournament.pk, sight.key), tournament.version, lambda: places_by_round(tournament, sight))


def cached_by_tournament(
    cache: Cache[SightKey, Value],
    tournaments: Collection[Tournament],
    sight_by_id: Mapping[int, Sight],
    work_out: Callable[[Mapping[int, Sight]], Mapping[int, Value]],
) -> dict[int, Value]:
    """Return the cached value of each tournament, by id. The values must be computed only from signed sheets.
    `work_out` is called once, for all values that are not cached."""

    def make(keys: Collection[SightKey]) -> dict[SightKey, Value]:
        values = work_out({pk: sight_by_id[pk] for pk, _sight in keys})
        return {(pk, sight): values[pk] for pk, sight in keys}

    versions = {(each.pk, sight_by_id[each.pk].key): each.official_version for each in tournaments}
    return {pk: value for (pk, _sight), value in cache.get_many(versions, make).items()}


State = tuple[int, ...]
"""The state of many tournaments, as part of a cache key: equal states mean that no tournament has changed."""


def state_of(tournaments: "QuerySet[Tournament]") -> State:
    """Return a value that changes when the set of tournaments or one of the tournaments changes, but not when only
    hands are recorded.

    The value is a hash of every id and version. A sum of versions would not be enough: if one tournament becomes
    private and another is edited, the sum may stay the same. Then the cache would show results that must be hidden.
    """
    versions = tournaments.order_by("pk").values_list("pk", "official_version")
    return (int.from_bytes(blake2b(repr(list(versions)).encode(), digest_size=16).digest()),)
