"""Passes mails to the mail server of the settings, and returns its answer. This module does not use the database.

With SMTP a mail may be delivered as soon as its text is sent. `before_text` is called just before the text is sent: if
an error occurs before this call (no connection, a refused recipient), nothing was sent.

One thread sends all mails. A server that answers byte by byte must not stop them, so all answers about one mail have
a common deadline (`LONGEST_MAIL`).
"""

import io
import smtplib
import socket
import time
from collections.abc import Callable
from dataclasses import dataclass
from email.errors import MessageError
from enum import Enum, auto
from typing import Any

from django.conf import settings
from django.core.mail import EmailMessage, get_connection
from django.core.mail.backends.base import BaseEmailBackend
from django.core.mail.backends.smtp import EmailBackend as SmtpBackend

from tournament.mail_addresses import has_clear_domain

UNWRITABLE = (ValueError, MessageError)
"""The exceptions that Python raises for an address or a text that cannot be written as a mail."""

LONGEST_ANSWER = 40
"""The most characters stored of a server's answer (`Queued.result`)."""


LONGEST_MAIL = 20
"""The most seconds that all answers of the mail server about one mail take together, and as many again for the opening
of a connection. `EMAIL_TIMEOUT` limits only the wait for the next byte."""


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


class AnswersInTime(io.RawIOBase):
    """What a mail server sends through a socket, up to a deadline: a value of `time.monotonic`. Raises `TimeoutError`
    after the deadline."""

    def __init__(self, connected: socket.socket, deadline: Callable[[], float]) -> None:
        self._socket = connected
        self._deadline = deadline

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        left = self._deadline() - time.monotonic()
        if left <= 0:
            raise TimeoutError("the mail server answers too slowly")
        patience = self._socket.gettimeout()
        self._socket.settimeout(left if patience is None else min(left, patience))
        try:
            return self._socket.recv_into(buffer)
        finally:
            self._socket.settimeout(patience)


class NotifyingSMTP(smtplib.SMTP):
    """SMTP connection that calls `before_text` just before it sends the text of a mail. It breaks if the answers about
    one mail take longer than `LONGEST_MAIL`."""

    before_text: Callable[[], None] = staticmethod(lambda: None)
    has_begun = False
    """Whether the server may wait for the rest of a mail."""

    def __init__(self, *arguments: Any, **named: Any) -> None:
        self._deadline = time.monotonic() + LONGEST_MAIL
        super().__init__(*arguments, **named)

    def sendmail(self, *arguments: Any, **named: Any) -> Any:
        self._deadline = time.monotonic() + LONGEST_MAIL
        self.has_begun = True
        return super().sendmail(*arguments, **named)

    def data(self, msg: Any) -> Any:
        self.before_text()
        return super().data(msg)

    def getreply(self) -> tuple[int, bytes]:
        # smtplib reads answers from `file`, and sets it to None when the socket is replaced, as by STARTTLS.
        if self.file is None and self.sock is not None:
            self.file = io.BufferedReader(AnswersInTime(self.sock, lambda: self._deadline))
        return super().getreply()


class NotifyingSMTPS(NotifyingSMTP, smtplib.SMTP_SSL):
    """`NotifyingSMTP` over TLS from the first byte."""


class NotifyingBackend(SmtpBackend):
    """Django's SMTP backend with a `NotifyingSMTP` connection."""

    @property
    def connection_class(self) -> type[smtplib.SMTP]:
        return NotifyingSMTPS if self.use_ssl else NotifyingSMTP


def is_smtp() -> bool:
    """Whether mails go to a mail server. Otherwise nothing is sent (`unsent`)."""
    return settings.EMAIL_BACKEND.endswith("smtp.EmailBackend")


def new_connection() -> BaseEmailBackend:
    """Return a connection to the mail server, not yet open. All mails go through one from here."""
    return NotifyingBackend() if is_smtp() else get_connection()


def open_connection() -> BaseEmailBackend:
    """Connect to the mail server. Raises `OSError`, of which smtplib's errors are subclasses."""
    connection = new_connection()
    connection.open()
    return connection


def deliver(connection: BaseEmailBackend, mail: EmailMessage, before_text: Callable[[], None]) -> Delivery:
    """Send one mail over an open connection. If `before_text` raises an exception, nothing is sent, and this exception
    is raised. A mail to a domain that is not clear, stored before such domains were refused, is not sent."""
    if not all(map(has_clear_domain, mail.to)):
        return Delivery(MailAnswer.REFUSED, "programs read this domain differently")
    was_called = False

    def note() -> None:
        nonlocal was_called
        before_text()
        was_called = True

    server: NotifyingSMTP | None = None
    if isinstance(connection, NotifyingBackend):
        assert isinstance(connection.connection, NotifyingSMTP)  # noqa: S101 (it is open)
        server = connection.connection
        server.before_text, server.has_begun = note, False
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
        return Delivery(MailAnswer.REFUSED, error_words(error), is_broken=server is not None and server.has_begun)
    except OSError as error:
        answer = MailAnswer.UNKNOWN if was_called else MailAnswer.LATER
        return Delivery(answer, error_words(error), is_broken=True)
    return Delivery(MailAnswer.TAKEN)


def error_words(error: Exception) -> str:
    """Describe an error in at most `LONGEST_ANSWER` characters, without mail addresses."""
    return " ".join(word for word in str(error).split() if "@" not in word)[:LONGEST_ANSWER] or type(error).__name__


def _answered(code: int, words: bytes | str) -> Delivery:
    answer = MailAnswer.LATER if 400 <= code < 500 else MailAnswer.REFUSED
    return Delivery(answer, _words(code, words), is_broken=code == 421)


def _words(code: int, words: bytes | str) -> str:
    """Return a mail server's answer without mail addresses, because organizers read it who may not know the address."""
    text = words.decode(errors="replace") if isinstance(words, bytes) else words
    return " ".join([str(code), *(word for word in text.split() if "@" not in word)])[:LONGEST_ANSWER]
