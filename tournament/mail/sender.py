"""The sender: a thread of each server process that sends due mails every few seconds.

Requests do not wait for the sender: they only write their mails. With several processes, each mail is claimed by only
one of them (`core.actions.queue`).
"""

import logging
import threading
from collections.abc import Callable

from django.db import DatabaseError, connection

from tournament.mail.actions.send_mails import AT_ONCE, send_mails

EVERY = 5
"""Seconds between two checks for due mails."""

logger = logging.getLogger(__name__)


class MailSender:
    """The sending thread, from `start` to `stop`; both may be called from an event loop, and neither waits for the
    network. After `stop` a server that ends calls `finish`.

    `others` are functions that send other mails, such as password resets; they are called after each batch of mails,
    even if the batch failed, but not after `stop`.
    """

    def __init__(self, *others: Callable[[], None]) -> None:
        self._others = others
        self._stopped = threading.Event()
        self._thread: threading.Thread | None = None

    def start(self) -> None:
        self._stopped.clear()
        self._thread = threading.Thread(target=self._run, name="mail-sender", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Stop the thread before its next mail, and return at once, even while a mail is being sent."""
        self._stopped.set()

    def finish(self, within: float) -> None:
        """Wait up to `within` seconds, before the process ends, for the mail that is being sent. If the process ends
        before the mail server's answer, nobody knows whether the mail arrived."""
        self._stopped.set()
        if self._thread is not None:
            self._thread.join(within)

    def _run(self) -> None:
        while not self._stopped.wait(EVERY):
            try:
                while self._send_batch() == AT_ONCE and not self._stopped.is_set():
                    pass
            finally:
                connection.close()

    def _send_batch(self) -> int:
        """Send a batch of mails, then the other mails. Return how many mails were claimed, 0 after an error."""
        claimed = _or_wait(lambda: send_mails(self._stopped.is_set)) or 0
        for send_others in self._others:
            if not self._stopped.is_set():
                _or_wait(send_others)
        return claimed


def _or_wait(send: Callable[[], int | None]) -> int | None:
    try:
        return send()
    except DatabaseError as error:
        logger.warning("Mails wait: %s", error)
    except Exception:
        # Nothing restarts this thread, and the next check may succeed.
        logger.exception("Mails wait")
    return None
