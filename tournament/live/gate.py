"""Who may hear of which tournament, and up to which write: the same queries that the pages start from.

For threads of their own: no database connection is left open. Raise `DatabaseError`.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import Enum
from io import BytesIO
from typing import Any, TypeVar

from django.core.handlers.asgi import ASGIRequest
from django.db import connection
from django.db.models import Q

from tournament.core.queries.follows import heard_version
from tournament.core.queries.visibility import Audience, sight_of, sights
from tournament.core.requests import visitor_of_cookies
from tournament.models import STRANGER, Entry, Table, Tournament, Visitor
from tournament.models.player import opened_entries

Answer = TypeVar("Answer")


class Sees(Enum):
    """How what somebody may know is found out after a write."""

    ALL = "all"  # of the team: the version itself
    PUBLIC = "public"  # what everybody may know
    OWN = "own"  # by asking again for them: they opened a table's, a player's or the hall's link


@dataclass(frozen=True)
class Heard:
    """`version` is the tournament's, `told` the one that this person may know."""

    version: int
    told: int
    sees: Sees


@dataclass(frozen=True)
class Public:
    """`told` is the version that everybody may know. While nothing is withheld from everybody, nothing is from anybody
    who sees the tournament: then it is `whole`."""

    told: int
    whole: bool


def seen(scope: dict[str, Any], ids: Iterable[int]) -> dict[int, Heard]:
    """Of these tournaments those that whoever sent this request sees, scores a table of, or has a player's link of.
    Raises `DisallowedHost`."""
    request = ASGIRequest(scope, BytesIO())
    request.get_host()
    return _alone(lambda: _heard(visitor_of_cookies(request), list(ids)))


def public(pk: int) -> Public | None:
    """What is told to whoever sees this tournament and nothing more of it than others; None where it is gone."""
    return _alone(lambda: _public(pk))


def _heard(visitor: Visitor, ids: list[int]) -> dict[int, Heard]:
    of_my_tables = Table.objects.scored_by(visitor).values("tournament")
    mine = Q(pk__in=Tournament.objects.seen_by(visitor).values("pk")) | Q(pk__in=of_my_tables)
    if visitor.entries:
        mine |= Q(pk__in=Entry.objects.filter(opened_entries(visitor)).values("tournament"))
    found = list(Tournament.objects.filter(mine, pk__in=ids).with_role(visitor))
    seen_by_them = sights(found, visitor)
    heard = {}
    for tournament in found:
        sight = seen_by_them[tournament.pk]
        sees = {Audience.TEAM: Sees.ALL, Audience.EVERYONE: Sees.PUBLIC}.get(sight.audience, Sees.OWN)
        heard[tournament.pk] = Heard(tournament.version, heard_version(tournament, visitor, sight), sees)
    return heard


def _public(pk: int) -> Public | None:
    tournament = Tournament.objects.filter(pk=pk).first()
    if tournament is None:
        return None
    sight = sight_of(tournament, STRANGER)
    return Public(heard_version(tournament, STRANGER, sight), sight.live)


def _alone(ask: Callable[[], Answer]) -> Answer:
    try:
        return ask()
    finally:
        connection.close()
