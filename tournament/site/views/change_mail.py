"""Mails to the owner of an account about its changes; a failing mail server undoes none of them."""

import logging
from datetime import timedelta

from django.core.mail import send_mail
from django.http import HttpRequest
from django.template.loader import render_to_string
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament.core.actions.rates import take
from tournament.core.addresses import absolute_url
from tournament.core.errors import TooOften
from tournament.core.rates import Rate
from tournament.mail.delivery import UNWRITABLE
from tournament.models import User

logger = logging.getLogger(__name__)

PASSWORD_CHANGED = gettext_lazy("The password of this Tenbo account was changed:")
MAIL_CHANGED = gettext_lazy("The mail address of this Tenbo account was changed or removed:")
PASSKEY_ADDED = gettext_lazy("A passkey was added to this Tenbo account:")
PASSKEY_REMOVED = gettext_lazy("A passkey of this Tenbo account was removed:")
CODE_USED = gettext_lazy("A recovery code was used to log in to this Tenbo account:")

OF_ACCOUNT = Rate("mails about one account", 10, timedelta(days=1))

TO_ADDRESS = Rate("mails about accounts to one address", 5, timedelta(days=1))
"""Mail addresses are not confirmed: without a limit anybody could flood another person's mailbox."""


def mail_owner(request: HttpRequest, user: User, change: str | Promise, *, to: str | None = None) -> None:
    """Mail a notice of a change to the account's address, if it has one, or to the address `to`."""
    recipient = user.email if to is None else to
    if not recipient:
        return
    try:
        take((OF_ACCOUNT, str(user.pk)), (TO_ADDRESS, recipient.casefold()))
    except TooOften:
        return  # the account's log shows the change in any case
    context = {"user": user, "change": change, "address": absolute_url(request, "/")}
    try:
        send_mail(
            _("Your Tenbo account"), render_to_string("site/accounts/change_mail.txt", context), None, [recipient]
        )
    except (OSError, *UNWRITABLE):  # all that smtplib raises, or no mail can be written
        logger.exception("The owner of an account could not be told of a change")
