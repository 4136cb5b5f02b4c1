"""Remembers which browsers have proved that they may score a table, and which table."""

from collections import OrderedDict
from collections.abc import Mapping
from http import HTTPStatus
from typing import Any

from django.conf import settings
from django.http import parse_cookie

from tournament.core.requests import SCORED
from tournament.live.lanes.owners import OwnerOf, Owners
from tournament.live.types import Scope, Send

MOST_AT_TABLE = 1_000
"""The most sessions that are remembered at one table; the least recently used is dropped. So a flood of new sessions at
one table does not drop the sessions of other tables, and it takes an hour to drop the table's own phone
(`core.views.rates.NEW_BROWSERS`)."""

MOST_PROVEN = 50_000
"""The most sessions that are remembered at all tables together."""


CLIENT_ERRORS = range(HTTPStatus.BAD_REQUEST, HTTPStatus.INTERNAL_SERVER_ERROR)
"""The statuses with which a view refuses a request."""


class ProvenTables:
    """The sessions that may score a table, by event. Each session has the table of its last proof, by the table's id: a
    URL names one table in many ways, such as by each of its hanchans.

    The proof is that a view has let the browser score the table (`core.requests.note_scored`). A view that refuses a
    request about a table takes the proof away: the person may have been removed from the team. The first proof with a
    new link takes away all proofs of the table before it: somebody may have opened the old link in hundreds of
    sessions.
    """

    def __init__(self, owner_of: OwnerOf | None = None) -> None:
        self._owners = Owners(owner_of)
        self._tables: OrderedDict[tuple[str, bytes], int] = OrderedDict()
        self._sessions: dict[int, OrderedDict[tuple[str, bytes], None]] = {}
        self._nonces: dict[int, str] = {}

    def __len__(self) -> int:
        return len(self._tables)

    def table_of(self, event: str, session: bytes) -> int | None:
        """Return the id of this session's table in the event with this slug; None if the session has proved nothing in
        this event."""
        return self._tables.get((event, session))

    def owner_of(self, event: str) -> str:
        """Return a name for the owner of the event with this slug; see `Owners.name`."""
        return self._owners.name(event)

    def remember(self, event: str, session: bytes, table: int, nonce: str) -> None:
        """Remember that this session may score the table with this id, whose link has this nonce now."""
        self._forget(event, session)
        if self._nonces.get(table) != nonce:
            for known in list(self._sessions.get(table, ())):
                self._forget(*known)
        self._nonces[table] = nonce
        self._tables[event, session] = table
        at_table = self._sessions.setdefault(table, OrderedDict())
        at_table[event, session] = None
        if len(at_table) > MOST_AT_TABLE:
            self._forget(*next(iter(at_table)))
        elif len(self._tables) > MOST_PROVEN:
            self._forget(*next(iter(self._tables)))

    def noting(self, scope: Scope, event: str, session: bytes, send: Send) -> Send:
        """Return a `send` that remembers the session for the tables that a view of this event has added to
        `scope[SCORED]`, and forgets it if the view refuses it (status 4xx). Public pages change nothing, and neither do
        answers that no view gave (status 5xx)."""

        async def sending(message: Mapping[str, Any]) -> None:
            if message["type"] == "http.response.start" and scope[SCORED]:
                self.remember(event, session, *scope[SCORED][-1])
                self._owners.name(event)  # caches the owner for the table's next request
            elif message["type"] == "http.response.start" and message["status"] in CLIENT_ERRORS:
                self._forget(event, session)
            await send(message)

        return sending

    def _forget(self, event: str, session: bytes) -> None:
        table = self._tables.pop((event, session), None)
        if table is None:
            return
        at_table = self._sessions[table]
        del at_table[event, session]
        if not at_table:
            del self._sessions[table], self._nonces[table]


def session_of(scope: Scope) -> bytes:
    """Return the session key in the cookies; empty if there is none.

    The cookies are parsed as Django parses them: of two session cookies the last one counts. Otherwise this module and
    Django could see different sessions of the same browser.
    """
    lines = [value.decode("latin-1") for name, value in scope["headers"] if name == b"cookie"]
    return parse_cookie(",".join(lines)).get(settings.SESSION_COOKIE_NAME, "").encode("latin-1")
