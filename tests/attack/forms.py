"""Forms that are submitted without end, reused keys and addresses, and rows that visits without a cookie leave."""

import re
import socket
import time
from collections import Counter
from uuid import uuid4

from tests.attack.accounts import fresh_account
from tests.attack.arena import Arena, Browser, arena, at_once

# An event that people enter, and 3,000 events with the same name.
EVENTS = """
import json
import django; django.setup()
from tests.factories import TournamentFactory
from tournament.models import EntryTerms, Tournament
EntryTerms.objects.create(tournament=TournamentFactory(name="Autumn Open", slug="autumn-open"))
Tournament.objects.bulk_create(
    Tournament(name="Club night", slug=f"club-night-{n}" if n > 1 else "club-night") for n in range(1, 3_001)
)
print(json.dumps(None))
"""

ROWS = """
import json
import django; django.setup()
from django.apps import apps
print(json.dumps({model._meta.db_table: model._base_manager.count() for model in apps.get_models()}))
"""

# Deletes the event, and creates another event with other people at the same address.
REPLACE = """
import json
import django; django.setup()
from tests.factories import EntryFactory, TournamentFactory
from tournament.models import Tournament
Tournament.objects.filter(slug="autumn-open").delete()
EntryFactory(tournament=TournamentFactory(name="Winter Open", slug="autumn-open"), player__name="Somebody Else")
print(json.dumps(None))
"""

RENEW = """
import json
import django; django.setup()
from tournament.models import Table, Tournament
Tournament.objects.update(is_public=False)
Table.objects.update(link_nonce="another")
print(json.dumps(None))
"""

ENTER = "/t/autumn-open/enter/"


def rows(field: Arena) -> Counter[str]:
    """Return the number of rows of each table of the database."""
    return Counter(field.site.run(ROWS))


def _enter(browser: Browser, n: int, **fields: object) -> tuple[int, str]:
    person = {"key": uuid4(), "name": f"Junk {n:03}", "mail": f"junk{n}@example.org", "may_publish": "on"}
    return browser.post(ENTER, person | fields)


def junk() -> bool:
    """One address enters 400 people, and a table calls a referee 30 times: only as many as the rate limits allow may
    succeed."""
    with arena("junk in forms") as field:
        field.site.run(EVENTS)
        browsers = [Browser(field.site.port) for _ in range(8)]
        table = Browser(field.site.port, session=field.tables[1][0])
        with field.hands_meanwhile():
            for browser in browsers:
                browser.get(ENTER)
            ways = at_once(8, lambda n: Counter(_enter(browsers[n], 50 * n + i)[0] for i in range(50)))
            entries = sum(ways, Counter[int]())
            table.get(field.tables[1][1])
            calls = Counter(table.post(f"{field.tables[1][1]}call/", {})[0] for _ in range(30))
        field.figures = {"entries": dict(entries), "calls": dict(calls)}
        field.check(entries[302] <= 305, f"{entries[302]} of 400 entries were taken")
        field.check(calls[429] == 10, f"calls: {dict(calls)}")
        field.check(
            _enter(Browser(field.site.port, host="127.0.2.1"), 999)[0] == 302, "another address cannot enter any more"
        )
    return not field.wrong


def used_again() -> bool:
    """Reuse an idempotency key with other content, one name for 3,000 events, and the address of a deleted event:
    nothing may go wrong."""
    with arena("keys and addresses used again") as field:
        field.site.run(EVENTS)
        with field.hands_meanwhile():
            stranger, key = Browser(field.site.port), uuid4()
            first = _enter(Browser(field.site.port), 1, key=key)[0]
            before = rows(field)
            again, page = _enter(stranger, 2, key=key)
            changed = _changed(before, rows(field), apart_from={"tournament_rateuse"} | _of_hands())
            account = fresh_account(field)
            began = time.monotonic()
            made = account.post(
                "/tournaments/new/",
                {"key": uuid4(), "name": "Club night", "ruleset_key": "wrc_2015", "is_public": "on"},
            )[0]
            seconds = time.monotonic() - began
            address = "/api/v1/tournaments/autumn-open/"
            shown = Browser(field.site.port).get(address)[1]
            field.site.run(REPLACE)
            stale = Browser(field.site.port).get(address)[1]
        field.figures = {"key": [first, again], "rows_changed": changed, "slug_s": round(seconds, 2)}
        field.check(first == 302 and again in (409, 422) and "junk1@" not in page, f"used key: {first}, {again}")
        field.check(not changed, f"rows changed: {changed}")
        field.check(made == 302 and seconds < 1, f"an event of a used name: {made} in {seconds:.1f} s")
        field.check("Junk 001" in shown or "Autumn Open" in shown, "the API shows nothing")
        field.check("Junk" not in stale and "Autumn" not in stale, "the API shows a deleted event")
    return not field.wrong


def visits() -> bool:
    """300 visits without a cookie may leave no row, and a stream must end soon after the link that it was opened with
    is renewed."""
    with arena("visits without a cookie") as field:
        stream = _stream_of_table(field)
        with field.hands_meanwhile():
            before = rows(field)
            paths = ["/", "/accounts/login/", "/rules/", field.root, f"{field.root}standings/", "/no-such-page/"]
            answers = Counter(Browser(field.site.port).get(paths[n % len(paths)])[0] for n in range(300))
            changed = _changed(before, rows(field), apart_from=_of_hands())
        field.site.run(RENEW)
        began = time.monotonic()
        while time.monotonic() < began + 90 and not _has_ended(stream):
            time.sleep(1)
        seconds = time.monotonic() - began
        field.figures = {"answers": dict(answers), "rows_changed": changed, "stream_ended_after_s": round(seconds)}
        field.check(not changed, f"rows changed: {changed}")
        field.check(seconds < 80, "a stream outlives its link")
    return not field.wrong


def _of_hands() -> set[str]:
    """Return the database tables that get rows from the hands recorded during the attack, and from the session of the
    phone that records these hands."""
    return {"tournament_hand", "tournament_logentry", "tournament_submission", "tournament_queuedtask"}


def _changed(before: Counter[str], after: Counter[str], apart_from: set[str]) -> dict[str, int]:
    tables = {table for table in after if after[table] != before[table]} - apart_from
    return {table: after[table] - before[table] for table in sorted(tables)}


def _stream_of_table(field: Arena) -> socket.socket:
    """Return the stream of an open page of the second table, after the stream has begun."""
    session, table, _hanchan = field.tables[1]
    page = Browser(field.site.port, session=session).get(table)[1]
    followed = re.search(r'name="tenbo-live" content="(\d+:\d+)"', page)
    assert followed, page[:300]
    stream = socket.create_connection(("127.0.0.1", field.site.port), timeout=30)
    request = f"GET /live/events?t={followed[1]} HTTP/1.1\r\nHost: localhost\r\nCookie: sessionid={session}\r\n\r\n"
    stream.sendall(request.encode())
    assert stream.recv(4_096).startswith(b"HTTP/1.1 200")
    return stream


def _has_ended(stream: socket.socket) -> bool:
    stream.setblocking(False)
    try:
        while piece := stream.recv(65_536):
            if piece.endswith(b"\r\n0\r\n\r\n") or piece == b"0\r\n\r\n":
                return True
    except BlockingIOError:
        return False
    return True


ATTACKS = [junk, used_again, visits]
