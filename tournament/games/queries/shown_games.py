"""Games for read-only pages, cached in this process. After a hand was recorded, only the game at that hand's table is
loaded again."""

from collections.abc import Collection

from django.db import connection
from django.db.models import Max, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce, Greatest

from tournament.core.cache import Cache
from tournament.games.game import Game
from tournament.games.queries.game import load_games
from tournament.models import Hanchan, LogEntry, Tournament
from tournament.models.log import HANDS

GAMES: Cache[int, Game | None] = Cache(1_000, growth=2)
"""Cache of games by the hanchan's id; None if the round was removed before the game was loaded. What readers ask of a
game is computed then and kept in it: with its hands replayed it takes half as much memory again."""


def shown_games(tournament: Tournament, hanchans: QuerySet[Hanchan]) -> list[Game]:
    """Return games of this tournament in the queryset's order. The games are shared by threads and must not be changed.

    Inside a transaction the cache is not used, because uncommitted changes must not get into it.
    """
    if connection.in_atomic_block:
        return load_games(hanchans)
    # One statement reads ids and versions, and the games are loaded later. So a game is never older than its version.
    # If a hand was recorded in between, the game is newer than its version, and the next page loads the game again.
    versions = dict(hanchans.values_list("pk", _version_in(tournament)))
    return [game for game in GAMES.get_many(versions, _load).values() if game]


def _load(pks: Collection[int]) -> dict[int, Game | None]:
    games = {game.hanchan.pk: game for game in load_games(Hanchan.objects.filter(pk__in=pks))}
    return {pk: games.get(pk) for pk in pks}


def _version_in(tournament: Tournament) -> Greatest:
    """Return the expression for the version of a hanchan: the number of the latest log entry of the tournament,
    ignoring entries about hands at other tables."""
    log = LogEntry.objects.order_by()
    own = log.filter(hanchan=OuterRef("pk")).values("hanchan").annotate(last=Max("number")).values("last")
    any_other = log.filter(tournament=tournament).exclude(kind__in=HANDS).order_by("-number").values("number")[:1]
    return Greatest(Coalesce(Subquery(own), 0), Coalesce(Subquery(any_other), 0))
