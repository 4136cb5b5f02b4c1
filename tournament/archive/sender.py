"""The sender of live mirrors: a thread of each server process that sends due mirrors every few seconds.

Recording a hand never waits for the sender. If there are several processes, only one process sends each request
(`send_mirror`).
"""

import logging
import threading

from django.db import DatabaseError, connection

from tournament.archive.actions.send_mirrors import send_mirror
from tournament.archive.delivery import deliver
from tournament.core.fading_sums import SendingTimes

EVERY = 3
"""Seconds between two checks for mirrors that are due."""

logger = logging.getLogger(__name__)


class MirrorSender:
    """The sending thread of this process. `start` and `stop` return at once, so that an event loop may call them."""

    def __init__(self) -> None:
        self._stopped = threading.Event()
        self._thread: threading.Thread | None = None

    def start(self) -> None:
        self._stopped.clear()
        self._thread = threading.Thread(target=self._run, name="mirror-sender", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Send no further request, and return at once. An interrupted request is sent again when its lease has expired.
        If the site had already received the interrupted request, the second one changes nothing."""
        self._stopped.set()

    def _run(self) -> None:
        sent, times = False, SendingTimes()
        while not self._stopped.wait(0 if sent else EVERY):
            try:
                sent = False
                sent = send_mirror(deliver, times)
            except DatabaseError as error:
                logger.warning("Mirrors wait: %s", error)
            except Exception:
                # Nothing restarts this thread, and the next attempt may succeed.
                logger.exception("Mirrors wait")
            finally:
                connection.close()
