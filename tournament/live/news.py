"""Which versions an open page shows, and whether anything but hands was written since.

A page is told the plain version of its tournament, also while results are withheld from its reader. That number says
that somebody wrote something, not at which table nor what, and whoever is in the hall sees as much. Withheld results
stay out of what is drawn (`core.queries.visibility`), so nobody is better off if their number of writes is hidden too.
"""

from collections.abc import Iterable, Mapping

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.http import HttpRequest

from tournament.core.requests import is_id
from tournament.models import Hanchan, LogEntry, SignedSheet, Tournament
from tournament.models.log import HANDS

HEADER = "Tenbo-Shown"
"""Request header of a part that is fetched again: the versions that its page shows ("12:345 13:7"), or nothing."""


def follows(tournaments: Iterable[Tournament]) -> str:
    """The tournaments that a page shows and their versions, for components/live.html: "12:345 13:7"."""
    return " ".join(f"{tournament.pk}:{tournament.version}" for tournament in tournaments)


def shows_all(request: HttpRequest, tournament_ids: Iterable[int], own: "QuerySet[Hanchan] | None" = None) -> bool:
    """Whether nothing was written since what this part shows but hands, and none of its `own` hanchans: answer 204.

    For parts that show no other hands: after a hand at one table most open pages would fetch what they already show.
    """
    known = _versions(request.headers.get(HEADER, ""))
    return bool(known) and known.keys() == set(tournament_ids) and not _has_news(known, own)


def _has_news(known: Mapping[int, int], own: "QuerySet[Hanchan] | None") -> bool:
    since = Q()
    for tournament_id, version in known.items():
        since |= Q(tournament=tournament_id, number__gt=version)
    # A hand that is undone may take a signed sheet back: then the official standings change, and maybe who sees them.
    news = ~Q(kind__in=HANDS) | Q(Exists(SignedSheet.objects.filter(withdrawn_by=OuterRef("pk"))))
    if own is not None:
        news |= Q(hanchan__in=own.values("pk"))
    return LogEntry.objects.filter(since, news).exists()


def _versions(header: str) -> dict[int, int]:
    """Versions by tournament's id, whatever somebody may have written there."""
    pairs = [each.split(":") for each in header[:1000].split()]
    return {int(pair[0]): int(pair[1]) for pair in pairs if len(pair) == 2 and all(map(is_id, pair))}
