"""Gives mails to the mail server of the settings, and tells what it answered. It asks no database.

With SMTP a mail is the server's from the moment that its text is sent. `before_text` is called just before, so that
a failure earlier (no connection, a refused recipient) is known to have sent nothing.
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
"""What Python raises for an address or a text that cannot be written as a mail."""

LONGEST_ANSWER = 40
"""Characters that are kept of an answer (`Queued.result`)."""


class MailAnswer(Enum):
    """What became of one mail."""

    TAKEN = auto()  # the server has it, and answered so
    REFUSED = auto()  # it never will take it
    LATER = auto()  # nothing was sent: it can be tried again
    UNKNOWN = auto()  # its text was sent, and no answer came


@dataclass(frozen=True)
class Delivery:
    """The answer, and the server's words or the error. After `is_broken` the connection has to be opened again."""

    answer: MailAnswer
    words: str = ""
    is_broken: bool = False


class NotifyingSMTP(smtplib.SMTP):
    """Calls `before_text` before it sends the text of a mail."""

    before_text: Callable[[], None] = staticmethod(lambda: None)

    def data(self, msg: Any) -> Any:
        self.before_text()
        return super().data(msg)


class NotifyingSMTPS(NotifyingSMTP, smtplib.SMTP_SSL):
    """As `NotifyingSMTP`, encrypted from the first byte."""


class NotifyingBackend(SmtpBackend):
    """Django's SMTP backend with a connection that notifies."""

    @property
    def connection_class(self) -> type[smtplib.SMTP]:
        return NotifyingSMTPS if self.use_ssl else NotifyingSMTP


def is_smtp() -> bool:
    """Whether mails go to a mail server, and not to the console."""
    return settings.EMAIL_BACKEND.endswith("smtp.EmailBackend")


def open_connection() -> BaseEmailBackend:
    """Connect to the mail server. Raises `OSError`, which smtplib's errors are too."""
    connection = NotifyingBackend() if is_smtp() else get_connection()
    connection.open()
    return connection


def deliver(connection: BaseEmailBackend, mail: EmailMessage, before_text: Callable[[], None]) -> Delivery:
    """Give one mail to an open connection. Raises what `before_text` raises, and then nothing was sent."""
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
    except smtplib.SMTPResponseException as error:  # the sender or the greeting: not the fault of this mail
        return Delivery(MailAnswer.LATER, _words(error.smtp_code, error.smtp_error), is_broken=True)
    except UNWRITABLE as error:
        return Delivery(MailAnswer.REFUSED, str(error)[:LONGEST_ANSWER], is_broken=True)
    except OSError as error:
        answer = MailAnswer.UNKNOWN if was_called else MailAnswer.LATER
        return Delivery(answer, error_words(error), is_broken=True)
    return Delivery(MailAnswer.TAKEN)


def error_words(error: Exception) -> str:
    """The error in a few words, for a person."""
    return " ".join(str(error).split())[:LONGEST_ANSWER] or type(error).__name__


def _answered(code: int, words: bytes | str) -> Delivery:
    answer = MailAnswer.LATER if 400 <= code < 500 else MailAnswer.REFUSED
    return Delivery(answer, _words(code, words), is_broken=code == 421)


def _words(code: int, words: bytes | str) -> str:
    text = words.decode(errors="replace") if isinstance(words, bytes) else words
    return f"{code} {' '.join(text.split())}"[:LONGEST_ANSWER]
