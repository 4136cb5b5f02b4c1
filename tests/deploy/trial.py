"""Tables play and viewers watch through https, while each service is broken once and comes back."""

import asyncio
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from http.client import HTTPSConnection
from typing import Any
from urllib.parse import urlencode
from uuid import uuid4

from tests.deploy.services import WITHOUT_CERTIFICATE, Services
from tests.phone import NO_ANSWER, Phone
from tests.running_site import REPLAY

HAND = {"winner": "0", "discarder": "2", "value": "1-30"}
RETRY = 0.2


class SecurePhone(Phone):
    """A table's phone behind https: it says where its forms come from, as browsers do."""

    def __init__(self, services: Services, session: str, table: str, hanchan: str) -> None:
        super().__init__(services.https, session, table, hanchan)
        self.origin = services.address
        self.cookies = {"__Host-sessionid": session}  # its name by https
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


@dataclass
class Tally:
    """What the phones and the viewers note."""

    acknowledged: list[str] = field(default_factory=list)
    refused: dict[int, int] = field(default_factory=dict)
    longest_wait: float = 0.0
    versions: dict[int, float] = field(default_factory=dict)  # when a version was first seen by a viewer
    longest_told: float = 0.0
    streams: int = 0


def run_trial(services: Services, *, tables: int, viewers: int, seconds: float) -> dict[str, Any]:
    made = services.prepare(tables)
    tally, over = Tally(), threading.Event()
    phones = [SecurePhone(services, *table) for table in made]
    forms = [phone.draw(**HAND) for phone in phones]
    watching = threading.Thread(
        target=lambda: asyncio.run(_watch(services, made[0][0], viewers, tally, over)), daemon=True
    )
    watching.start()
    breaks = {
        "process 1 killed": lambda: _restart_process(services, services.ports[0]),
        "process 2 killed": lambda: _restart_process(services, services.ports[1]),
        "database stopped": lambda: (services.database.stop(), time.sleep(1), services.database.start()),
        "caddy killed": lambda: (services.kill("caddy"), services.start_caddy()),
    }
    longest = {}
    with ThreadPoolExecutor(tables) as hands:
        plays = [hands.submit(_play, *each, tally, over) for each in zip(phones, forms, strict=True)]
        time.sleep(seconds)
        for name, break_it in breaks.items():
            tally.longest_wait = 0.0
            break_it()
            services.wait_until_answered()
            time.sleep(seconds)
            longest[name] = round(tally.longest_wait, 2)
        over.set()
        for play in plays:
            play.result(120)
    watching.join(30)
    keys, wrong = services.site.run(REPLAY.replace("if numbers != list(range(1, len(keys) + 1)):", "if False:"))
    return {
        "hands acknowledged": len(tally.acknowledged),
        "lost": len(set(tally.acknowledged) - set(keys)),
        "doubled": len(keys) - len(set(keys)),
        "wrong": wrong,
        "seconds until a hand was recorded at most": longest,
        "answers other than recorded": tally.refused,
        "viewers": tally.streams,
        "seconds between the first and the last viewer told at most": round(tally.longest_told, 2),
    }


def _restart_process(services: Services, port: int) -> None:
    services.kill(f"process {port}")
    services.start_process(port)


def _play(phone: SecurePhone, form: dict[str, Any], tally: Tally, over: threading.Event) -> None:
    """Record hands until it is over. What got no answer is sent again, as the outbox does."""
    number = 1
    while not over.is_set():
        key, began = str(uuid4()), time.monotonic()
        fields = {
            "csrfmiddlewaretoken": form["csrfmiddlewaretoken"],
            "number": number,
            "revision": number - 1,
            "key": key,
        }
        while True:
            try:
                status, _page = phone.ask("POST", phone.hands, urlencode(fields | HAND, doseq=True))
            except NO_ANSWER:
                status = 0
            if status == 302:
                break
            tally.refused[status] = tally.refused.get(status, 0) + 1
            if over.is_set() or status in {403, 409, 422}:  # it is still under way, or the hanchan is over
                return
            time.sleep(RETRY)
        tally.acknowledged.append(key)
        tally.longest_wait = max(tally.longest_wait, time.monotonic() - began)
        number += 1
        time.sleep(0.1)


async def _watch(services: Services, session: str, viewers: int, tally: Tally, over: threading.Event) -> None:
    tasks = [asyncio.create_task(_view(services, session, tally)) for _ in range(viewers)]
    while not over.is_set():
        await asyncio.sleep(0.2)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


async def _view(services: Services, session: str, tally: Tally) -> None:
    """One open page: a stream, and another when it ends."""
    while True:
        try:
            reader, writer = await asyncio.open_connection("localhost", services.https, ssl=WITHOUT_CERTIFICATE)
        except OSError:
            await asyncio.sleep(0.5)
            continue
        try:
            host = f"Host: localhost:{services.https}"
            request = f"GET /live/events?t=1:0 HTTP/1.1\r\n{host}\r\nCookie: __Host-sessionid={session}\r\n\r\n"
            writer.write(request.encode())
            while line := await reader.readline():
                if line.startswith(b"retry"):
                    tally.streams += 1
                elif line.startswith(b"data: 1 "):
                    _note(tally, int(line.split()[2]))
        except OSError:
            pass
        finally:
            writer.close()
        await asyncio.sleep(0.5)


def _note(tally: Tally, version: int) -> None:
    now = time.monotonic()
    first = tally.versions.setdefault(version, now)
    if now - first < 5:  # otherwise it was told of it when its stream came back
        tally.longest_told = max(tally.longest_told, now - first)
