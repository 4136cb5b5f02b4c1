"""Mails to the owner of an account about changes of the account. If the mail server fails, the changes stay.

Nobody has to confirm a mail address, so an account may have an address that belongs to somebody else. Three limits keep
such accounts from filling somebody's mailbox, and from using up the notices of other accounts:

* Entering an address is counted by the address, over all accounts. Beyond the limit the form refuses the address, and
  nothing changes. A notice goes only to an address that the account has or had.
* Notices are counted for each pair of account and address.
* An unproven address gets fewer notices, and these do not name the account, because anybody may make an account and
  choose its name. An address is proven when somebody uses the link that was mailed to it to reset the password.
"""

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
from tournament.mail.delivery import UNWRITABLE, new_connection
from tournament.models import User

logger = logging.getLogger(__name__)

PASSWORD_CHANGED = gettext_lazy("The password of this Tenbo account was changed:")
MAIL_CHANGED = gettext_lazy("The mail address of this Tenbo account was changed or removed:")
PASSKEY_ADDED = gettext_lazy("A passkey was added to this Tenbo account:")
PASSKEY_REMOVED = gettext_lazy("A passkey of this Tenbo account was removed:")
PASSWORD_ENOUGH = gettext_lazy("This Tenbo account no longer requires a passkey to log in:")
NEW_CODES = gettext_lazy("The recovery codes of this Tenbo account were replaced by new codes:")
CODE_USED_TO_CONFIRM = gettext_lazy("A recovery code was used to confirm a permanent change in this Tenbo account:")
CODE_USED = gettext_lazy("A recovery code was used to log in to this Tenbo account:")

ENTERED = Rate("a mail address entered", 3, timedelta(days=1))
"""How often the same mail address may be entered, in all accounts together."""

TO_PROVEN = Rate("mails about one account", 10, timedelta(days=1))
"""The limit of notices about one account to its proven address."""

TO_UNPROVEN = Rate("mails about one account to an unproven address", 5, timedelta(days=30))
"""The limit of notices about one account to an address that may be somebody else's."""


def count_entered(address: str, user: User | None = None) -> None:
    """Count that somebody entered this mail address in an account, unless the account has proven the address. Raises
    `TooOften`."""
    if address and (user is None or address != user.proven_mail):
        take((ENTERED, address.casefold()))


def mail_owner(request: HttpRequest, user: User, change: str | Promise, *, to: str | None = None) -> None:
    """Mail a notice of a change to the account's present address, if it has one, or to its former address `to`."""
    recipient = user.email if to is None else to
    if not recipient:
        return
    is_proven = recipient == user.proven_mail
    try:
        take((TO_PROVEN if is_proven else TO_UNPROVEN, f"{user.pk} {recipient.casefold()}"))
    except TooOften:
        return  # the account's log shows the change in any case
    context = {
        "name": user.get_username() if is_proven else "",
        "change": change,
        "address": absolute_url(request, "/"),
    }
    try:
        body = render_to_string("site/accounts/change_mail.txt", context)
        send_mail(_("Your Tenbo account"), body, None, [recipient], connection=new_connection())
    except (OSError, *UNWRITABLE):  # smtplib failed, or no mail can be written
        logger.exception("The owner of an account could not be told of a change")
