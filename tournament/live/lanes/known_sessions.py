"""Remembers to whom sessions belong, because accounts and links have turns of their own in a lane. Anybody can invent
thousands of session cookies, and open one link hundreds of times."""

import time
from collections import OrderedDict
from math import inf

from django.db import DatabaseError

from tournament.live.lanes.session_owners import NOBODY
from tournament.live.newest import Newest, Read

MOST_KNOWN = 20_000
"""The most sessions that are remembered; the least recently used is dropped."""

READ_AGAIN = 3_600
"""Seconds after which a session's owner is read again: an account is new only for a day, and links are replaced."""

NO_SESSION, UNKNOWN = "", "?"
"""The member of a queue for all requests without a session, and the beginning of those for sessions that belong to
nobody. No name of an owner has a question mark."""

PARTS = 16
"""The members among which the sessions of a network that belong to nobody are divided, so that one of them delays few
others. Who invents thousands delays all others by as many turns."""

PARTS_OF_OWNER = 4
"""The members among which the sessions of one owner are divided: the phones of a table and the devices of an account
hardly wait for each other, and who opens one link hundreds of times delays others by as many turns."""

OPENED = "link"
"""What the name of a member has in place of the part for a link that is opened without a session."""

ACCOUNTS = ("account ", "new account")
"""How the names of owners begin that are accounts (`session_owners`)."""

ReadOwners = Read[str, str]
"""A function with the signature of `session_owners.session_owners`."""


class KnownSessions:
    """Names the members of a lane's queue for sessions: by their owner, as `read` tells it at a session's first
    request. Sessions that do not exist, or that belong to nobody, wait together (`PARTS`)."""

    def __init__(self, read: ReadOwners | None = None) -> None:
        self._owners: OrderedDict[str, tuple[str, float]] = OrderedDict()
        self._newest = None if read is None else Newest(read)

    async def member(self, session: bytes) -> str:
        """Return the member of a queue that waits for its turn with this session key."""
        key = session.decode("latin-1")
        if not key:
            return NO_SESSION
        owner = await self._owner(key)
        return _member(key, owner) if owner else f"{UNKNOWN}{hash(key) % PARTS}"

    def remembered(self, session: bytes) -> str:
        """Return the member for a session whose owner is remembered, at once; "" for any other session."""
        key = session.decode("latin-1")
        owner = self._remembered(key)
        return _member(key, owner) if owner else ""

    async def _owner(self, key: str) -> str:
        """Return the owner of this session; `NOBODY` also for one that does not exist. During an outage of the database
        the known owner stays."""
        if remembered := self._remembered(key):
            return remembered
        try:
            owner = await self._newest.value(key) if self._newest else None
        except DatabaseError:
            return self._owners.get(key, (NOBODY, 0))[0]
        if owner:
            self._remember(key, owner)
        else:
            self._owners.pop(key, None)
        return owner or NOBODY

    def _remembered(self, key: str) -> str:
        owner, read_at = self._owners.get(key, (NOBODY, -inf))
        if time.monotonic() >= read_at + READ_AGAIN:
            return NOBODY
        self._owners.move_to_end(key)
        return owner

    def _remember(self, key: str, owner: str) -> None:
        self._owners[key] = owner, time.monotonic()
        self._owners.move_to_end(key)
        if len(self._owners) > MOST_KNOWN:
            self._owners.popitem(last=False)


def _member(key: str, owner: str) -> str:
    return f"{owner} {hash(key) % PARTS_OF_OWNER}"


def link_member(owner: str) -> str:
    """Return the member of a queue for a link that is opened without a session."""
    return f"{owner} {OPENED}"


def owner_in(member: str) -> str:
    """Return the owner to whom this known member of a queue belongs, without the part of its sessions."""
    return member.rpartition(" ")[0]


def is_account(member: str) -> bool:
    """Whether this known member of a queue belongs to an account, not to a link."""
    return owner_in(member).startswith(ACCOUNTS)


def is_known(member: str) -> bool:
    """Whether this member of a queue belongs to the owner of a session."""
    return member != NO_SESSION and not member.startswith(UNKNOWN)
