"""A queue (outbox) in the database for messages that are sent outside of transactions and requests, each by one sender
at a time.

A message is written under a unique key. A sender claims it in a short transaction, sends it without holding a lock, and
marks it as done. If the sender dies before it has marked the message, its lease expires and another sender tries
again.
"""

from collections.abc import Sequence
from datetime import timedelta
from typing import TypeVar

from django.db import transaction
from django.db.models import Expression, F, QuerySet, Window
from django.db.models.functions import RowNumber
from django.utils import timezone

from tournament.models import Queued

Message = TypeVar("Message", bound=Queued)

LEASE = timedelta(seconds=60)
"""How long a claimed message is reserved for its sender; longer than any timeout of sending."""

FIRST_RETRY = timedelta(seconds=5)
LAST_RETRY = timedelta(minutes=10)
"""Pauses between attempts: the first is `FIRST_RETRY`, each later pause is three times the one before, at most
`LAST_RETRY`."""

MOST_TRIPLINGS = 5
"""Number of triplings after which a pause that began with `FIRST_RETRY` exceeds `LAST_RETRY`. Further triplings are
skipped, because the 28th would overflow a `timedelta`."""


def claim(messages: "QuerySet[Message]", *, most: int, share: Expression | F | None = None) -> list[Message]:
    """Claim up to `most` due messages, the oldest first. Other senders do not get them until the lease expires.

    `share` is an expression by which messages are grouped, for example the tournament. The groups take turns, so that
    thousands of messages of one tournament do not delay the few of another. Within a group, messages that failed before
    come last.
    """
    now = timezone.now()
    due = messages.filter(done_at=None, next_try_at__lte=now)
    if not due.exists():  # the usual case, which takes no lock
        return []
    # Read before the lock, because PostgreSQL cannot lock rows of a query with a window. Read more rows than are
    # claimed, because another sender may claim some of them first.
    turns = {pk: number for number, pk in enumerate(_in_turn(due, share, 3 * most))}
    with transaction.atomic():
        # On SQLite the IMMEDIATE transaction is the lock, so this select does not wait for another sender.
        locked = messages.filter(pk__in=turns, done_at=None, next_try_at__lte=now)
        rows = locked.select_for_update(no_key=True, skip_locked=True, of=("self",))
        claimed = sorted(rows, key=lambda message: turns[message.pk])[:most]
        for message in claimed:
            message.attempts += 1
            message.next_try_at = now + LEASE
        messages.model._default_manager.bulk_update(claimed, ["attempts", "next_try_at"])
    return claimed


def _in_turn(due: "QuerySet[Message]", share: Expression | F | None, most: int) -> list[int]:
    order = ["next_try_at", "pk"]
    if share is None:
        return list(due.order_by(*order).values_list("pk", flat=True)[:most])
    turn = Window(RowNumber(), partition_by=[share], order_by=["attempts", *order])
    return list(due.annotate(turn=turn).order_by("turn", *order).values_list("pk", flat=True)[:most])


def settle(messages: Sequence[Queued], result: str) -> None:
    """Mark messages as done: they were sent, or will never be sent."""
    _write(messages, result=result, done_at=timezone.now())


def retry(message: Queued, result: str, *, after: timedelta | None = None) -> None:
    """Schedule the next attempt, not before `after` has passed. If the message expires before the next attempt, mark it
    as done."""
    pause = min(FIRST_RETRY * 3 ** min(message.attempts - 1, MOST_TRIPLINGS), LAST_RETRY)
    next_try_at = timezone.now() + max(pause, after or pause)
    if next_try_at >= message.expires_at:
        settle([message], result)
    else:
        _write([message], result=result, next_try_at=next_try_at)


def _write(messages: Sequence[Queued], **columns: object) -> None:
    if messages:
        rows = type(messages[0])._default_manager
        rows.filter(pk__in=[message.pk for message in messages]).update(**columns)
