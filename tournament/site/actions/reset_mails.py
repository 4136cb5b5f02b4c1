"""Mail links that reset forgotten passwords."""

import logging
from datetime import timedelta

from django.contrib.auth.forms import PasswordResetForm
from django.contrib.auth.tokens import default_token_generator
from django.core.mail import send_mail
from django.template.loader import render_to_string
from django.utils import timezone, translation
from django.utils.encoding import force_bytes
from django.utils.http import urlsafe_base64_encode

from tournament.core.actions.queue import claim, retry
from tournament.mail.delivery import UNWRITABLE
from tournament.models import ResetMail, User

AT_ONCE = 20
LIFE = timedelta(hours=1)
"""How long sending a mail is retried while the mail server is unavailable."""

logger = logging.getLogger(__name__)


def request_reset(*, email: str, language: str, site: str) -> None:
    """Queue a mail to this address; it is sent only if an account has the address. Neither the result nor the response
    time reveals whether there is such an account.

    `site` is the address of the site, without a final slash.
    """
    now = timezone.now()
    ResetMail.objects.create(email=email, language=language, site=site, expires_at=now + LIFE, next_try_at=now)


def send_reset_mails() -> None:
    """Send the queued password mails that are due."""
    for row in claim(ResetMail.objects.all(), most=AT_ONCE):
        try:
            for user in PasswordResetForm().get_users(row.email):
                _send(row, user)
        except OSError as error:  # all that smtplib raises
            logger.warning("A mail that resets a password waits: %s", error)
            retry(row, type(error).__name__)
        except UNWRITABLE:  # deleted, because it would block the mails behind it forever
            logger.exception("A mail that resets a password was given up")
            row.delete()
        else:
            row.delete()
    ResetMail.objects.exclude(done_at=None).delete()  # expired ones


def _send(row: ResetMail, user: User) -> None:
    context = {
        "user": user,
        "address": row.site,
        "uid": urlsafe_base64_encode(force_bytes(user.pk)),
        "token": default_token_generator.make_token(user),
    }
    with translation.override(row.language):
        subject = render_to_string("site/accounts/password_reset_subject.txt", context).strip()
        body = render_to_string("site/accounts/password_reset_mail.txt", context)
        send_mail(subject, body, None, [user.email])
