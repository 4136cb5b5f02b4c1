"""Mails of an event to people who entered it."""

from datetime import datetime
from enum import StrEnum

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import pgettext_lazy

from tournament.models.accounts.user import User
from tournament.models.player import Entry
from tournament.models.queued import Queued
from tournament.models.tournament import Tournament


class MailKind(models.TextChoices):
    """The occasion or subject of a mail. Mails of all kinds but the last two are written automatically."""

    RECEIVED = "received", pgettext_lazy("mail", "confirmation")
    ACCEPTED = "accepted", pgettext_lazy("mail", "accepted")
    MOVED_UP = "moved_up", pgettext_lazy("mail", "moved up from the waiting list")
    WAITING = "waiting", pgettext_lazy("mail", "on the waiting list")
    PAID = "paid", pgettext_lazy("mail", "fee received")
    CANCELLED = "cancelled", pgettext_lazy("mail", "cancelled")
    REMINDER = "reminder", pgettext_lazy("mail", "reminder of the fee")
    MESSAGE = "message", pgettext_lazy("mail", "message")


class MailState(StrEnum):
    """The state of a mail, as far as Tenbo knows."""

    WAITING = "waiting"  # to be sent, perhaps again after a failure
    SENDING = "sending"  # being handed over to a mail server
    DOUBT = "doubt"  # the sender died or lost the connection before the server's answer: a person decides
    SENT = "sent"  # accepted by the mail server
    ON_SITE = "on_site"  # not mailed: shown on the recipient's own page only
    FAILED = "failed"  # refused, or expired


class Mail(Queued):
    """One mail to one person, in the recipient's language.

    * `subject`, `body`: "{name}" and "{link}" in them stand for the person's name and private link. They are filled in
      when the mail is sent or shown (`mail.words.mail`).
    * `batch`: equal in all mails of one message to several people.
    * `handed_over_at`: set before the mail is handed to a mail server; after that the mail is never retried
      automatically.
    * `to`: the address that the mail was sent to.
    * `result`: one of the constants below, or the answer of the mail server.
    """

    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="mails")
    kind = models.CharField(max_length=10, choices=MailKind.choices)
    batch = models.UUIDField()
    language = models.CharField(max_length=10)
    subject = models.CharField(max_length=200)
    body = models.TextField()
    to = models.EmailField(blank=True)
    handed_over_at = models.DateTimeField(null=True)
    written_by = models.ForeignKey(User, null=True, on_delete=models.SET_NULL, related_name="+")

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["entry", "batch"], name="a_mail_is_written_once"),
            models.CheckConstraint(condition=Q(kind__in=MailKind.values), name="mail_kind_is_known"),
        ]
        indexes = [
            models.Index(fields=["next_try_at"], condition=Q(done_at=None, handed_over_at=None), name="mails_that_wait")
        ]

    def __str__(self) -> str:
        return f"{self.kind} to {self.entry_id}: {self.subject}"

    @property
    def message_id(self) -> str:
        """Return the Message-ID header, which is the same each time the mail is sent, so that a mailbox can detect a
        duplicate."""
        domain = settings.DEFAULT_FROM_EMAIL.rpartition("@")[2].rstrip("> ") or "localhost"
        return f"<{self.batch.hex}.{self.entry_id}@{domain}>"

    @property
    def state(self) -> MailState:
        """The current state of this mail."""
        return mail_state(self.done_at, self.handed_over_at, self.next_try_at, self.result)


class MailWording(models.Model):
    """An event's own wording of the mails of one kind in one language, instead of Tenbo's.

    `subject` and `body` may contain placeholders (`mail.placeholders`); the body has "{link}" if its kind of mail needs
    it.
    """

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="mail_wordings")
    kind = models.CharField(max_length=10, choices=MailKind.choices)
    language = models.CharField(max_length=10)
    subject = models.CharField(max_length=200)
    body = models.TextField()

    class Meta:
        ordering = ["kind", "language"]
        constraints = [
            models.UniqueConstraint(
                fields=["tournament", "kind", "language"], name="one_wording_of_a_kind_and_language"
            ),
            models.CheckConstraint(condition=Q(kind__in=MailKind.values), name="worded_kind_is_known"),
        ]

    def __str__(self) -> str:
        return f"{self.tournament_id}: {self.kind} in {self.language}"


SENT = "sent"
PRINTED = "printed on the console"
NO_ADDRESS = "no mail address"
TOO_MANY = "too many mails"
EXPIRED = "too late"
SEEN = (PRINTED, NO_ADDRESS, TOO_MANY)
"""Results of mails that were sent to no mail server: recipients find these mails only on the site."""


def mail_state(done: datetime | None, handed_over: datetime | None, lease_ends: datetime, result: str) -> MailState:
    """Compute a mail's state from its columns (`lease_ends` is `next_try_at`)."""
    if done is not None:
        if result == SENT:
            return MailState.SENT
        return MailState.ON_SITE if result in SEEN else MailState.FAILED
    if handed_over is None:
        return MailState.WAITING
    return MailState.SENDING if lease_ends > timezone.now() else MailState.DOUBT
