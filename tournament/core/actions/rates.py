"""Count the uses of rates, for all processes together, before the work that they limit is begun."""

from collections.abc import Iterable
from datetime import timedelta

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from tournament.core.errors import TooOften
from tournament.core.rates import Rate
from tournament.models import RateUse

Use = tuple[Rate, str]
"""A rate, and whose use it is."""


def take(*uses: Use) -> None:
    """Count one use of each. Raises `TooOften`, and counts none, if any of them has to wait."""
    rates = {rate.key(subject): rate for rate, subject in uses}
    # Without the lock first, so that a flood of refused requests writes nothing.
    _check(rates, RateUse.objects.filter(key__in=rates))
    now = timezone.now()
    with transaction.atomic():
        # Writes each row, and so locks it, whether it was there or not.
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
    """Take back one use of each that was counted: it was no wrong password, or the work was not done."""
    for rate, subject in uses:
        RateUse.objects.filter(key=rate.key(subject)).update(used_until=F("used_until") - rate.interval)


def _check(rates: dict[str, Rate], rows: Iterable[RateUse]) -> None:
    now = timezone.now()
    wait = max((rates[row.key].wait(row.used_until, now) for row in rows), default=timedelta())
    if wait:
        raise TooOften(wait)


def forget_old_uses(before: timedelta = timedelta(days=1)) -> None:
    """Delete rows that have said nothing for a day."""
    RateUse.objects.filter(used_until__lt=timezone.now() - before).delete()
