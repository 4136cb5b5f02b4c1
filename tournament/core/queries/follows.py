"""Up to which write somebody may know of a tournament: what an open page is told, and what it says to have been told.

The version itself would count the hands of a round that is withheld. Compare for being another, not a higher one.
"""

from collections.abc import Iterable, Mapping

from django.db.models import Q, QuerySet

from tournament.core.queries.visibility import Sight, of_nothing_withheld, seen_version, sights
from tournament.models import Hanchan, LogEntry, Tournament, Visitor
from tournament.models.log import HANDS

UNKNOWN = 0
"""What a page says that did not ask: it is told of the latest write at once."""


def heard_version(tournament: Tournament, visitor: Visitor, sight: Sight) -> int:
    """The number of the last write of which this visitor may know: those of their own tables among them.

    No query where nothing is withheld.
    """
    version = seen_version(tournament, sight)
    if sight.withheld and (visitor.tables or visitor.entries):
        at_my_tables = LogEntry.objects.filter(_of_my_tables(visitor), tournament=tournament).order_by("-number")
        version = max(version, at_my_tables.values_list("number", flat=True).first() or 0)
    return version


def has_news(
    known: Mapping[int, int], seen: Mapping[Tournament, Sight], visitor: Visitor, own: QuerySet[Hanchan] | None = None
) -> bool:
    """Whether this visitor may know of anything but hands that was written since these versions, by tournament's id,
    or of a hand of their `own` hanchans."""
    since = Q(pk__in=[])
    for tournament, sight in seen.items():
        since |= _may_know(tournament, visitor, sight) & Q(number__gt=known[tournament.pk])
    news = ~Q(kind__in=HANDS)
    if own is not None:
        news |= Q(hanchan__in=own.values("pk"))
    return LogEntry.objects.filter(since, news).exists()


def _may_know(tournament: Tournament, visitor: Visitor, sight: Sight) -> Q:
    known = Q(tournament=tournament)
    if sight.withheld:
        known &= of_nothing_withheld(sight) | _of_my_tables(visitor)
    return known


def _of_my_tables(visitor: Visitor) -> Q:
    scored, played = Hanchan.objects.scored_by(visitor), Hanchan.objects.played_by(visitor)
    return Q(hanchan__in=scored.values("pk")) | Q(hanchan__in=played.values("pk"))


def follows_unasked(tournament_id: int) -> str:
    """The same of a page that did not ask what it shows."""
    return f"{tournament_id}:{UNKNOWN}"


def follows(tournaments: Iterable[Tournament], visitor: Visitor, sight: Sight | None = None) -> str:
    """What a page says of the tournaments it shows, for components/live.html: "12:345 13:7". With the sight of the one
    that it shows, where that was asked for."""
    shown = list(tournaments)
    seen = {shown[0].pk: sight} if sight else sights(shown, visitor)
    return " ".join(f"{each.pk}:{heard_version(each, visitor, seen[each.pk])}" for each in shown)
