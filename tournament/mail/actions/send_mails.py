"""Send the waiting mails, each at most once.

Just before its text goes to the mail server, a mail is marked in the database as handed over (`handed_over_at`). After
the server's answer it is marked as sent. If the process dies in between, the mail stays marked as handed over. Nobody
knows whether it arrived, so it is not sent again, and the organizers are asked (`MailState.DOUBT`).
"""

import logging
from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import timedelta
from email.utils import formataddr, parseaddr
from enum import Enum, auto
from functools import partial

from django.conf import settings
from django.core.mail import EmailMessage
from django.core.mail.backends.base import BaseEmailBackend
from django.db import DatabaseError
from django.db.models import F
from django.utils import timezone

from tournament.core.actions.queue import FIRST_RETRY, LEASE, claim, retry, settle
from tournament.core.actions.rates import give_back, take
from tournament.core.errors import TooOften
from tournament.core.queries.contacts import hidden_from_an_organizer
from tournament.mail.actions.write_mail import limits_when_sent
from tournament.mail.delivery import MailAnswer, deliver, error_words, is_smtp, open_connection
from tournament.mail.words.mail import body_of, sender_name, subject_of
from tournament.models import Mail
from tournament.models.mail import EXPIRED, NO_ADDRESS, PRINTED, SENT, TOO_MANY

AT_ONCE = 20
"""The most mails that one process claims together, and sends over one connection."""

logger = logging.getLogger(__name__)


class MailTaken(Exception):
    """Another process has begun to send the mail, or it was deleted, or the person has another address now."""


class Following(Enum):
    """How the next mail of a batch is sent after one mail."""

    SAME = auto()  # over the same connection
    NEW = auto()  # at once over a new connection
    LATER = auto()  # not now: the mail server failed


def can_mail() -> bool:
    """Whether mails can be sent. If there is a mail server, the site's address must be set too, for the links in the
    mails."""
    return bool(settings.TENBO_ADDRESS) or not is_smtp()


def send_mails(is_stopping: Callable[[], bool] = lambda: False) -> int:
    """Send a batch of the mails that are due; return how many were claimed, 0 if the connection failed.

    If `is_stopping` returns True, no further mail is begun, and the remaining mails are released, so that another
    process can send them at once.
    """
    if not can_mail():
        return 0
    waiting = Mail.objects.filter(handed_over_at=None).select_related(
        "entry__player", "entry__tournament__announcement"
    )
    claimed = claim(waiting, most=AT_ONCE, share=F("entry__tournament"))
    late = [mail for mail in claimed if mail.expires_at <= timezone.now()]
    # Any organizer may have written the text of a mail. So people get no mail if one of the organizers may not read
    # their contacts.
    hidden = set[int]().union(*map(hidden_from_an_organizer, {mail.entry.tournament for mail in claimed}))
    unreachable = [
        mail for mail in claimed if mail not in late and (not mail.entry.player.mail or mail.entry_id in hidden)
    ]
    settle(late, EXPIRED)
    settle(unreachable, NO_ADDRESS)
    to_send = [mail for mail in claimed if mail not in late and mail not in unreachable]
    return len(claimed) if _send_all(to_send, is_stopping) else 0


def _send_all(mails: Sequence[Mail], is_stopping: Callable[[], bool]) -> bool:
    """Send these mails. Return False if the mail server failed; the remaining mails are then sent later."""
    while mails:
        try:
            connection = open_connection()
        except OSError as error:
            logger.warning("Mails wait: %s", error)
            _wait(mails, error_words(error))
            return False
        try:
            count, following = _send_over(connection, mails, is_stopping)
        finally:
            with suppress(OSError):  # the mails were answered before
                connection.close()
        mails = mails[count:]
        if following is Following.LATER:
            # The remaining mails were not tried. Their next attempt comes before that of the last mail; otherwise they
            # would wait behind it each time.
            _release(mails, after=FIRST_RETRY)
            return False
        if is_stopping():
            _release(mails)
            break
    return True


