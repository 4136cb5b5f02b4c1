"""Passes mails to the mail server of the settings, and returns its answer. This module does not use the database.

With SMTP a mail may be delivered as soon as its text is sent. `before_text` is called just before the text is sent: if
an error occurs before this call (no connection, a refused recipient), nothing was sent.
"""

import smtplib
from collections.abc import Callable
from dataclasses import dataclass
from email.errors import MessageError
from enum import Enum, auto
from typing import Any

from django.conf import settings
from django.core.mail import EmailMessage, get_connection
from django.core.mail.backends.base import BaseEmailBackend
from django.core.mail.backends.smtp import EmailBackend as SmtpBackend

UNWRITABLE = (ValueError, MessageError)
"""The exceptions that Python raises for an address or a text that cannot be written as a mail."""

LONGEST_ANSWER = 40
"""The most characters stored of a server's answer (`Queued.result`)."""


class MailAnswer(Enum):
    """The outcome of sending one mail to the mail server."""

    TAKEN = auto()  # accepted by the server
    REFUSED = auto()  # permanently refused
    LATER = auto()  # not sent, can be retried
    UNKNOWN = auto()  # the text was sent, but no answer came


@dataclass(frozen=True)
class Delivery:
    """The outcome of sending one mail to the mail server, and the server's text or the error. `is_broken` says that the
    connection must be opened again."""

    answer: MailAnswer
    words: str = ""
    is_broken: bool = False


class NotifyingSMTP(smtplib.SMTP):
    """SMTP connection that calls `before_text` just before it sends the text of a mail."""

    before_text: Callable[[], None] = staticmethod(lambda: None)

    def data(self, msg: Any) -> Any:
        self.before_text()
        return super().data(msg)


class NotifyingSMTPS(NotifyingSMTP, smtplib.SMTP_SSL):
    """`NotifyingSMTP` over TLS from the first byte."""


class NotifyingBackend(SmtpBackend):
    """Django's SMTP backend with a `NotifyingSMTP` connection."""

    @property
    def connection_class(self) -> type[smtplib.SMTP]:
        return NotifyingSMTPS if self.use_ssl else NotifyingSMTP


def is_smtp() -> bool:
    """Whether mails go to a mail server rather than to the console."""
    return settings.EMAIL_BACKEND.endswith("smtp.EmailBackend")


def open_connection() -> BaseEmailBackend:
    """Connect to the mail server. Raises `OSError`, of which smtplib's errors are subclasses."""
    connection = NotifyingBackend() if is_smtp() else get_connection()
    connection.open()
    return connection


def deliver(connection: BaseEmailBackend, mail: EmailMessage, before_text: Callable[[], None]) -> Delivery:
    """Send one mail over an open connection. If `before_text` raises an exception, nothing is sent, and this exception
    is raised."""
    was_called = False

    def note() -> None:
        nonlocal was_called
        before_text()
        was_called = True

    if isinstance(connection, NotifyingBackend):
        assert isinstance(connection.connection, NotifyingSMTP)  # noqa: S101 (it is open)
        connection.connection.before_text = note
    else:
        note()
    try:
        connection.send_messages([mail])
    except smtplib.SMTPRecipientsRefused as error:
        code, words = next(iter(error.recipients.values()))
        return _answered(code, words)
    except smtplib.SMTPDataError as error:
        return _answered(error.smtp_code, error.smtp_error)
    except smtplib.SMTPResponseException as error:  # the sender or the greeting was refused, not this mail
        return Delivery(MailAnswer.LATER, _words(error.smtp_code, error.smtp_error), is_broken=True)
    except UNWRITABLE as error:
        return Delivery(MailAnswer.REFUSED, str(error)[:LONGEST_ANSWER], is_broken=True)
    except OSError as error:
        answer = MailAnswer.UNKNOWN if was_called else MailAnswer.LATER
        return Delivery(answer, error_words(error), is_broken=True)
    return Delivery(MailAnswer.TAKEN)


def error_words(error: Exception) -> str:
    """Describe an error in at most `LONGEST_ANSWER` characters."""
    return " ".join(str(error).split())[:LONGEST_ANSWER] or type(error).__name__


def _answered(code: int, words: bytes | str) -> Delivery:
    answer = MailAnswer.LATER if 400 <= code < 500 else MailAnswer.REFUSED
    return Delivery(answer, _words(code, words), is_broken=code == 421)


def _words(code: int, words: bytes | str) -> str:
    """Return a mail server's answer without mail addresses, because organizers read it who may not know the address."""
    text = words.decode(errors="replace") if isinstance(words, bytes) else words
    return " ".join([str(code), *(word for word in text.split() if "@" not in word)])[:LONGEST_ANSWER]
