"""Checks private links before their requests wait in a lane, because the first visit by a valid link has a turn of its
own. Without a session it would wait behind all other visitors of its network who have none, and anybody there can send
thousands of such requests."""

import asyncio
import re
from collections.abc import Collection
from concurrent.futures import ThreadPoolExecutor

from django.db import DatabaseError

from tournament.live.lanes.fair_queue import FairQueue, Full
from tournament.live.lanes.known_sessions import link_member
from tournament.live.lanes.session_owners import CLUB_TABLE, Link, link_owners
from tournament.live.networks import network_of
from tournament.live.newest import Read, own_connection
from tournament.live.types import Scope
from tournament.models import ClubTable, Entry, Table

TABLE_LINK = re.compile(r"/t/([-\w]+)/tables/(\d{1,5})/link/([0-9a-f]+)/")
CLUB_TABLE_LINK = re.compile(r"/c/([-\w]+)/tables/(\d{1,5})/link/([0-9a-f]+)/")
PLAYER_LINK = re.compile(r"/t/([-\w]+)/enter/(\d{1,5})/([0-9a-f]+)/")
LINKS = (TABLE_LINK, CLUB_TABLE_LINK, PLAYER_LINK)
"""The paths of private links; the groups are the slug, the number and the token. Below a player's link are more
pages."""

AT_ONCE, MOST_WAITING = 1, 1_000
"""How many links are checked in parallel, and how many more wait for it."""

ReadLinks = Read[str, str]
"""A function with the signature of `valid_links`."""


def valid_links(links: Collection[str]) -> dict[str, str]:
    """Return the owners of the valid ones of these `links` (`session_owners.link_owners`): one link can be written in
    many ways. Raises `DatabaseError`."""
    with own_connection():
        opened = {link: _opened_by(link) for link in links}
        owners = link_owners({each for each in opened.values() if each})
    return {link: owners[each] for link, each in opened.items() if each in owners}


class ValidLinks:
    """Names the members of a lane's queue that wait for valid links. Networks have their links checked in turn, so that
    thousands of invented links delay no other network."""

    def __init__(self, read: ReadLinks | None) -> None:
        self._read = read
        self._turns = FairQueue(AT_ONCE, MOST_WAITING)
        self._thread = ThreadPoolExecutor(max_workers=AT_ONCE, thread_name_prefix="links")

    async def member(self, scope: Scope) -> str | None:
        """Return the member of a queue for a GET request at a valid link; None for any other request, if too many links
        wait for the check, and during an outage of the database. All requests at one link, and at the pages below it,
        are one member."""
        link = _link_in(scope["path"]) if scope["method"] == "GET" else None
        if link is None or self._read is None:
            return None
        network = network_of(scope)
        try:
            await self._turns.begin(network, "")
        except Full:
            return None
        try:
            found = await asyncio.get_running_loop().run_in_executor(self._thread, self._read, [link])
        except DatabaseError:
            return None
        finally:
            self._turns.end(network, "")
        return link_member(found[link]) if link in found else None


def _link_in(path: str) -> str | None:
    matches = (pattern.match(path) for pattern in LINKS)
    return next((match[0] for match in matches if match), None)


def _opened_by(link: str) -> Link | None:
    """Return the kind and the id of what this link opens; None if it is not valid."""
    if match := TABLE_LINK.fullmatch(link):
        table = Table.objects.filter(tournament__slug=match[1], number=match[2]).first()
        return ("table", table.pk) if table and table.accepts(match[3]) else None
    if match := CLUB_TABLE_LINK.fullmatch(link):
        of_club = ClubTable.objects.filter(club__slug=match[1], number=match[2]).first()
        return (CLUB_TABLE, of_club.pk) if of_club and of_club.accepts(match[3]) else None
    if match := PLAYER_LINK.fullmatch(link):
        entries = Entry.objects.select_related("tournament")
        entry = entries.filter(tournament__slug=match[1], number=match[2]).first()
        is_valid = entry is not None and (entry.accepts(match[3]) or entry.accepts_desk(match[3]))
        return ("player", entry.pk) if entry and is_valid else None
    return None
