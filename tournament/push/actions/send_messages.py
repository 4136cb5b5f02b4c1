"""Send the messages that are due. The database is used before and after the requests, never while waiting for a push
service."""

import json
import logging
from collections.abc import Callable, Iterable
from datetime import datetime, timedelta
from math import ceil

from django.db.models.functions import Coalesce
from django.utils import timezone, translation

from tournament.core.actions.queue import claim, retry, settle
from tournament.models import PushMessage, PushSubscription, Tournament
from tournament.push.actions.write_messages import place_of
from tournament.push.delivery import Delivered, PushAnswer, PushRequest
from tournament.push.endpoints import BrowserKeys
from tournament.push.keys import server_key
from tournament.push.queries.round_news import known_news
from tournament.push.round_news import RoundNews
from tournament.push.words.notices import notice

AT_ONCE = 20
"""The number of messages that one process sends in parallel, so that a push service that does not answer delays the
others little."""

Deliver = Callable[[Iterable[PushRequest]], Iterable[PushAnswer]]
"""A function that sends requests in parallel, and returns their answers in the same order."""

logger = logging.getLogger(__name__)


def send_messages(deliver: Deliver) -> int:
    """Send a batch of the messages that are due, and return how many were claimed."""
    waiting = PushMessage.objects.select_related("subscription__entry__tournament", "subscription__table__tournament")
    tournament = Coalesce("subscription__entry__tournament", "subscription__table__tournament")
    claimed = claim(waiting, most=AT_ONCE, share=tournament)
    requests = _requests(claimed)
    settle([message for message in claimed if message.pk not in requests], "outdated")
    to_send = [message for message in claimed if message.pk in requests]
    for message, answer in zip(to_send, deliver(requests[message.pk] for message in to_send), strict=True):
        _settle(message, answer)
    return len(claimed)


def _settle(message: PushMessage, answer: PushAnswer) -> None:
    if answer.outcome is Delivered.FAILED:
        retry(message, str(answer), after=answer.after)
        return
    if answer.outcome is Delivered.REFUSED:
        logger.warning("A push service refused a message: %s", answer)
    settle([message], str(answer))
    if answer.outcome is Delivered.GONE:
        # Subscriptions of the same browser for other players have ended too. Their messages are deleted with them.
        PushSubscription.objects.filter(endpoint=message.subscription.endpoint).delete()


def _requests(messages: Iterable[PushMessage]) -> dict[int, PushRequest]:
    """Return the requests to the push services, by the message's id. Messages are left out if they have expired, are no
    longer true, or belong to a subscription that has ended."""
    now = timezone.now()
    in_force = set(
        PushSubscription.objects.in_force(server_key()).filter(messages__in=messages).values_list("pk", flat=True)
    )
    news: dict[int, tuple[RoundNews, ...]] = {}
    requests = {}
    for message in messages:
        tournament = _tournament(message.subscription)
        if message.subscription_id not in in_force or message.expires_at <= now:
            continue
        if tournament.pk not in news:
            news[tournament.pk] = known_news(tournament)
        about = next((about for about in news[tournament.pk] if about.number == message.round), None)
        if about is not None and place_of(message.subscription, about) == message.seat:
            requests[message.pk] = _request(message, tournament, about, now)
    return requests


def _request(message: PushMessage, tournament: Tournament, about: RoundNews, now: datetime) -> PushRequest:
    subscription = message.subscription
    table = subscription.table
    if subscription.entry:
        subscription.entry.is_at_desk = subscription.is_at_desk
    with translation.override(subscription.language):
        words = notice(tournament, about, message.seat, now, table=table.number if table else None)
    topic = f"t{tournament.pk}r{message.round}{f't{table.number}' if table else f'e{subscription.entry_id}'}"
    content = {
        "title": words.title,
        "body": words.body,
        "lang": subscription.language,
        "tag": topic,
        "address": table.get_absolute_url() if table else subscription.entry.get_link() if subscription.entry else "/",
    }
    return PushRequest(
        browser=BrowserKeys(endpoint=subscription.endpoint, p256dh=subscription.p256dh, auth=subscription.auth),
        payload=json.dumps(content).encode(),
        topic=topic[:32],
        ttl=ceil((message.expires_at - now) / timedelta(seconds=1)),
    )


def _tournament(subscription: PushSubscription) -> Tournament:
    owner = subscription.table or subscription.entry
    assert owner is not None  # noqa: S101 (the table's constraint)
    return owner.tournament