def _send_over(
    connection: BaseEmailBackend, mails: Sequence[Mail], is_stopping: Callable[[], bool]
) -> tuple[int, Following]:
    """Send mails as long as this connection can be used. Return how many were tried, and how the next is sent."""
    for count, mail in enumerate(mails, 1):
        following = _send_or_wait(connection, mail)
        if following is not Following.SAME or is_stopping():
            return count, following
    return len(mails), Following.SAME


def _send_or_wait(connection: BaseEmailBackend, mail: Mail) -> Following:
    """Send one mail. An unexpected error delays only this mail."""
    try:
        return _send(connection, mail)
    except DatabaseError:
        raise
    except Exception as error:
        logger.exception("Mail %s waits", mail.pk)
        if Mail.objects.filter(pk=mail.pk, handed_over_at=None).exists():
            retry(mail, error_words(error))
        return Following.NEW


def _send(connection: BaseEmailBackend, mail: Mail) -> Following:
    """Send one mail and save the result, unless its address got too many mails lately."""
    # The mails before this one may have taken minutes, and an organizer may have corrected the address.
    mail.entry.player.refresh_from_db(fields=["mail"])
    mail.entry.refresh_from_db(fields=["is_mail_from_elsewhere"])
    if not mail.entry.player.mail:
        settle([mail], NO_ADDRESS)
        return Following.SAME
    limits = limits_when_sent(mail)
    try:
        take(*limits)
    except TooOften:
        settle([mail], TOO_MANY)
        return Following.SAME
    try:
        delivery = deliver(connection, _message(mail), partial(_hand_over, mail))
    except MailTaken:
        give_back(*limits)
        return Following.NEW  # the mail server still waits for this mail's text
    mail.result = delivery.words
    match delivery.answer:
        case MailAnswer.TAKEN:
            settle([mail], SENT if is_smtp() else PRINTED)
        case MailAnswer.REFUSED:
            settle([mail], delivery.words)
        case MailAnswer.LATER:
            give_back(*limits)
            retry(mail, delivery.words)
            Mail.objects.filter(pk=mail.pk).update(handed_over_at=None)
        case MailAnswer.UNKNOWN:
            logger.warning("Nobody knows whether mail %s arrived: %s", mail.pk, delivery.words)
            Mail.objects.filter(pk=mail.pk).update(result=delivery.words, next_try_at=timezone.now())
    if not delivery.is_broken:
        return Following.SAME
    # A refused mail is at fault itself. If the others waited for it, an event with such mails could hold up all events.
    return Following.NEW if delivery.answer is MailAnswer.REFUSED else Following.LATER


def _hand_over(mail: Mail) -> None:
    """Mark a claimed mail as handed over to the mail server. One statement does this, so that no other process sends
    the mail, and that its private link does not go to an address that was replaced, or changed in another event. Raises
    `MailTaken`."""
    now, to = timezone.now(), mail.entry.player.mail
    mine = Mail.objects.filter(pk=mail.pk, done_at=None, handed_over_at=None, next_try_at=mail.next_try_at)
    reader = {"entry__player__mail": to, "entry__is_mail_from_elsewhere": mail.entry.is_mail_from_elsewhere}
    if not mine.filter(**reader).update(handed_over_at=now, to=to, next_try_at=now + LEASE):
        raise MailTaken


def _wait(mails: Sequence[Mail], reason: str) -> None:
    for mail in mails:
        retry(mail, reason)


def _release(mails: Sequence[Mail], *, after: timedelta = timedelta(0)) -> None:
    """Release these claimed mails, so that any process may send them after the delay `after`."""
    Mail.objects.filter(pk__in=[mail.pk for mail in mails]).update(next_try_at=timezone.now() + after)


def _message(mail: Mail) -> EmailMessage:
    _name, sender = parseaddr(settings.DEFAULT_FROM_EMAIL)
    announcement = getattr(mail.entry.tournament, "announcement", None)
    address = announcement.reply_address if announcement else ""
    return EmailMessage(
        subject=subject_of(mail),
        body=body_of(mail),
        from_email=formataddr((sender_name(mail), sender)),
        to=[mail.entry.player.mail],
        reply_to=[address] if address else None,
        headers={"Message-ID": mail.message_id, "Auto-Submitted": "auto-generated"},
    )
