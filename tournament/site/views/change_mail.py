"""Mails to the owner of an account about its changes; a failing mail server undoes none of them."""

import logging

from django.core.mail import send_mail
from django.http import HttpRequest
from django.template.loader import render_to_string
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament.core.addresses import absolute_url
from tournament.models import User

logger = logging.getLogger(__name__)

PASSWORD_CHANGED = gettext_lazy("The password of this Tenbo account was changed:")
MAIL_CHANGED = gettext_lazy("The mail address of this Tenbo account was changed or removed:")
PASSKEY_ADDED = gettext_lazy("A passkey was added to this Tenbo account:")
PASSKEY_REMOVED = gettext_lazy("A passkey of this Tenbo account was removed:")
CODE_USED = gettext_lazy("A recovery code was used to log in to this Tenbo account:")


def mail_owner(request: HttpRequest, user: User, change: str | Promise, *, to: str | None = None) -> None:
    """Mail what was changed to the account's address, if it has one, or to another (`to`)."""
    recipient = user.email if to is None else to
    if not recipient:
        return
    context = {"user": user, "change": change, "address": absolute_url(request, "/")}
    try:
        send_mail(
            _("Your Tenbo account"), render_to_string("site/accounts/change_mail.txt", context), None, [recipient]
        )
    except OSError:  # all that smtplib raises
        logger.exception("The owner of an account could not be told of a change")
