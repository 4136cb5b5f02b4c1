"""The sender: a thread of each server process that writes and sends due messages every few seconds.

Recording a hand or starting a round never waits for the sender. With several processes each message is still written
once and claimed by only one of them (`core.actions.queue`).
"""

import logging
import threading
import time
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor

from django.db import DatabaseError, connection

from tournament.core.fading_sums import SendingTimes
from tournament.push.actions.send_messages import AT_ONCE, send_messages
from tournament.push.actions.write_messages import Looks, write_messages
from tournament.push.delivery import PushAnswer, PushRequest
from tournament.push.keys import server_key
from tournament.push.slow_services import SlowServices

EVERY = 5
"""Seconds between two checks for news."""

SENDS_FOR = 5
"""Seconds after which the sender checks for news even if messages wait. Events take turns only with messages that are
written, so the news of one event would otherwise wait until thousands of messages of another are sent."""

logger = logging.getLogger(__name__)


class Sender:
    """The sending thread of this process. `start` and `stop` return at once, so that an event loop may call them."""

    def __init__(self) -> None:
        self._stopped = threading.Event()
        self._thread: threading.Thread | None = None

    def start(self) -> None:
        server_key()  # created now, so that no page has to wait for the key
        self._stopped.clear()
        self._thread = threading.Thread(target=self._run, name="push-sender", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Stop sending. A message that is being sent is finished if possible; otherwise another sender takes it after
        its lease has expired."""
        self._stopped.set()

    def _run(self) -> None:
        nothing_due: Looks = {}
        times = SendingTimes()
        services = SlowServices()
        with ThreadPoolExecutor(AT_ONCE, thread_name_prefix="push") as pool:

            def deliver_all(requests: Iterable[PushRequest]) -> Iterable[PushAnswer]:
                return pool.map(services.deliver, requests)

            pause: float = EVERY
            while not self._stopped.wait(pause):
                pause = EVERY
                try:
                    if write_messages(nothing_due, times):
                        pause = 0
                    until = time.monotonic() + SENDS_FOR
                    while send_messages(deliver_all) == AT_ONCE and not self._stopped.is_set():
                        if time.monotonic() >= until:
                            pause = 0
                            break
                except DatabaseError as error:
                    logger.warning("Messages to phones wait: %s", error)
                except Exception:
                    # Nothing restarts this thread, and the next check may succeed.
                    logger.exception("Messages to phones wait")
                finally:
                    connection.close()
