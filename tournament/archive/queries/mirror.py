"""The live mirrors of tournaments: the mirrors that this laptop sends, and the mirrors that this site receives."""

from datetime import datetime, timedelta

from django.utils import timezone

from tournament.core.queries.accountable import accountable_for
from tournament.models import HandOver, Mirror

HEARTBEAT = timedelta(seconds=60)
"""Time without a change after which the laptop sends a heartbeat: it tells the site that the laptop can still reach
it."""


def due_mirrors() -> dict[int | None, Mirror]:
    """Return the mirrors of tournaments on this laptop that have something to send now, by the account that is
    accountable for the tournament: of each account the one that has waited longest."""
    now = timezone.now()
    waiting = Mirror.objects.filter(is_on=True, next_try_at__lte=now, hand_over__ended_at=None)
    rows = (
        waiting.exclude(problem__in=Mirror.STOPPED)
        .select_related("hand_over__tournament")
        .annotate(account=accountable_for("hand_over__tournament"))
        .order_by("next_try_at", "pk")
    )
    first: dict[int | None, Mirror] = {}
    for row in rows:
        if _has_news(row, now):
            first.setdefault(row.account, row)
    return first


def _has_news(mirror: Mirror, now: datetime) -> bool:
    if mirror.hand_over.tournament.version > mirror.sent_version or mirror.sent_at is None:
        return True
    return now - mirror.sent_at >= HEARTBEAT or bool(mirror.problem)


def lent_with_key(slug: str, key: str) -> HandOver | None:
    """Return the open or ended hand-over of the tournament with this slug to the laptop that has this key; None if
    there is no such hand-over."""
    rows = HandOver.objects.filter(tournament__slug=slug, is_lent=True).select_related("tournament")
    return next((row for row in rows if row.accepts_mirror(key)), None)
