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
    """What a mail is about. All but the last two are written by themselves."""

    RECEIVED = "received", pgettext_lazy("mail", "confirmation")
    ACCEPTED = "accepted", pgettext_lazy("mail", "accepted")
    MOVED_UP = "moved_up", pgettext_lazy("mail", "moved up from the waiting list")
    WAITING = "waiting", pgettext_lazy("mail", "on the waiting list")
    PAID = "paid", pgettext_lazy("mail", "fee received")
    CANCELLED = "cancelled", pgettext_lazy("mail", "cancelled")
    REMINDER = "reminder", pgettext_lazy("mail", "reminder of the fee")
    MESSAGE = "message", pgettext_lazy("mail", "message")


class MailState(StrEnum):
    """What became of a mail, as far as Tenbo knows."""

    WAITING = "waiting"  # to be sent, perhaps once more after a failure
    SENDING = "sending"  # a mail server is being given it
    DOUBT = "doubt"  # the sender died or lost the server before its answer: sent or not, a person decides
    SENT = "sent"  # the mail server took it
    ON_SITE = "on_site"  # not mailed: its reader finds it on their own page
    FAILED = "failed"  # refused, or too late


class Mail(Queued):
    """One mail to one person, in the language of its reader.

    In `subject` and `body`, "{name}" and "{link}" stand for the person's name and private link, which are filled in
    when it is read (`mail.words.mail`). `batch` is one for all mails of a message, and each person has one of them.
    `handed_over_at` is set before a mail server is given it, and from then on nothing sends it again by itself. `to`
    is the address that it went to. `result` is one of the constants below, or the answer of the mail server.
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
        """The Message-ID of its header: the same whenever it is sent, so that a mailbox can tell a second one."""
        domain = settings.DEFAULT_FROM_EMAIL.rpartition("@")[2].rstrip("> ") or "localhost"
        return f"<{self.batch.hex}.{self.entry_id}@{domain}>"

    @property
    def state(self) -> MailState:
        """What became of it by now."""
        return mail_state(self.done_at, self.handed_over_at, self.next_try_at, self.result)


class MailWording(models.Model):
    """An event's own words for the mails of one kind in one language, instead of Tenbo's.

    `subject` and `body` hold placeholders (`mail.placeholders`), of which the body has "{link}" if its kind needs it.
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
"""Results of mails that were not sent to a mail server: their readers find them on the site alone."""


def mail_state(done: datetime | None, handed_over: datetime | None, lease_ends: datetime, result: str) -> MailState:
    """The state that follows from these columns of a mail."""
    if done is not None:
        if result == SENT:
            return MailState.SENT
        return MailState.ON_SITE if result in SEEN else MailState.FAILED
    if handed_over is None:
        return MailState.WAITING
    return MailState.SENDING if lease_ends > timezone.now() else MailState.DOUBT
