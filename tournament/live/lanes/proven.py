"""Remembers which browsers have proved that they may score a table, and which table."""

import re
from collections import OrderedDict
from collections.abc import Mapping
from typing import Any

from django.conf import settings
from django.http import parse_cookie

from tournament.live.lanes.owners import OwnerOf, Owners
from tournament.live.types import Scope, Send

TABLE_SCREEN = re.compile(r"/t/([^/]+)/(tables/\d+)/")
HANDS = re.compile(r"/t/([^/]+)/(hanchans/\d+)/hands/")

MOST_AT_TABLE = 16
"""The most sessions that are remembered at one table; the least recently used is dropped. So a flood of new sessions at
one table does not drop the sessions of other tables."""

MOST_PROVEN = 50_000
"""The most sessions that are remembered at all tables together."""


class ProvenTables:
    """The sessions that may score a table, by event. Each session has the table or hanchan of its last proof.

    The proof is a response that only a permitted browser gets: the table's screen, or the answer to a hand that the
    browser sent.
    """

    def __init__(self, owner_of: OwnerOf | None = None) -> None:
        self._owners = Owners(owner_of)
        self._tables: OrderedDict[tuple[str, bytes], str] = OrderedDict()
        self._sessions: dict[tuple[str, str], OrderedDict[bytes, None]] = {}

    def __len__(self) -> int:
        return len(self._tables)

    def table_of(self, event: str, session: bytes) -> str | None:
        """Return the table or hanchan, such as "tables/7", of this session in the event with this slug; None if the
        session has proved nothing in this event."""
        return self._tables.get((event, session))

    def owner_of(self, event: str) -> str:
        """Return a name for the owner of the event with this slug; see `Owners.name`."""
        return self._owners.name(event)

    def remember(self, event: str, session: bytes, table: str) -> None:
        """Remember that this session may score this table."""
        self._forget(event, session)
        self._tables[event, session] = table
        at_table = self._sessions.setdefault((event, table), OrderedDict())
        at_table[session] = None
        if len(at_table) > MOST_AT_TABLE:
            self._forget(event, next(iter(at_table)))
        elif len(self._tables) > MOST_PROVEN:
            self._forget(*next(iter(self._tables)))

    def noting(self, scope: Scope, session: bytes, send: Send) -> Send:
        """Return a `send` that remembers the session if the response proves that it may score the table."""

        async def sending(message: Mapping[str, Any]) -> None:
            if message["type"] == "http.response.start" and (proven := _proven_by_response(scope, message["status"])):
                event, table = proven
                self.remember(event, session, table)
                self._owners.name(event)  # caches the owner for the table's next request
            await send(message)

        return sending

    def _forget(self, event: str, session: bytes) -> None:
        table = self._tables.pop((event, session), None)
        if table is None:
            return
        at_table = self._sessions[event, table]
        del at_table[session]
        if not at_table:
            del self._sessions[event, table]


def session_of(scope: Scope) -> bytes:
    """Return the session key in the cookies; empty if there is none.

    The cookies are parsed as Django parses them: of two session cookies the last one counts. Otherwise this module and
    Django could see different sessions of the same browser.
    """
    lines = [value.decode("latin-1") for name, value in scope["headers"] if name == b"cookie"]
    return parse_cookie(",".join(lines)).get(settings.SESSION_COOKIE_NAME, "").encode("latin-1")


def _proven_by_response(scope: Scope, status: int) -> tuple[str, str] | None:
    """Return the event's slug and the table or hanchan, such as "tables/7", if a response with this status proves that
    the browser may score there; otherwise None."""
    screen, hands = TABLE_SCREEN.fullmatch(scope["path"]), HANDS.fullmatch(scope["path"])
    if screen and scope["method"] == "GET" and status == 200:
        return screen[1], screen[2]
    if hands and scope["method"] == "POST" and status in (200, 302, 409, 422):
        return hands[1], hands[2]
    return None
