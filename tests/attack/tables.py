"""Floods by somebody who may enter hands at a table: a player, or anybody who creates an event."""

import time
from collections import Counter
from collections.abc import Callable, Sequence, Set
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from urllib.parse import urlencode
from uuid import uuid4

from tests.attack.arena import WITH_LINKS, Browser, arena

TOGETHER = 150
SECONDS = 10
HANDS_EACH = 100_000
"""More hands than one connection sends."""

Place = Callable[[str, int], tuple[str, str]]
"""A function from the URL of the browser's own hanchan and a number to the URL for this hand, and to a text that is put
before the browser's cookies."""


def one_table() -> bool:
    """One table's browser sends hands that its hanchan refuses, over 150 connections, while another table plays."""
    return _one_table("hands of one table", lambda hanchan, _n: (hanchan, ""))


def spellings_of_one_hanchan() -> bool:
    """150 sessions of one table's link each write the number of the hanchan with other zeros, and send hands that it
    refuses."""
    return _one_table(
        "hands of one hanchan in many spellings",
        lambda hanchan, n: (hanchan.replace("/hanchans/", f"/hanchans/{'0' * (n // HANDS_EACH)}"), ""),
        sessions=TOGETHER,
    )


def invented_events() -> bool:
    """One table's browser sends hands to events that do not exist, with a second session in its cookies."""
    return _one_table(
        "hands of invented events",
        lambda _hanchan, n: (f"/t/x{n}/hanchans/{n}/", f"sessionid=x{n}; "),
        {404},
    )


def _one_table(name: str, place: Place, expected: Set[int] = frozenset({409}), *, sessions: int = 1) -> bool:
    with arena(name, prepare=WITH_LINKS) as field:
        session, page, hanchan = field.tables[1]
        _own_page, link = field.tables[-3]
        phones = [Browser(field.site.port, session)]
        phones += [Browser(field.site.port) for _each in range(sessions - 1)]
        field.check({phone.get(link)[0] for phone in phones} == {302}, "the table's link does not open")
        field.check({phone.get(page)[0] for phone in phones} == {200}, "the table's page does not open")
        with field.hands_meanwhile():
            until = time.monotonic() + SECONDS
            with ThreadPoolExecutor(TOGETHER) as threads:
                flood = partial(_flood, phones, partial(place, hanchan), until)
                counted = list(threads.map(flood, range(TOGETHER)))
        answers = sum(counted, Counter[int]())
        field.figures = {"answers": dict(answers)}
        # If a table has too many waiting requests, further ones get the status 503.
        field.check(
            set(answers) <= {0, 503} | expected and any(map(answers.get, expected)), f"answers: {dict(answers)}"
        )
    return not field.wrong


def _flood(
    phones: Sequence[Browser], place: Callable[[int], tuple[str, str]], until: float, connection: int
) -> Counter[int]:
    """Send hands, one after the other, until the time `until`. Return how often each status was answered."""
    answers: Counter[int] = Counter()
    phone = phones[connection % len(phones)]
    token = phone.cookies["csrftoken"]
    cookies = "; ".join(f"{name}={value}" for name, value in phone.cookies.items())
    while time.monotonic() < until:
        # A hand with a wrong number.
        hand = {"number": 999, "revision": 0, "key": str(uuid4()), "mode": "chombo", "offender": "3"}
        address, cookie = place(connection * HANDS_EACH + answers.total())
        sent = Browser(phone.port)
        form = urlencode({"csrfmiddlewaretoken": token, **hand})
        answers[sent.ask("POST", f"{address}hands/", form, {"Cookie": cookie + cookies})[0]] += 1
    return answers


def browsers_of_the_same_table() -> bool:
    """150 sessions of a table's link load its page without end, while its own phone enters a hand every two seconds."""
    with arena("browsers of the same table", prepare=WITH_LINKS) as field:
        _session, page, _hanchan = field.tables[0]
        _own_page, link = field.tables[4]
        phones = [Browser(field.site.port) for _each in range(TOGETHER)]
        field.check({phone.get(link)[0] for phone in phones} == {302}, "the table's link does not open")
        with field.hands_meanwhile(pause=2), ThreadPoolExecutor(TOGETHER) as threads:
            time.sleep(1)
            until = time.monotonic() + 2 * SECONDS
            counted = list(threads.map(partial(_load, page, until), phones))
        field.figures = {"answers": dict(sum(counted, Counter[int]()))}
        field.check(field.figures["answers"].get(200, 0) >= TOGETHER, "hardly a page was loaded")
    return not field.wrong


REPLACE = """
import json, sys
import django; django.setup()
from importlib import import_module
from django.conf import settings
from tournament.core.requests import SESSION_TABLES
from tournament.models import Table
from tournament.models.links import new_nonce
table = Table.objects.order_by("number").first()
table.link_nonce = new_nonce()
table.save()
session = import_module(settings.SESSION_ENGINE).SessionStore(sys.argv[1])
session[SESSION_TABLES] = {str(table.pk): table.link_nonce}
session.save()
print(json.dumps(table.pk))
"""
# Runs in a process of the site: gives the first table another link, which the session of its own phone has opened.


def sessions_of_a_replaced_link() -> bool:
    """150 sessions that loaded a table's page send hands after its link was replaced: the table's own phone, which has
    the new link, goes on."""
    with arena("sessions of a replaced link", prepare=WITH_LINKS) as field:
        session, page, hanchan = field.tables[0]
        _own_page, link = field.tables[4]
        phones = [Browser(field.site.port) for _each in range(TOGETHER)]
        field.check({phone.get(link)[0] for phone in phones} == {302}, "the table's link does not open")
        field.check({phone.get(page)[0] for phone in phones} == {200}, "the table's page does not open")
        field.site.run(REPLACE, session)
        with field.hands_meanwhile(), ThreadPoolExecutor(TOGETHER) as threads:
            time.sleep(1)
            until = time.monotonic() + SECONDS
            flood = partial(_flood, phones, lambda _n: (hanchan, ""), until)
            counted = list(threads.map(flood, range(TOGETHER)))
        field.figures = {"answers": dict(sum(counted, Counter[int]()))}
        field.check(404 in field.figures["answers"], "no hand was refused")
    return not field.wrong


def _load(page: str, until: float, phone: Browser) -> Counter[int]:
    """Load this page again and again until the time `until`. Return how often each status was answered."""
    answers: Counter[int] = Counter()
    while time.monotonic() < until:
        answers[phone.get(page)[0]] += 1
    return answers


ATTACKS = [
    one_table,
    browsers_of_the_same_table,
    sessions_of_a_replaced_link,
    spellings_of_one_hanchan,
    invented_events,
]
