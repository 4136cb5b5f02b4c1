"""Mail the owners of accounts notices of changes of their accounts. The account's log shows the changes in any case.

Nobody has to confirm a mail address, so an account may have an address that belongs to somebody else. Three limits keep
such accounts from filling somebody's mailbox, and from using up the notices of other accounts:

* Entering an address is counted by the address, over all accounts. Beyond the limit the form refuses the address, and
  nothing changes. A notice goes only to an address that the account has or had.
* Notices are counted for each pair of account and address.
* An unproven address gets fewer notices, and these do not name the account, because anybody may make an account and
  choose its name. An address is proven when somebody uses the link that was mailed to it to reset the password.
"""

import logging
from contextlib import suppress
from datetime import timedelta

from django.core.mail import EmailMessage
from django.db.models import F
from django.template.loader import render_to_string
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from tournament.core.actions.queue import claim, retry
from tournament.core.actions.rates import take
from tournament.core.errors import TooOften
from tournament.core.rates import Rate
from tournament.mail.delivery import Delivery, MailAnswer, deliver, error_words, open_connection
from tournament.models import AccountChange, ChangeMail, User

AT_ONCE = 5
"""The most mails that are sent before other mails have their turn again."""

LIFE = timedelta(days=1)
"""How long sending a mail is retried while the mail server is unavailable."""

ENTERED = Rate("a mail address entered", 3, timedelta(days=1))
"""How often the same mail address may be entered, in all accounts together."""

TO_PROVEN = Rate("mails about one account", 10, timedelta(days=1))
"""The limit of notices about one account to its proven address."""

TO_UNPROVEN = Rate("mails about one account to an unproven address", 5, timedelta(days=30))
"""The limit of notices about one account to an address that may be somebody else's."""

logger = logging.getLogger(__name__)


def count_entered(address: str, user: User | None = None) -> None:
    """Count that somebody entered this mail address in an account, unless the account has proven the address. Raises
    `TooOften`."""
    if address and (user is None or address != user.proven_mail):
        take((ENTERED, address.casefold()))


def queue_change_mail(user: User, change: AccountChange, *, to: str, language: str, site: str) -> None:
    """Queue a notice of a change to the mail address `to`. There is none if this is empty, or after too many notices.
    `site` is the address of the site."""
    if not to:
        return
    is_proven = to == user.proven_mail
    try:
        take((TO_PROVEN if is_proven else TO_UNPROVEN, f"{user.pk} {to.casefold()}"))
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


def send_change_mails() -> None:
    """Send queued notices that are due. Each is claimed alone, because the lease must not end before it is sent."""
    for _turn in range(AT_ONCE):
        claimed = claim(ChangeMail.objects.select_related("user"), most=1, share=F("user"))
        if not claimed:
            break
        _send(claimed[0])
    ChangeMail.objects.exclude(done_at=None).delete()  # expired ones


def _send(row: ChangeMail) -> None:
    try:
        connection = open_connection()
    except OSError as error:
        delivery = Delivery(MailAnswer.LATER, error_words(error))
    else:
        delivery = deliver(connection, _mail_of(row), lambda: None)
        with suppress(OSError):  # the mail was answered before
            connection.close()
    if delivery.answer in {MailAnswer.TAKEN, MailAnswer.REFUSED}:
        row.delete()
    else:
        retry(row, delivery.words)
    if delivery.answer is not MailAnswer.TAKEN:
        logger.warning("The owner of an account could not be told of a change: %s", delivery.words)


def _mail_of(row: ChangeMail) -> EmailMessage:
    with translation.override(row.language):
        context = {
            "name": row.user.get_username() if row.names_account else "",
            "change": row.get_change_display(),
            "address": row.site,
        }
        body = render_to_string("site/accounts/change_mail.txt", context)
        return EmailMessage(_("Your Tenbo account"), body, None, [row.email])
