"""Subscribe or unsubscribe a browser. Neither change is logged, because it concerns only the owner of the phone."""

from django.utils.translation import gettext_lazy as _

from tournament.core.actions.locking import locked_tournament
from tournament.core.errors import NotDone
from tournament.models import Entry, PushSubscription, Table, Tournament
from tournament.push.endpoints import BrowserKeys
from tournament.push.keys import server_key
from tournament.push.queries.round_news import sends_messages

MOST_PHONES = 10
"""The most browsers that are subscribed for one player or table; the oldest subscriptions are dropped."""


MOST_PHONES_OF_EVENT = 4_000
"""The most browsers that are subscribed in one tournament: two for each of 2,000 players. From this number on, a new
browser replaces the oldest one of the same player or table; if there is none, the new browser is refused."""


class TooManyPhones(NotDone):
    """The tournament already has `MOST_PHONES_OF_EVENT` subscribed browsers."""

    message = _("Too many phones already get the notifications of this event. Nothing was changed.")


class NoMessages(NotDone):
    """The tournament is private or a club night, or the private link was changed."""

    message = _("This event sends no notifications. Nothing was changed.")


def subscribe(*, owner: Entry | Table, browser: BrowserKeys, language: str) -> None:
    """Subscribe the browser to messages for this player or table. A second call updates its keys and language.

    Raises `NoMessages`, `TooManyPhones`, `Archived`, `Away`, and the owner's `DoesNotExist`.
    """
    with locked_tournament(owner.tournament_id) as tournament:
        current = type(owner)._default_manager.get(pk=owner.pk)
        if not sends_messages(tournament) or current.link_nonce != owner.link_nonce:
            raise NoMessages
        subscriptions = current.push_subscriptions
        most = MOST_PHONES
        if _phones(tournament) >= MOST_PHONES_OF_EVENT:
            most = subscriptions.count()
        if not most:
            raise TooManyPhones
        subscriptions.update_or_create(
            endpoint=browser.endpoint,
            defaults={
                "p256dh": browser.p256dh,
                "auth": browser.auth,
                "language": language,
                "link_nonce": current.link_nonce,
                "server_key": server_key(),
                "is_at_desk": isinstance(owner, Entry) and owner.is_at_desk,
            },
        )
        newest = subscriptions.order_by("-pk")[:most].values_list("pk", flat=True)
        subscriptions.exclude(pk__in=list(newest)).delete()


def _phones(tournament: Tournament) -> int:
    return PushSubscription.objects.of_tournament(tournament).count()


def unsubscribe(*, owner: Entry | Table, endpoint: str) -> None:
    """Unsubscribe the browser from messages for this player or table; nothing changes if it is not subscribed."""
    owner.push_subscriptions.filter(endpoint=endpoint).delete()
