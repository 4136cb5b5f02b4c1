"""Games for read-only pages, cached in this process: after a hand only that table's game is loaded again."""

from collections.abc import Collection

from django.db import connection
from django.db.models import Max, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce, Greatest

from tournament.core.cache import Cache
from tournament.games.game import Game
from tournament.games.queries.game import load_games
from tournament.models import Hanchan, LogEntry, Tournament
from tournament.models.log import HANDS

GAMES: Cache[int, Game | None] = Cache(1_000)
"""Games by hanchan id; None where the start of the round was withdrawn before the game could be loaded."""


def shown_games(tournament: Tournament, hanchans: QuerySet[Hanchan]) -> list[Game]:
    """Games of this tournament in the queryset's order. Pages share them, so nobody may change them.

    Inside a transaction they are loaded anew, because only this action may see what it has written so far.
    """
    if connection.in_atomic_block:
        return load_games(hanchans)
    # Ids and versions come from one statement and games are loaded after it. So a game is never older than its version;
    # where a hand was recorded in between it is newer, and the next page loads it once more.
    versions = dict(hanchans.values_list("pk", _version_in(tournament)))
    return [game for game in GAMES.get_many(versions, _load).values() if game]


def _load(pks: Collection[int]) -> dict[int, Game | None]:
    games = {game.hanchan.pk: game for game in load_games(Hanchan.objects.filter(pk__in=pks))}
    return {pk: games.get(pk) for pk in pks}


def _version_in(tournament: Tournament) -> Greatest:
    """Number of the last log entry that changed a hanchan's game: any entry but a hand at another table."""
    log = LogEntry.objects.order_by()
    own = log.filter(hanchan=OuterRef("pk")).values("hanchan").annotate(last=Max("number")).values("last")
    any_other = log.filter(tournament=tournament).exclude(kind__in=HANDS).order_by("-number").values("number")[:1]
    return Greatest(Coalesce(Subquery(own), 0), Coalesce(Subquery(any_other), 0))
