"""After a hand at one table, most open pages would fetch what they show already: they are told so, at little cost."""

from collections.abc import Mapping

from django.db.models import QuerySet

from tournament.core.queries.follows import has_news
from tournament.core.queries.visibility import Sight
from tournament.core.requests import TenboRequest, is_id
from tournament.models import Hanchan, Tournament

HEADER = "Tenbo-Shown"
"""Of a part that is fetched again: the versions that its page said to show ("12:345 13:7"), or nothing."""


def shows_all(request: TenboRequest, seen: Mapping[Tournament, Sight], own: QuerySet[Hanchan] | None = None) -> bool:
    """Whether only hands were recorded since what this part shows, and none at its `own` hanchans: answer 204 then.

    For parts that show no other hands. Not for somebody from whom a round is withheld, unless only their own table is
    shown: a signature that is taken back withholds again what they see.
    """
    known = _versions(request.headers.get(HEADER, ""))
    if not known or known.keys() != {tournament.pk for tournament in seen}:
        return False
    return not has_news(known, seen, request.visitor, own)


def _versions(said: str) -> dict[int, int]:
    """Whatever somebody may have written there."""
    pairs = [each.split(":") for each in said[:1000].split()]
    return {int(pair[0]): int(pair[1]) for pair in pairs if len(pair) == 2 and all(map(is_id, pair))}
