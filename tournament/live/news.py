"""Which versions an open page shows, and whether more than hands was written since.

A page gets the plain version of its tournament, also while results are withheld from its reader. That number shows that
something was written, but not what or at which table, and everybody in the hall can see as much. Withheld results stay
out of the page itself (`core.queries.visibility`), so hiding the number of writes too would protect nothing.
"""

from collections.abc import Iterable, Mapping

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.http import HttpRequest

from tournament.core.requests import is_id
from tournament.models import Hanchan, LogEntry, SignedSheet, Tournament
from tournament.models.log import HANDS

HEADER = "Tenbo-Shown"
"""Request header that marks a refresh: the versions that the page shows ("12:345 13:7"), or nothing."""


def follows(tournaments: Iterable[Tournament]) -> str:
    """Return the tournaments that a page shows, with their versions, for components/live.html: "12:345 13:7"."""
    return " ".join(f"{tournament.pk}:{tournament.version}" for tournament in tournaments)


def shows_all(request: HttpRequest, tournament_ids: Iterable[int], own: "QuerySet[Hanchan] | None" = None) -> bool:
    """Whether a refresh can be answered with 204: since then only hands were written, and none at the `own` hanchans.

    For parts that show no other hands: after a hand at one table most open pages would fetch what they already show.
    """
    known = versions_in(request.headers.get(HEADER, "")[:1000].split())
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


def versions_in(texts: Iterable[str]) -> dict[int, int]:
    """Parse versions by tournament's id, each as "12:345"; a malformed one is skipped."""
    pairs = [text.partition(":") for text in texts]
    return {int(pk): int(version) for pk, _colon, version in pairs if is_id(pk) and is_id(version)}
