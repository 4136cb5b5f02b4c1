"""Tables play and viewers watch by https, while each service is broken once and started again."""

import sys
import threading
import time
from bisect import bisect_left
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass, field
from http.client import HTTPSConnection
from statistics import median
from typing import Any
from urllib.parse import urlencode
from uuid import uuid4

from tests.deploy.services import WITHOUT_CERTIFICATE, Services
from tests.deploy.viewers import Viewers
from tests.phone import NO_ANSWER, Phone
from tests.running_site import REPLAY

HAND = {"winner": "0", "discarder": "2", "value": "1-30"}
RETRY = 0.2
PATIENCE = 90
"""Seconds within which all viewers must be connected, at the beginning and after each fault."""

UNDISTURBED = "undisturbed"

# Prints the tournament's version after each hand, by the hand's key. It assumes that no hand is undone.
VERSIONS = """
import json
import django; django.setup()
from tournament.models import Hand, LogEntry
from tournament.models.log import RECORDED
keys = Hand.objects.order_by("hanchan", "number").values_list("key", flat=True)
versions = LogEntry.objects.filter(kind=RECORDED).order_by("hanchan", "number").values_list("number", flat=True)
print(json.dumps(dict(zip(map(str, keys), versions, strict=True))))
"""


class SecurePhone(Phone):
    """A table's phone by https. Like a browser, it sends the headers Origin and Referer with forms."""

    def __init__(self, services: Services, session: str, table: str, hanchan: str) -> None:
        super().__init__(services.https, session, table, hanchan)
        self.origin = services.address
        self.cookies = {"__Host-sessionid": session}  # the cookie's name if the site uses https
        self.connection = HTTPSConnection("localhost", services.https, timeout=30, context=WITHOUT_CERTIFICATE)

    def ask(self, method: str, path: str, body: str | None = None) -> tuple[int, str]:
        self.connection.default_headers = {}  # type: ignore[attr-defined]
        headers = {
            "Cookie": "; ".join(f"{name}={value}" for name, value in self.cookies.items()),
            "Origin": self.origin, "Referer": f"{self.origin}/",
            "Content-Type": "application/x-www-form-urlencoded",
        }  # fmt: skip
        try:
            self.connection.request(method, path, body, headers)
            response = self.connection.getresponse()
            page = response.read().decode()
        except NO_ANSWER:
            self.connection.close()
            raise
        for cookie in response.headers.get_all("Set-Cookie", []):
            name, _, value = cookie.partition(";")[0].partition("=")
            self.cookies[name] = value
        return response.status, page


@dataclass(frozen=True)
class Acknowledged:
    """A hand that the server has confirmed to a phone: when it was first sent, when it was confirmed
    (`time.monotonic`), and what was broken then (`phase`)."""

    key: str
    sent: float
    answered: float
    phase: str


@dataclass
class Play:
    """The play at all tables. `phase` names what is broken now."""

    pace: float
    phase: str = UNDISTURBED
    is_over: threading.Event = field(default_factory=threading.Event)
    hands: list[Acknowledged] = field(default_factory=list)
    refused: dict[int, int] = field(default_factory=dict)

    def record_hands(self, phone: SecurePhone, form: dict[str, Any]) -> None:
        """Record hands until the play is over. A hand without a response is sent again, as the phone's outbox does."""
        number = 1
        while not self.is_over.wait(self.pace):
            key, sent = str(uuid4()), time.monotonic()
            token = {"csrfmiddlewaretoken": form["csrfmiddlewaretoken"]}
            fields = token | HAND | {"number": number, "revision": number - 1, "key": key}
            while not self._is_recorded(phone, urlencode(fields, doseq=True)):
                if self.is_over.wait(RETRY):
                    return
            self.hands.append(Acknowledged(key, sent, time.monotonic(), self.phase))
            number += 1

    def _is_recorded(self, phone: SecurePhone, body: str) -> bool:
        try:
            status, _page = phone.ask("POST", phone.hands, body)
        except NO_ANSWER:
            status = 0
        if status != 302:
            self.refused[status] = self.refused.get(status, 0) + 1
        return status == 302


