"""Remembers which push services do not answer. For a minute no messages are sent to them, so that they do not delay the
messages to other services: the sender waits for the slowest message of a batch."""

import time
from collections import OrderedDict, defaultdict
from datetime import timedelta
from threading import Lock
from urllib.parse import urlsplit

from tournament.push import delivery
from tournament.push.delivery import Delivered, PushAnswer, PushRequest, deliver
from tournament.push.endpoints import origin_of, service_of

STRIKES = 3
"""The number of late answers in a row after which a service is slow. An answer is late after `delivery.TIMEOUT`, or if
there is none."""

PAUSE = timedelta(minutes=1)
"""How long a slow service gets no messages."""

MOST_HOSTS = 1_000
"""The most hosts that are remembered because they answered; the host that answered longest ago is dropped."""


class SlowServices:
    """The slow push services, as the threads of one sender know them.

    A host that has answered in time is a service of its own. All other hosts of a browser's push service count as one,
    because anybody may name any subdomain, and each could be slow.
    """

    def __init__(self) -> None:
        self._changing = Lock()
        self._answered: OrderedDict[str, None] = OrderedDict()
        self._strikes: defaultdict[str, int] = defaultdict(int)
        self._slow_until: dict[str, float] = {}

    def deliver(self, request: PushRequest) -> PushAnswer:
        """Send a message, unless its service is slow: then the message has failed, and is due after the pause."""
        endpoint = request.browser.endpoint
        begun = time.monotonic()
        with self._changing:
            pause = self._slow_until.get(self._service(endpoint), 0.0) - begun
        if pause > 0:
            return PushAnswer(Delivered.FAILED, after=timedelta(seconds=pause))
        answer = deliver(request)
        is_late = time.monotonic() - begun >= delivery.TIMEOUT
        with self._changing:
            if is_late:
                self._note_late(endpoint)
            elif answer.status:
                self._note_answer(endpoint)
        return answer

    def _service(self, endpoint: str) -> str:
        host = _host(endpoint)
        return host if host in self._answered else service_of(endpoint)

    def _note_late(self, endpoint: str) -> None:
        service = self._service(endpoint)
        self._strikes[service] += 1
        if self._strikes[service] >= STRIKES:
            self._slow_until[service] = time.monotonic() + PAUSE.total_seconds()

    def _note_answer(self, endpoint: str) -> None:
        host = _host(endpoint)  # other hosts of the service may be slow all the same
        self._forget_strikes(host)
        self._answered[host] = None
        self._answered.move_to_end(host)
        if len(self._answered) > MOST_HOSTS:
            dropped, _none = self._answered.popitem(last=False)
            self._forget_strikes(dropped)

    def _forget_strikes(self, service: str) -> None:
        self._strikes.pop(service, None)
        self._slow_until.pop(service, None)


def _host(endpoint: str) -> str:
    return origin_of(urlsplit(endpoint))
