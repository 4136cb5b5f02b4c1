"""Up to which write somebody may know of a tournament: what an open page is told, and what it says to have been told.

The version itself would count the hands of a round that is withheld. Compare for being another, not a higher one.
"""

from collections.abc import Iterable

from django.db.models import Q

from tournament.models import Hanchan, LogEntry, Tournament, Visitor
from tournament.queries.visibility import Sight, seen_version, sights

UNKNOWN = 0
"""What a page says that did not ask: it is told of the latest write at once."""


def heard_version(tournament: Tournament, visitor: Visitor, sight: Sight) -> int:
    """The number of the last write of which this visitor may know: those of their own tables among them.

    No query where nothing is withheld.
    """
    version = seen_version(tournament, sight)
    if sight.withheld and (visitor.tables or visitor.entries):
        mine = Q(hanchan__in=Hanchan.objects.scored_by(visitor).values("pk"))
        mine |= Q(hanchan__in=Hanchan.objects.played_by(visitor).values("pk"))
        at_my_tables = LogEntry.objects.filter(mine, tournament=tournament).order_by("-number")
        version = max(version, at_my_tables.values_list("number", flat=True).first() or 0)
    return version


def follows_unasked(tournament_id: int) -> str:
    """The same of a page that did not ask what it shows."""
    return f"{tournament_id}:{UNKNOWN}"


def follows(tournaments: Iterable[Tournament], visitor: Visitor, sight: Sight | None = None) -> str:
    """What a page says of the tournaments it shows, for components/live.html: "12:345 13:7". With the sight of the one
    that it shows, where that was asked for."""
    shown = list(tournaments)
    seen = {shown[0].pk: sight} if sight else sights(shown, visitor)
    return " ".join(f"{each.pk}:{heard_version(each, visitor, seen[each.pk])}" for each in shown)