def run_trial(services: Services, *, tables: int, viewers: int, seconds: float, pace: float) -> dict[str, Any]:
    made = services.prepare(tables)
    play, back = Play(pace), {}
    phones = [SecurePhone(services, *table) for table in made]
    forms = [phone.draw(**HAND) for phone in phones]
    with ExitStack() as ends, ThreadPoolExecutor(tables) as hands:
        watching = Viewers(services.https, made[0][1].split("tables/")[0] + "standings/", viewers)
        ends.callback(watching.kill)
        ends.callback(play.is_over.set)
        watching.wait_until_all_show(0, PATIENCE)
        plays = [hands.submit(play.record_hands, *each) for each in zip(phones, forms, strict=True)]
        time.sleep(2 * seconds)
        for name, break_it in breaks_of(services).items():
            print(f"{name}, after {len(play.hands)} hands", file=sys.stderr)
            back[name] = _while_broken(services, watching, play, name, break_it)
            time.sleep(seconds)
        play.is_over.set()
        for each in plays:
            each.result(120)
        versions = services.site.run(VERSIONS)
        last = max(versions.values())
        watching.wait_until_all_show(last, PATIENCE)
        streams, shown = watching.end()
    keys, wrong = services.site.run(REPLAY.replace("if numbers != list(range(1, len(keys) + 1)):", "if False:"))
    return {
        "tables": tables,
        "viewers": viewers,
        "hands": len(play.hands),
        "lost": len({hand.key for hand in play.hands} - set(keys)),
        "doubled": len(keys) - len(set(keys)),
        "wrong": len(wrong) + services.differences(),
        "viewers without the last hand": sum(not told or told[-1][0] < last for told in shown),
        "longest wait of a phone": _longest_waits(play.hands),
        "time to shown": times_to_shown(play.hands, versions, shown),
        "until all viewers were back": back,
        "answers other than recorded": play.refused,
        "streams opened": streams,
    }


def breaks_of(services: Services) -> dict[str, Callable[[], None]]:
    """Return the functions that break the services, by their names in the report. Each service is killed once; in the
    end all are restarted by turns."""

    def kill_process(port: int) -> None:
        services.kill(f"process {port}")
        services.start_process(port)

    def kill_database() -> None:
        services.database.stop("immediate")
        time.sleep(1)
        services.database.start()

    def kill_caddy() -> None:
        services.kill("caddy")
        services.start_caddy()

    def restart_processes() -> None:
        for port in services.ports:
            services.stop_process(port)
            services.start_process(port)
            services.wait_until_ready(port)

    first, second = services.ports
    return {
        "process 1 killed": lambda: kill_process(first),
        "process 2 killed": lambda: kill_process(second),
        "database killed": kill_database,
        "caddy killed": kill_caddy,
        "processes restarted": restart_processes,
    }


def _while_broken(services: Services, watching: Viewers, play: Play, name: str, break_it: Callable[[], None]) -> float:
    """Break something. Return the seconds until all services answered and all viewers showed a newer hand."""
    began, hands, play.phase = time.monotonic(), len(play.hands), name
    break_it()
    services.wait_until_answered()
    for port in services.ports:
        services.wait_until_ready(port)
    deadline = began + PATIENCE
    while len(play.hands) == hands and time.monotonic() < deadline:
        time.sleep(0.05)
    watching.wait_until_all_show(watching.state()[2], PATIENCE)
    play.phase = UNDISTURBED
    return round(time.monotonic() - began, 2)


def _longest_waits(hands: list[Acknowledged]) -> dict[str, float]:
    """Return the longest time in seconds from a hand's first sending to its confirmation, by what was broken."""
    waits: dict[str, float] = {}
    for hand in hands:
        waits[hand.phase] = round(max(waits.get(hand.phase, 0), hand.answered - hand.sent), 2)
    return waits


def times_to_shown(
    hands: list[Acknowledged], versions: dict[str, int], shown: list[list[tuple[int, float]]]
) -> dict[str, dict[str, float]]:
    """Return the median and the longest time in seconds from a hand's confirmation until a viewer had a version with
    this hand, by what was broken.

    `versions` are the tournament's versions by the hand's key. `shown` has for each viewer the versions that it showed,
    in ascending order, with their times. If a viewer had the hand before the confirmation, the time is 0; a viewer that
    never had the hand is left out.
    """
    delays: dict[str, list[float]] = {}
    for told in shown:
        for hand in hands:
            place = bisect_left(told, versions.get(hand.key, 0), key=lambda each: each[0])
            if place < len(told):
                delays.setdefault(hand.phase, []).append(max(0.0, told[place][1] - hand.answered))
    return {
        phase: {"median": round(median(those), 2), "longest": round(max(those), 2)} for phase, those in delays.items()
    }
