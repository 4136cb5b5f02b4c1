"""Web Push: the subscriptions of browsers, and the messages sent to them."""

from django.db import models
from django.db.models import F, Q

from tournament.models.player import Entry
from tournament.models.queued import Queued
from tournament.models.round import Table
from tournament.models.tournament import Tournament


class PushSubscriptionQuerySet(models.QuerySet["PushSubscription"]):
    def of_tournament(self, tournament: Tournament) -> "PushSubscriptionQuerySet":
        return self.filter(Q(entry__tournament=tournament) | Q(table__tournament=tournament))

    def in_force(self, server_key: str) -> "PushSubscriptionQuerySet":
        """Return the subscriptions that can get messages: those that were made with this public key of the site, on the
        page of a link that is still valid."""
        link = Q(entry__link_nonce=F("link_nonce")) | Q(table__link_nonce=F("link_nonce"))
        return self.filter(link, server_key=server_key)


class PushSubscription(models.Model):
    """A browser's subscription to messages for one player or one table, until somebody ends it on the page where it was
    made.

    * `endpoint`: the address at the browser's push service. `p256dh` and `auth` are the browser's keys, with which
      messages are encrypted.
    * `server_key`: the site's public key when the browser subscribed. The push service accepts only messages signed
      with the matching private key.
    * `link_nonce`: the nonce of the private link on whose page the browser subscribed. After the link is renewed,
      nothing is sent.
    * `is_at_desk`: whether that private link was the one that referees show to a player at the desk
      (`Entry.accepts_desk`).
    """

    entry = models.ForeignKey(Entry, null=True, on_delete=models.CASCADE, related_name="push_subscriptions")
    table = models.ForeignKey(Table, null=True, on_delete=models.CASCADE, related_name="push_subscriptions")
    link_nonce = models.CharField(max_length=16)
    endpoint = models.CharField(max_length=1000)
    p256dh = models.CharField(max_length=100)
    auth = models.CharField(max_length=40)
    server_key = models.CharField(max_length=100)
    language = models.CharField(max_length=10)
    is_at_desk = models.BooleanField(default=False, db_default=False)
    created_at = models.DateTimeField(auto_now_add=True)

    objects = PushSubscriptionQuerySet.as_manager()

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.CheckConstraint(
                condition=Q(entry=None, table__isnull=False) | Q(entry__isnull=False, table=None),
                name="push_is_for_a_player_or_a_table",
            ),
            models.UniqueConstraint(fields=["entry", "endpoint"], name="a_phone_subscribes_once_to_a_player"),
            models.UniqueConstraint(fields=["table", "endpoint"], name="a_phone_subscribes_once_to_a_table"),
        ]

    def __str__(self) -> str:
        return f"{self.entry or self.table}: {self.endpoint[:40]}"


class PushMessage(Queued):
    """One message about one round to one phone. Its text is written when it is sent.

    `seat` is the player's table and wind ("7S") or one of the constants of `push.round_news`; `starts_at` is the
    announced start, if the message tells it. `number` is the lowest that no stored message of this kind about this
    round to this subscription has. It is unique, so that two processes cannot write the same message.
    """

    class Kind(models.TextChoices):
        PLANNED = "planned"  # the seats of a coming round are known
        SOON = "soon"  # the announced start is minutes away
        STARTED = "started"  # the round was started, so its seats are real

    subscription = models.ForeignKey(PushSubscription, on_delete=models.CASCADE, related_name="messages")
    kind = models.CharField(max_length=10, choices=Kind.choices)
    round = models.PositiveSmallIntegerField()
    number = models.PositiveSmallIntegerField()
    seat = models.CharField(max_length=12, blank=True)
    starts_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["subscription", "kind", "round", "number"], name="each_push_message_is_written_once"
            ),
            models.CheckConstraint(condition=Q(kind__in=["planned", "soon", "started"]), name="push_kind_is_known"),
        ]
        indexes = [models.Index(fields=["next_try_at"], condition=Q(done_at=None), name="push_messages_that_wait")]

    def __str__(self) -> str:
        return f"{self.kind} {self.round}.{self.number}: {self.seat}"
