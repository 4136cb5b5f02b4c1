"""Write the messages that are due. The due messages are computed from the state of the rounds, so no other action has
to write messages."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from datetime import datetime
from itertools import count
from time import monotonic
from typing import Any

from django.db import transaction
from django.db.models import Count, Exists, Max, OuterRef, Q, QuerySet
from django.utils import timezone

from tournament.core.fading_sums import SendingTimes
from tournament.core.queries.disk import is_nearly_full
from tournament.models import PushMessage, PushSubscription, Tournament
from tournament.push.keys import server_key
from tournament.push.queries.round_news import known_news, tournaments_with_news
from tournament.push.round_news import RoundNews, is_due

EarlierMessages = dict[tuple[int, int], list[PushMessage]]
"""The messages that were written earlier, by the subscription's id and the round's number, the latest last. Of each
kind only the latest is sure to be there (`_delete_unread`)."""


PART = 200
"""The most phones whose messages are written in one transaction, because on SQLite a transaction blocks all other
writers."""

ROUNDS_KEPT = 2
"""The number of rounds before the current one whose messages are kept. When rounds are taken back, they are current
again, and their seats would be sent a second time."""

Look = tuple[int, tuple[tuple[int, tuple[PushMessage.Kind, ...]], ...], int | None, int]
"""The values that decide whether messages of a tournament are due: the tournament's version, the kinds of news about
each round, the id of the latest subscription, and the number of subscriptions. While the values stay the same, no
further message is due."""

Looks = dict[int, Look]
"""The sender's cache: by tournament id, the values of the last check in which nothing was due."""

MOST_LOOKS = 1_000

WRITES_FOR = 3
"""Seconds after which no further tournament's messages are written before others are sent."""


def write_messages(nothing_due: Looks | None = None, times: SendingTimes | None = None) -> bool:
    """Write the due messages of all tournaments, in transactions that do not lock the tournament. Tournaments that have
    not changed since a check in which nothing was due are skipped. Nothing is written while the disk is nearly full.

    The tournaments of those accounts come first whose tournaments took the least time lately (`times`). After
    `WRITES_FOR` seconds no further one begins, so that messages are sent. Return whether some are left.
    """
    if is_nearly_full():
        return False
    began = monotonic()
    nothing_due = {} if nothing_due is None else nothing_due
    times = SendingTimes() if times is None else times
    tournaments: Iterable[Any] = tournaments_with_news(timezone.now())  # with `account`
    for tournament in sorted(tournaments, key=lambda tournament: times.of(tournament.account)):
        if monotonic() - began > WRITES_FOR:
            return True
        began_this = monotonic()
        try:
            _write(tournament, nothing_due, timezone.now())
        finally:
            times.add(tournament.account, began_this)
    return False


def _write(tournament: Tournament, nothing_due: Looks, now: datetime) -> None:
    news = [about for about in known_news(tournament) if any(about.kinds(now))]
    if not news:
        return
    subscriptions = _subscriptions(tournament)
    look = _look(tournament, subscriptions, news, now)
    if nothing_due.get(tournament.pk) == look:
        return
    # Usually nothing is due, and then no lock is taken.
    due = sorted({message.subscription_id for message in _all_due(subscriptions, news, now)})
    if not due:
        if len(nothing_due) >= MOST_LOOKS:
            nothing_due.clear()
        nothing_due[tournament.pk] = look
    for start in range(0, len(due), PART):
        part = subscriptions.filter(pk__in=due[start : start + PART])
        with transaction.atomic():
            # Two processes may find the same news: the second waits here, then sees the messages of the first.
            locked = part.select_for_update(no_key=True, of=("self",))
            PushMessage.objects.bulk_create(_all_due(locked, news, now))
        # Outside of the transaction, whose lock of the subscriptions could block a sender that ends one of them.
        _delete_unread(due[start : start + PART], news)


def _delete_unread(subscriptions: Sequence[int], news: Sequence[RoundNews]) -> None:
    """Delete the messages of these subscriptions that nothing reads any more, so that a phone has only a few, however
    often its seat changes. Some may still wait: those are outdated, or the later message says the same."""
    own = {"subscription": OuterRef("subscription"), "kind": OuterRef("kind"), "round": OuterRef("round")}
    later = PushMessage.objects.filter(pk__gt=OuterRef("pk"), **own)
    long_ago = Q(round__lt=min(about.number for about in news) - ROUNDS_KEPT)
    PushMessage.objects.filter(Exists(later) | long_ago, subscription__in=subscriptions).delete()


def _look(
    tournament: Tournament, subscriptions: "QuerySet[PushSubscription]", news: Sequence[RoundNews], now: datetime
) -> Look:
    kinds = tuple((about.number, tuple(about.kinds(now))) for about in news)
    # The number is compared too, because a phone that subscribes again gets its earlier row, with the same id.
    phones = subscriptions.order_by().aggregate(latest=Max("pk"), number=Count("pk"))
    return tournament.version, kinds, phones["latest"], phones["number"]


def _subscriptions(tournament: Tournament) -> "QuerySet[PushSubscription]":
    of_tournament = PushSubscription.objects.of_tournament(tournament).in_force(server_key())
    return of_tournament.select_related("table").order_by("pk")


def _all_due(
    subscriptions: "QuerySet[PushSubscription]", news: Sequence[RoundNews], now: datetime
) -> list[PushMessage]:
    phones = list(subscriptions)
    earlier: EarlierMessages = defaultdict(list)
    of_phones = PushMessage.objects.filter(subscription__in=[phone.pk for phone in phones])
    for message in of_phones.filter(round__in=[about.number for about in news]).order_by("pk"):
        earlier[message.subscription_id, message.round].append(message)
    return [
        message
        for about in news
        for phone in phones
        for message in _due(phone, about, earlier[phone.pk, about.number], now)
    ]


def _due(
    subscription: PushSubscription, news: RoundNews, earlier: list[PushMessage], now: datetime
) -> list[PushMessage]:
    place = place_of(subscription, news)
    if place is None:
        return []
    due = []
    for kind in news.kinds(now):
        expires_at = news.until(kind)
        if expires_at is None or expires_at <= now or not is_due(kind, place, news, earlier, subscription.created_at):
            continue
        taken = {other.number for other in earlier if other.kind == kind}
        message = PushMessage(
            subscription=subscription,
            kind=kind,
            round=news.number,
            number=next(number for number in count(1) if number not in taken),
            seat=place,
            starts_at=news.starts_at,
            created_at=now,
            next_try_at=now,
            expires_at=expires_at,
        )
        earlier.append(message)
        due.append(message)
    return due


def place_of(subscription: PushSubscription, news: RoundNews) -> str | None:
    """Return the seat (or sitting out) of the subscription's player or table in this round; None if the player or table
    does not take part."""
    if subscription.table is not None:
        return news.place_at(subscription.table.number)
    return news.place_of(subscription.entry_id) if subscription.entry_id else None
