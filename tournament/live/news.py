"""The versions that an open page shows, and the check whether a refresh would show anything new.

A page contains the version of its tournament even while results are withheld from its reader. The number reveals that
something was written, which everybody in the hall can see anyway. It does not reveal what was written, or at which
table. The withheld results themselves are not in the page (`core.queries.visibility`).
"""

from collections.abc import Iterable, Mapping

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.http import HttpRequest

from tournament.core.requests import SHOWN, is_id
from tournament.models import Hanchan, LogEntry, SignedSheet, Tournament
from tournament.models.log import HANDS

HEADER = SHOWN


def follows(tournaments: Iterable[Tournament]) -> str:
    """Return the ids and versions of the tournaments that a page shows, as components/live.html needs them: "12:345
    13:7" means tournament 12 in version 345 and tournament 13 in version 7."""
    return " ".join(f"{tournament.pk}:{tournament.version}" for tournament in tournaments)


def shows_all(request: HttpRequest, tournament_ids: Iterable[int], own: "QuerySet[Hanchan] | None" = None) -> bool:
    """Whether a refresh can be answered with status 204 (no content).

    The result is True if only hands were logged since the versions that the page shows, and none of these hands belongs
    to a hanchan in `own`. Call this function only for parts of pages that show no hands of other hanchans. Without this
    check, most open pages would load unchanged parts after every hand.
    """
    known = versions_in(request.headers.get(HEADER, "")[:1000].split())
    return bool(known) and known.keys() == set(tournament_ids) and not _has_news(known, own)


def _has_news(known: Mapping[int, int], own: "QuerySet[Hanchan] | None") -> bool:
    since = Q()
    for tournament_id, version in known.items():
        since |= Q(tournament=tournament_id, number__gt=version)
    # An undone hand may withdraw a signed sheet, which changes the official standings, and perhaps their visibility.
    news = ~Q(kind__in=HANDS) | Q(Exists(SignedSheet.objects.filter(withdrawn_by=OuterRef("pk"))))
    if own is not None:
        news |= Q(hanchan__in=own.values("pk"))
    return LogEntry.objects.filter(since, news).exists()


def versions_in(texts: Iterable[str]) -> dict[int, int]:
    """Parse texts like "12:345" into versions by the tournament's id; malformed texts are skipped."""
    pairs = [text.partition(":") for text in texts]
    return {int(pk): int(version) for pk, _colon, version in pairs if is_id(pk) and is_id(version)}
