"""Counts the uses of rate limits, for all processes together. A use is counted before the limited work begins."""

from collections.abc import Iterable
from datetime import timedelta

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from tournament.core.actions.batches import delete_in_batches
from tournament.core.errors import TooOften
from tournament.core.rates import Rate
from tournament.models import RateUse

Use = tuple[Rate, str]
"""A rate limit, and the subject whose use is counted (an account, a network, a table)."""


def take(*uses: Use, amount: float = 1) -> None:
    """Count one use of each rate limit, or `amount` uses. If a rate limit has fewer uses left, count nothing and raise
    `TooOften`."""
    rates = {rate.key(subject): rate for rate, subject in uses}
    # Check without the lock first, so that a flood of refused requests writes nothing.
    _check(rates, _stored(rates), amount)
    with transaction.atomic():
        rows = _locked(rates)
        _check(rates, rows, amount)
        _count(rates, rows, dict.fromkeys(rates, amount))


def check(*uses: Use, amount: float = 1) -> None:
    """Raise `TooOften` if one of these rate limits has not as many uses left; count nothing."""
    rates = {rate.key(subject): rate for rate, subject in uses}
    _check(rates, _stored(rates), amount)


def is_used_up(*uses: Use) -> bool:
    """Whether one of these rate limits has no use left."""
    try:
        check(*uses)
    except TooOften:
        return True
    return False


def spend(amount: float, *uses: Use) -> None:
    """Count `amount` uses of each rate limit, even beyond the limit, because the work has been done already. A negative
    amount gives back uses that were taken before the work and were not needed."""
    rates = {rate.key(subject): rate for rate, subject in uses}
    with transaction.atomic():
        _count(rates, _locked(rates), dict.fromkeys(rates, amount))


def spend_own(amount: float, own: Use, *shared: Use, longest_wait: timedelta) -> None:
    """Count `amount` uses of an account's own rate limit, even beyond the limit, because the work has been done
    already. Of the limits that it shares with others, count only as many as its own limit had left: so one account uses
    at most its own limit of what is shared. Nobody has to wait for more than `longest_wait`."""
    rates = {rate.key(subject): rate for rate, subject in (own, *shared)}
    own_key = own[0].key(own[1])
    with transaction.atomic():
        rows = _locked(rates)
        left = sum(own[0].left(row.used_until, timezone.now()) for row in rows if row.key == own_key)
        _count(rates, rows, dict.fromkeys(rates, min(amount, left)) | {own_key: amount}, longest_wait)


def give_back(*uses: Use) -> None:
    """Undo the counting of one use of each rate limit, because the password was right or the work was not done."""
    for rate, subject in uses:
        RateUse.objects.filter(key=rate.key(subject)).update(used_until=F("used_until") - rate.interval)


def _locked(rates: dict[str, Rate]) -> list[RateUse]:
    """Return the locked rows of these rate limits. Missing rows are created.

    The widest limit is locked first, for example the limit of an owner before the limits of addresses. A transaction
    may write mails to several people: while it does, another transaction of the same owner waits for the owner's row,
    and holds no address that the first one needs.
    """
    by_width = sorted(rates, key=lambda key: (-rates[key].burst, key))
    rows = (_locked_row(key) or _new_row(key) for key in by_width)
    return [row for row in rows if row is not None]


def _locked_row(key: str) -> RateUse | None:
    # On SQLite the IMMEDIATE transaction is the lock.
    return RateUse.objects.select_for_update(no_key=True).filter(key=key).first()


def _new_row(key: str) -> RateUse | None:
    now = timezone.now()
    # Another transaction may create the row at the same moment.
    RateUse.objects.bulk_create([RateUse(key=key, used_until=now, changed_at=now)], ignore_conflicts=True)
    return _locked_row(key)


def _count(
    rates: dict[str, Rate], rows: list[RateUse], uses: dict[str, float], longest_wait: timedelta = timedelta.max
) -> None:
    now = timezone.now()
    for row in rows:
        rate = rates[row.key]
        until = rate.used_until(row.used_until, now, uses[row.key])
        if until - now - rate.period > longest_wait:
            until = now + rate.period + longest_wait
        row.used_until, row.changed_at = until, now
    RateUse.objects.bulk_update(rows, ["used_until", "changed_at"])


def _check(rates: dict[str, Rate], rows: Iterable[RateUse], amount: float = 1) -> None:
    now = timezone.now()
    wait = max((rates[row.key].wait(row.used_until, now, amount) for row in rows), default=timedelta())
    if wait:
        raise TooOften(wait)


def _stored(rates: dict[str, Rate]) -> list[RateUse]:
    """Return the rows of these rate limits. Rows that were stored while the computer's clock was ahead are moved back
    first: a laptop may start with a clock that is a year ahead, and nobody could log in for a year."""
    rows = list(RateUse.objects.filter(key__in=rates))
    now = timezone.now()
    if all(row.changed_at <= now for row in rows):
        return rows
    with transaction.atomic():
        rows = _locked(rates)
        for row in rows:
            row.used_until -= max(row.changed_at - now, timedelta())
            row.changed_at = now
        RateUse.objects.bulk_update(rows, ["used_until", "changed_at"])
    return rows


def forget_old_uses(before: timedelta = timedelta(days=1)) -> None:
    """Delete the rows of rate limits that have had all their uses free for longer than `before`."""
    delete_in_batches(RateUse.objects.filter(used_until__lt=timezone.now() - before))
