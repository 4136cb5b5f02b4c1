"""The sender: a thread of each server process that sends due mails every few seconds.

Entering, accepting or noting a payment waits for nothing here: it only writes its mail. However many processes there
are, each mail is claimed by one (`core.actions.queue`).
"""

import atexit
import logging
import threading
from collections.abc import Callable

from django.db import DatabaseError, connection

from tournament.mail.actions.send_mails import AT_ONCE, send_mails

EVERY = 5
"""Seconds between two looks for mails."""

LONGEST_MAIL = 20
"""Seconds in which the mail that is just being sent is over, or the mail server does not answer (`EMAIL_TIMEOUT`)."""

logger = logging.getLogger(__name__)


class MailSender:
    """The thread, from `start` to `stop`; both may be called from an event loop, and neither waits for the network.

    `others` send what the rooms above mail.
    """

    def __init__(self, *others: Callable[[], None]) -> None:
        self._others = others
        self._stopped = threading.Event()
        self._thread: threading.Thread | None = None

    def start(self) -> None:
        self._stopped.clear()
        self._thread = threading.Thread(target=self._run, name="mail-sender", daemon=True)
        self._thread.start()
        atexit.register(self.finish)

    def stop(self) -> None:
        """Begin no other mail."""
        self._stopped.set()

    def finish(self) -> None:
        """At the end of the process, wait for the mail that is being sent: else nobody knew whether it arrived."""
        self._stopped.set()
        if self._thread is not None:
            self._thread.join(LONGEST_MAIL)

    def _run(self) -> None:
        while not self._stopped.wait(EVERY):
            try:
                while send_mails(self._stopped.is_set) == AT_ONCE and not self._stopped.is_set():
                    pass
                for send_others in self._others:
                    send_others()
            except DatabaseError as error:
                logger.warning("Mails wait: %s", error)
            except Exception:
                # Nobody restarts this thread, and the next look may find nothing wrong.
                logger.exception("Mails wait")
            finally:
                connection.close()
