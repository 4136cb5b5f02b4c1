"""Counts the uses of rate limits, for all processes together, before the limited work begins."""

from collections.abc import Iterable
from datetime import timedelta

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from tournament.core.errors import TooOften
from tournament.core.rates import Rate
from tournament.models import RateUse

Use = tuple[Rate, str]
"""A rate limit, and the subject whose use is counted (an account, a network, a table)."""


def take(*uses: Use) -> None:
    """Count one use of each rate. If any of them is exhausted, count none and raise `TooOften`."""
    rates = {rate.key(subject): rate for rate, subject in uses}
    # Check without the lock first, so that a flood of refused requests writes nothing.
    _check(rates, RateUse.objects.filter(key__in=rates))
    now = timezone.now()
    with transaction.atomic():
        # This writes each row, new or not, and so locks it.
        RateUse.objects.bulk_create(
            [RateUse(key=key, used_until=now, changed_at=now) for key in sorted(rates)],
            update_conflicts=True,
            unique_fields=["key"],
            update_fields=["changed_at"],
        )
        rows = list(RateUse.objects.filter(key__in=rates))
        _check(rates, rows)
        for row in rows:
            row.used_until = rates[row.key].used_until(row.used_until, now)
        RateUse.objects.bulk_update(rows, ["used_until"])


def give_back(*uses: Use) -> None:
    """Uncount one use of each rate, because the password was right or the work was not done."""
    for rate, subject in uses:
        RateUse.objects.filter(key=rate.key(subject)).update(used_until=F("used_until") - rate.interval)


def _check(rates: dict[str, Rate], rows: Iterable[RateUse]) -> None:
    now = timezone.now()
    wait = max((rates[row.key].wait(row.used_until, now) for row in rows), default=timedelta())
    if wait:
        raise TooOften(wait)


def forget_old_uses(before: timedelta = timedelta(days=1)) -> None:
    """Delete the rows of rate limits whose uses were all regained longer than `before` ago."""
    RateUse.objects.filter(used_until__lt=timezone.now() - before).delete()
