"""Write the messages that are due. The due messages are computed from the state of the rounds, so no other action has
to write messages."""

from collections import defaultdict
from datetime import datetime

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from tournament.models import PushMessage, PushSubscription, Tournament
from tournament.push.keys import server_key
from tournament.push.queries.round_news import news_of, tournaments_with_news
from tournament.push.round_news import RoundNews, is_due

EarlierMessages = dict[tuple[int, int], list[PushMessage]]
"""The messages that were written earlier, by the subscription's id and the round's number, the latest last."""


def write_messages() -> None:
    """Write the due messages of all tournaments, each in a transaction that does not lock the tournament."""
    now = timezone.now()
    for tournament in tournaments_with_news(now):
        # Usually nothing is due, and then no lock is taken, which on SQLite would block all writers.
        if not _all_due(tournament, now):
            continue
        with transaction.atomic():
            # Two processes may find the same news: the second waits here, then sees the messages of the first.
            list(_subscriptions(tournament).select_for_update(of=("self",)))
            PushMessage.objects.bulk_create(_all_due(tournament, now))


def _subscriptions(tournament: Tournament) -> "QuerySet[PushSubscription]":
    of_tournament = PushSubscription.objects.of_tournament(tournament).in_force(server_key())
    return of_tournament.select_related("table").order_by("pk")


def _all_due(tournament: Tournament, now: datetime) -> list[PushMessage]:
    subscriptions = list(_subscriptions(tournament))
    earlier: EarlierMessages = defaultdict(list)
    for message in PushMessage.objects.filter(subscription__in=subscriptions).order_by("pk"):
        earlier[message.subscription_id, message.round].append(message)
    return [
        message
        for news in news_of(tournament)
        for subscription in subscriptions
        for message in _due(subscription, news, earlier[subscription.pk, news.number], now)
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
        message = PushMessage(
            subscription=subscription,
            kind=kind,
            round=news.number,
            number=sum(other.kind == kind for other in earlier) + 1,
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
