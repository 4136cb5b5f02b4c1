"""Mail the owners of accounts notices of changes of their accounts. The account's log shows the changes in any case.

Nobody has to confirm a mail address, so an account may have an address that belongs to somebody else. Three limits keep
such accounts from filling somebody's mailbox, and from using up the notices of other accounts:

* Entering an address is counted by the address, over all accounts. Beyond the limit the form refuses the address, and
  nothing changes. A notice goes only to an address that the account has or had.
* Notices to a proven address are counted by account and address. An address is proven when somebody uses the link that
  was mailed to it to reset the password.
* Notices to unproven addresses are fewer, and counted by account over all its addresses: otherwise each address that
  the account leaves would get one. They do not name the account, because anybody may make an account and choose its
  name.
"""

import logging
from collections.abc import Sequence
from contextlib import suppress
from datetime import timedelta
from functools import partial

from django.core.mail import EmailMessage
from django.core.mail.backends.base import BaseEmailBackend
from django.db.models import F, Q
from django.template.loader import render_to_string
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from tournament.core.actions.queue import FIRST_RETRY, LEASE, claim, retry
from tournament.core.actions.rates import Use, take
from tournament.core.errors import TooOften
from tournament.core.queries.new_accounts import is_new_user
from tournament.core.rates import Rate
from tournament.mail.actions.send_mails import MailTaken
from tournament.mail.delivery import MailAnswer, deliver, error_words, open_connection
from tournament.mail_addresses import mail_key, mailbox_key
from tournament.models import AccountEvent, ChangeMail, User
from tournament.site.words.change_mails import CHANGES

AT_ONCE = 5
"""The most mails that are sent before other mails have their turn again."""

LIFE = timedelta(days=1)
"""How long sending a mail is retried while the mail server is unavailable."""

ENTERED = Rate("a mail address entered", 3, timedelta(days=1))
"""How often the same mail address may be entered, in all accounts together."""

ENTERED_OF_MAILBOX = Rate("sub-addresses of one mailbox entered", 20, timedelta(days=1))
"""How often sub-addresses of one mailbox ("ada+1@", "ada+2@") may be entered, in all accounts together."""

TO_PROVEN = Rate("mails about one account", 10, timedelta(days=1))
"""The limit of notices about one account to its proven address."""

TO_UNPROVEN = Rate("mails about one account to unproven addresses", 5, timedelta(days=30))
"""The limit of notices about one account to addresses that may be somebody else's."""

OF_NEW = Rate("mails about all new accounts to unproven addresses", 200, timedelta(days=1))
"""The limit of such notices about all new accounts together, because anybody can create many."""

logger = logging.getLogger(__name__)


def count_entered(address: str, user: User | None = None) -> None:
    """Count that somebody entered this mail address in an account, unless the account has proven the address. Raises
    `TooOften`."""
    if address and (user is None or address != user.proven_mail):
        key, mailbox = mail_key(address), mailbox_key(address)
        take((ENTERED, key), *([] if mailbox == key else [(ENTERED_OF_MAILBOX, mailbox)]))


def queue_change_mail(user: User, change: AccountEvent.Kind, *, to: str, language: str, site: str) -> None:
    """Queue a notice of a change to the mail address `to`. There is none if this is empty, or after too many notices.
    `site` is the address of the site."""
    if not to:
        return
    is_proven = to == user.proven_mail
    try:
        take(*_limits(user, to, is_proven=is_proven))
    except TooOften:
        return
    now = timezone.now()
    ChangeMail.objects.create(
        user=user,
        change=change,
        email=to,
        names_account=is_proven,
        language=language,
        site=site,
        next_try_at=now,
        expires_at=now + LIFE,
    )


def _limits(user: User, to: str, *, is_proven: bool) -> list[Use]:
    if is_proven:
        return [(TO_PROVEN, f"{user.pk} {mail_key(to)}")]
    of_account = (TO_UNPROVEN, str(user.pk))
    return [of_account, (OF_NEW, "")] if is_new_user(user) else [of_account]


def send_change_mails() -> None:
    """Send a batch of the queued notices that are due, over one connection, each at most once."""
    now = timezone.now()
    ChangeMail.objects.filter(Q(expires_at__lte=now) | Q(done_at__lte=now - LEASE)).delete()
    rows = claim(ChangeMail.objects.select_related("user"), most=AT_ONCE, share=F("user"))
    if not rows:
        return
    try:
        connection = open_connection()
    except (OSError, ValueError) as error:  # ValueError: the password of the settings cannot be encoded
        logger.warning("Notices of changes of accounts wait: %s", error_words(error))
        for row in rows:
            retry(row, error_words(error))
        return
    try:
        for number, row in enumerate(rows, 1):
            if not _send(connection, row):
                _release(rows[number:])
                break
    finally:
        with suppress(OSError):  # the mails were answered before
            connection.close()


def _send(connection: BaseEmailBackend, row: ChangeMail) -> bool:
    """Send one notice. Return whether the connection can be used for the next."""
    try:
        delivery = deliver(connection, _mail_of(row), partial(_hand_over, row))
    except MailTaken:
        return False  # the mail server still waits for the text
    if delivery.answer is not MailAnswer.TAKEN:
        logger.warning("The owner of an account could not be told of a change: %s", delivery.words)
    if delivery.answer is MailAnswer.LATER:
        ChangeMail.objects.filter(pk=row.pk).update(done_at=None)
        retry(row, delivery.words)
    else:
        row.delete()
    return not delivery.is_broken


def _release(rows: Sequence[ChangeMail]) -> None:
    """Release these claimed notices, which were not tried, so that any process may send them after `FIRST_RETRY`."""
    ChangeMail.objects.filter(pk__in=[row.pk for row in rows]).update(next_try_at=timezone.now() + FIRST_RETRY)


def _hand_over(row: ChangeMail) -> None:
    """Mark a claimed notice as done before its text is sent: if no answer comes, nobody knows whether it arrived, and
    it is not sent again. Raises `MailTaken` if the lease has expired and another process has claimed the notice."""
    mine = ChangeMail.objects.filter(pk=row.pk, done_at=None, next_try_at=row.next_try_at)
    if not mine.update(done_at=timezone.now()):
        raise MailTaken


def _mail_of(row: ChangeMail) -> EmailMessage:
    with translation.override(row.language):
        context = {
            "name": row.user.get_username() if row.names_account else "",
            "change": CHANGES[AccountEvent.Kind(row.change)],
            "address": row.site,
        }
        body = render_to_string("site/accounts/change_mail.txt", context)
        return EmailMessage(_("Your Tenbo account"), body, None, [row.email])
