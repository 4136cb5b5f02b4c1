"""Games for pages that only read them, loaded once for all of these: after a hand, that table's alone.

Nothing here is a fact: a process that has just begun loads them all again.
"""

from collections import OrderedDict
from threading import Lock

from django.db import connection
from django.db.models import QuerySet

from tournament.core.queries.follows import HANDS
from tournament.games.game import Game
from tournament.games.queries.game import load_games
from tournament.models import Hanchan, Tournament

MOST = 8
"""Tournaments whose games are kept; the one that was longest not asked for goes first."""


class _Shelf:
    """One tournament's games by hanchan's id, none older than the log's entry `number`."""

    def __init__(self) -> None:
        self.lock = Lock()
        self.number = -1
        self.games: dict[int, Game] = {}

    def forget_what_changed(self, tournament: Tournament) -> None:
        if tournament.version <= self.number:
            return
        written = list(tournament.log.filter(number__gt=self.number).values_list("number", "kind", "hanchan"))
        if all(kind in HANDS for _number, kind, _hanchan in written):
            for _number, _kind, hanchan in written:
                self.games.pop(hanchan, None)
        else:
            self.games.clear()
        self.number = max([tournament.version, *(number for number, _kind, _hanchan in written)])


_shelves: OrderedDict[int, _Shelf] = OrderedDict()
_shelves_lock = Lock()


def shown_games(tournament: Tournament, hanchans: QuerySet[Hanchan]) -> list[Game]:
    """Games of this tournament in the queryset's order; others are shown the same ones, so nobody is to change them.

    Inside a transaction they are loaded anew: an action sees what it has just written, and nobody else may.
    """
    if connection.in_atomic_block:
        return load_games(hanchans)
    with _shelves_lock:
        shelf = _shelves.setdefault(tournament.pk, _Shelf())
        _shelves.move_to_end(tournament.pk)
        while len(_shelves) > MOST:
            _shelves.popitem(last=False)
    wanted = list(hanchans.values_list("pk", flat=True))
    with shelf.lock:
        shelf.forget_what_changed(tournament)
        missing = [pk for pk in wanted if pk not in shelf.games]
        if missing:
            shelf.games |= {game.hanchan.pk: game for game in load_games(Hanchan.objects.filter(pk__in=missing))}
        return [shelf.games[pk] for pk in wanted]


def clear() -> None:
    with _shelves_lock:
        _shelves.clear()
