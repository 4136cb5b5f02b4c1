"""The mails of a site without a mail server: they are shown on the terminal, if somebody runs the site on one.

A mail holds addresses, private links and texts of anybody with an account. So a log only tells that a mail was not
sent, and on a terminal every line of a mail is indented and printable: only the server's own lines begin at the margin.
"""

import logging
import sys
import textwrap
from collections.abc import Sequence

from django.core.mail import EmailMessage
from django.core.mail.backends.base import BaseEmailBackend

from tournament.core.telemetry.logs import UNPRINTABLE_IN_LINES

logger = logging.getLogger(__name__)


class EmailBackend(BaseEmailBackend):
    """Sends nothing: shows each mail on the terminal if there is one, and otherwise logs that it was not sent."""

    def send_messages(self, email_messages: Sequence[EmailMessage]) -> int:
        for mail in email_messages:
            mail.message()  # raises the errors that a mail server's backend would raise
            if sys.stdout is not None and sys.stdout.isatty():
                sys.stdout.write(shown(mail))
                sys.stdout.flush()
            else:
                logger.info("A mail was not sent, because there is no mail server (TENBO_MAIL_HOST)")
        return len(email_messages)


def shown(mail: EmailMessage) -> str:
    """Return the mail as text for a terminal."""
    headers = {"From": mail.from_email, "To": ", ".join(mail.to), "Subject": mail.subject}
    lines = [*(f"{name}: {value}" for name, value in headers.items()), "", *str(mail.body).splitlines()]
    text = "\n".join(lines).translate(UNPRINTABLE_IN_LINES)
    return f"Not sent, because there is no mail server:\n{textwrap.indent(text, '  ')}\n"
