"""The sender: a thread of each server process that writes due messages every few seconds, and sends them.

A hand or the start of a round waits for nothing here: they only write their facts. However many processes there are,
each message is written once and claimed by one (`core.actions.queue`).
"""

import logging
import threading
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor

from django.db import DatabaseError, connection

from tournament.push.actions.send_messages import AT_ONCE, send_messages
from tournament.push.actions.write_messages import write_messages
from tournament.push.delivery import PushAnswer, PushRequest, deliver
from tournament.push.keys import server_key

EVERY = 5
"""Seconds between two looks for news."""

logger = logging.getLogger(__name__)


class Sender:
    """The sending thread of this process. `start` and `stop` return at once: an event loop may call them."""

    def __init__(self) -> None:
        self._stopped = threading.Event()
        self._thread: threading.Thread | None = None

    def start(self) -> None:
        server_key()  # made now, so that the first page that needs it does not
        self._stopped.clear()
        self._thread = threading.Thread(target=self._run, name="push-sender", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Send nothing more. A message that is just being sent is finished, or claimed again when its lease ends."""
        self._stopped.set()

    def _run(self) -> None:
        with ThreadPoolExecutor(AT_ONCE, thread_name_prefix="push") as pool:

            def deliver_all(requests: Iterable[PushRequest]) -> Iterable[PushAnswer]:
                return pool.map(deliver, requests)

            while not self._stopped.wait(EVERY):
                try:
                    write_messages()
                    while send_messages(deliver_all) == AT_ONCE and not self._stopped.is_set():
                        pass
                except DatabaseError as error:
                    logger.warning("Messages to phones wait: %s", error)
                except Exception:
                    # Nobody restarts this thread, and the next look may find nothing wrong.
                    logger.exception("Messages to phones wait")
                finally:
                    connection.close()
