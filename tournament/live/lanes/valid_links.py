"""Checks private links before their requests wait in a lane, because the first visit by a valid link has a turn of its
own. Without a session it would wait behind all other visitors of its network who have none, and anybody there can send
thousands of such requests."""

import re
from collections.abc import Collection

from django.db import DatabaseError

from tournament.live.newest import Newest, Read, own_connection
from tournament.live.types import Scope
from tournament.models import ClubTable, Entry, Table

TABLE_LINK = re.compile(r"/t/([-\w]+)/tables/(\d{1,5})/link/([0-9a-f]+)/")
CLUB_TABLE_LINK = re.compile(r"/c/([-\w]+)/tables/(\d{1,5})/link/([0-9a-f]+)/")
PLAYER_LINK = re.compile(r"/t/([-\w]+)/enter/(\d{1,5})/([0-9a-f]+)/")
LINKS = (TABLE_LINK, CLUB_TABLE_LINK, PLAYER_LINK)
"""The paths of private links; the groups are the slug, the number and the token. Below a player's link are more
pages."""

ReadLinks = Read[str, bool]
"""A function with the signature of `valid_links`."""


def valid_links(links: Collection[str]) -> dict[str, bool]:
    """Return for each of these `links` whether it is valid. Raises `DatabaseError`."""
    with own_connection():
        return {link: _is_valid(link) for link in links}


class ValidLinks:
    """Names the members of a lane's queue that wait for valid links. Requests that come at the same time are checked
    together (`Newest`)."""

    def __init__(self, read: ReadLinks | None) -> None:
        self._valid = None if read is None else Newest(read)

    async def member(self, scope: Scope) -> str | None:
        """Return the member of a queue for a GET request at a valid link; None for any other request, and during an
        outage of the database. All requests at one link, and at the pages below it, are one member."""
        link = _link_in(scope["path"]) if scope["method"] == "GET" else None
        if link is None or self._valid is None:
            return None
        try:
            return link if await self._valid.value(link) else None
        except DatabaseError:
            return None


def _link_in(path: str) -> str | None:
    matches = (pattern.match(path) for pattern in LINKS)
    return next((match[0] for match in matches if match), None)


def _is_valid(link: str) -> bool:
    if match := TABLE_LINK.fullmatch(link):
        table = Table.objects.filter(tournament__slug=match[1], number=match[2]).first()
        return table is not None and table.accepts(match[3])
    if match := CLUB_TABLE_LINK.fullmatch(link):
        club_table = ClubTable.objects.filter(club__slug=match[1], number=match[2]).first()
        return club_table is not None and club_table.accepts(match[3])
    if match := PLAYER_LINK.fullmatch(link):
        entries = Entry.objects.select_related("tournament").filter(tournament__slug=match[1], number=match[2])
        entry = entries.first()
        return entry is not None and (entry.accepts(match[3]) or entry.accepts_desk(match[3]))
    return False
