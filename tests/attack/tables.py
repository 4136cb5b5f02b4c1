"""Floods by somebody who may enter hands at a table: a player, or anybody who creates an event."""

import time
from collections import Counter
from collections.abc import Callable, Set
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from urllib.parse import urlencode
from uuid import uuid4

from tests.attack.arena import Browser, arena

TOGETHER = 150
SECONDS = 10

Place = Callable[[str, int], tuple[str, str]]
"""A function from the URL of the browser's own hanchan and a number to the URL for this hand, and to a text that is put
before the browser's cookies."""


def one_table() -> bool:
    """One table's browser sends hands that its hanchan refuses, over 150 connections, while another table plays."""
    return _one_table("hands of one table", lambda hanchan, _n: (hanchan, ""))


def invented_events() -> bool:
    """One table's browser sends hands to events that do not exist, with a second session in its cookies."""
    return _one_table(
        "hands of invented events",
        lambda _hanchan, n: (f"/t/x{n}/hanchans/{n}/", f"sessionid=x{n}; "),
        {404},
    )


def _one_table(name: str, place: Place, expected: Set[int] = frozenset({409})) -> bool:
    with arena(name) as field:
        session, page, hanchan = field.tables[1]
        browser = Browser(field.site.port, session)
        field.check(browser.get(page)[0] == 200, "the table's page does not open")
        browser.cookies["sessionid"] = session
        with field.hands_meanwhile():
            until = time.monotonic() + SECONDS
            with ThreadPoolExecutor(TOGETHER) as threads:
                flood = partial(_flood, browser, partial(place, hanchan), until)
                counted = list(threads.map(flood, range(TOGETHER)))
        answers = sum(counted, Counter[int]())
        field.figures = {"answers": dict(answers)}
        # If a table has too many waiting requests, further ones get the status 503.
        field.check(
            set(answers) <= {0, 503} | expected and any(map(answers.get, expected)), f"answers: {dict(answers)}"
        )
    return not field.wrong


def _flood(browser: Browser, place: Callable[[int], tuple[str, str]], until: float, connection: int) -> Counter[int]:
    """Send hands, one after the other, until the time `until`. Return how often each status was answered."""
    answers: Counter[int] = Counter()
    token = browser.cookies["csrftoken"]
    cookies = "; ".join(f"{name}={value}" for name, value in browser.cookies.items())
    while time.monotonic() < until:
        # A hand with a wrong number.
        hand = {"number": 999, "revision": 0, "key": str(uuid4()), "mode": "chombo", "offender": "3"}
        address, cookie = place(connection * 100_000 + answers.total())
        sent = Browser(browser.port)
        form = urlencode({"csrfmiddlewaretoken": token, **hand})
        answers[sent.ask("POST", f"{address}hands/", form, {"Cookie": cookie + cookies})[0]] += 1
    return answers


ATTACKS = [one_table, invented_events]
