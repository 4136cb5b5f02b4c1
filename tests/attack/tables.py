"""Floods by somebody who may score a table: a player, or anybody who opens an event of their own."""

import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from urllib.parse import urlencode
from uuid import uuid4

from tests.attack.arena import Arena, Browser, arena

TOGETHER = 150
SECONDS = 10


def one_table() -> bool:
    """One table's browser sends hands that its hanchan refuses, over 150 connections, while another table plays."""
    with arena("hands of one table") as field:
        session, page, hanchan = field.tables[1]
        browser = Browser(field.site.port, session)
        field.check(browser.get(page)[0] == 200, "the table's page does not open")
        token = browser.cookies["csrftoken"]
        with field.hands_meanwhile():
            until = time.monotonic() + SECONDS
            with ThreadPoolExecutor(TOGETHER) as threads:
                counted = list(threads.map(lambda _n: _flood(field, session, hanchan, token, until), range(TOGETHER)))
        answers = sum(counted, Counter[int]())
        field.figures = {"answers": dict(answers)}
        # A hand with a wrong number is refused (409); who has sixteen waiting is asked to come back (503).
        field.check(set(answers) <= {0, 409, 503} and answers[409] > 0, f"answers: {dict(answers)}")
    return not field.wrong


def _flood(field: Arena, session: str, hanchan: str, token: str, until: float) -> Counter[int]:
    answers: Counter[int] = Counter()
    while time.monotonic() < until:
        browser = Browser(field.site.port, session)
        browser.cookies["csrftoken"] = token
        hand = {"number": 999, "revision": 0, "key": str(uuid4()), "mode": "chombo", "offender": "3"}
        answers[browser.ask("POST", f"{hanchan}hands/", urlencode({"csrfmiddlewaretoken": token, **hand}))[0]] += 1
    return answers


ATTACKS = [one_table]
