"""Receives request bodies, within limits, before Django gets the request.

Django would write a body of any size to the disk before a view sees it, at every URL and for every method. Only known
senders (accounts and laptops) may send bodies larger than `SMALL`. The memory for these large bodies is limited in
three ways, so that a few senders cannot exhaust it: for all senders together, for each sender and for each network. A
part of it is reserved for people who organize an event that runs today. The memory for smaller bodies has other limits:
for all together and for each network.
"""

import asyncio
import re
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from django.db import DatabaseError

from tournament.live.answers import refuse, show
from tournament.live.networks import network_of
from tournament.live.types import App, Receive, Scope, Send

SMALL = 100_000
"""The largest body, in bytes, that anybody may send; no table or player sends more."""

FREE = 16_000
"""Bodies up to this many bytes are not counted in a budget; a recorded hand and most forms are smaller. The number of
bodies that arrive at once is limited in `live.limits.open_requests`."""

LARGEST_FORM = 3_000_000
"""The largest form, in bytes: a spreadsheet of 1 MB, or a pasted plan of 400,000 characters, three bytes each."""

LARGEST_FILE = 20_500_000
"""The largest body, in bytes, with a safety copy (`archive.tenbo.reading.MOST_BYTES`) and the form around it."""

TAKES_FILES = re.compile(r"/tournaments/import/|/t/[-\w]+/laptop/back/")
"""Paths to which a safety copy, or the file of a laptop, may be sent."""


@dataclass(frozen=True, kw_only=True)
class Budget:
    """How many bytes of bodies larger than `SMALL` this process may hold at once: in total, from one sender, and from
    one network.

    `reserve` is the part of the total that is reserved for senders with an event (`Uploader.has_event`). The limit of a
    network does not apply to these senders, so that other people in the same hall cannot use up the organizers' share.
    """

    total: int
    of_sender: int
    of_network: int
    reserve: int


BUDGETS = {
    LARGEST_FORM: Budget(
        total=8 * LARGEST_FORM, of_sender=2 * LARGEST_FORM, of_network=3 * LARGEST_FORM, reserve=2 * LARGEST_FORM
    ),
    LARGEST_FILE: Budget(total=64_000_000, of_sender=LARGEST_FILE, of_network=LARGEST_FILE, reserve=LARGEST_FILE),
}
"""The budget for forms and the budget for files, by the largest allowed size of such a body. The budgets are separate,
so that files never delay forms."""

BUDGET_OF_STRANGERS = Budget(total=64_000_000, of_sender=16_000_000, of_network=64_000_000, reserve=0)
"""Budget for bodies that anybody may send and that have more than `FREE` and at most `SMALL` bytes, counted by
network."""

WITHIN = 20
"""Seconds within which each piece of `SMALL` bytes must arrive. The whole body must arrive within these seconds plus
one second for each `SMALL` bytes of `Content-Length`."""


@dataclass(frozen=True, kw_only=True)
class Uploader:
    """The account or laptop that sends a body, and its network. `has_event` says whether this account or laptop
    organizes an event that runs today."""

    name: str
    network: str
    has_event: bool


SenderOf = Callable[[dict[str, Any]], Uploader | None]
"""A function, called in a thread, that returns the sender of a request; None if the sender is neither an account nor a
laptop."""

PageFor = Callable[[dict[str, Any]], str]
"""A function, called in a thread, that returns the page for a sender without an account who sends a large body."""


class TooLarge(Exception):
    """The body exceeds its limit."""


class NoRoom(Exception):
    """There is no memory left for a body, because other bodies have used up the budget, or the sender's or network's
    share."""


class UnknownSender(Exception):
    """A sender without an account sends a body larger than `SMALL`."""


class Held:
    """Counts the bytes of the received bodies that are in memory now, by sender. Bytes of senders without an event are
    also counted by network. The counts are compared with one `Budget`."""

    def __init__(self, budget: Budget) -> None:
        self.budget = budget
        self.of_senders = Counter[str]()
        self.of_networks = Counter[str]()

    def add(self, sender: Uploader, size: int) -> None:
        self.of_senders[sender.name] += size
        if not sender.has_event:
            self.of_networks[sender.network] += size
        self.of_senders, self.of_networks = +self.of_senders, +self.of_networks

    def is_too_much(self, sender: Uploader) -> bool:
        """Whether the bodies of this sender exceed one of the budget's limits: the sender's, the network's or the
        total."""
        budget = self.budget
        if self.of_senders[sender.name] > budget.of_sender or self.of_senders.total() > budget.total:
            return True
        without_event = self.of_networks.total() > budget.total - budget.reserve
        return not sender.has_event and (without_event or self.of_networks[sender.network] > budget.of_network)


class Room:
    """The memory that one body uses, counted in the budget for small bodies or in the budget for large bodies."""

    def __init__(self, small: Held, large: Held, network: str) -> None:
        self._small, self._large = small, large
        self._network = Uploader(name=network, network=network, has_event=False)
        self._sender: Uploader | None = None
        self._taken: tuple[Held, Uploader, int] | None = None

    async def grow(self, size: int, sender_of: Callable[[], Uploader | None]) -> None:
        """Count the first `size` bytes of the body, which have arrived, in the budgets. Raises `UnknownSender`,
        `NoRoom` and `DatabaseError`."""
        if size <= FREE:
            return
        if size <= SMALL:
            self._take(self._small, self._network, size)
            return
        if self._sender is None:
            self._sender = await asyncio.to_thread(sender_of)
            if self._sender is None:
                raise UnknownSender
        self._take(self._large, self._sender, size)

    def _take(self, held: Held, sender: Uploader, size: int) -> None:
        self.leave()
        held.add(sender, size)
        self._taken = (held, sender, size)
        if held.is_too_much(sender):
            raise NoRoom

    def leave(self) -> None:
        if self._taken is not None:
            held, sender, size = self._taken
            held.add(sender, -size)
            self._taken = None


class Bodies:
    """ASGI application that receives the whole body and then calls the application behind it."""

    def __init__(self, behind: App, sender_of: SenderOf, page_for: PageFor) -> None:
        self.behind = behind
        self.held = {limit: Held(budget) for limit, budget in BUDGETS.items()}
        self.held_small = Held(BUDGET_OF_STRANGERS)
        self._sender_of = sender_of
        self._page_for = page_for

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        limit = _limit(scope)
        announced = _content_length(scope)
        if announced > limit:
            await refuse(send, 413)
            return
        if not has_body(scope):
            await self.behind(scope, receive, send)
            return
        large = self.held[LARGEST_FILE if limit == LARGEST_FILE else LARGEST_FORM]
        room = Room(self.held_small, large, network_of(scope))
        try:
            body = await self._received(scope, receive, room, limit, announced)
            await self.behind(scope, _replay(body, receive), send)
        except TooLarge:
            await refuse(send, 413)
        except UnknownSender:
            await show(send, 403, await asyncio.to_thread(self._page_for, scope))
        except (NoRoom, DatabaseError):
            await refuse(send, 503)
        except TimeoutError:
            await refuse(send, 408)
        except ConnectionError:
            pass  # the sender has disconnected
        finally:
            room.leave()

    async def _received(self, scope: Scope, receive: Receive, room: Room, limit: int, announced: int) -> bytes:
        """Receive and return the whole body. Raises `TooLarge`, `UnknownSender`, `NoRoom`, `DatabaseError`,
        `TimeoutError`, and `ConnectionError` if the sender disconnects.

        The large body of a sender without an account is read to its end, but not stored: a browser shows the refusal
        only after it has sent the whole body.
        """
        loop = asyncio.get_running_loop()
        end = loop.time() + WITHIN + max(announced, SMALL) / SMALL
        body, size, awaited, is_known = bytearray(), 0, 0, True
        async with asyncio.timeout(None) as timeout:
            more = True
            while more:
                if size >= awaited:
                    awaited = size + SMALL
                    timeout.reschedule(min(end, loop.time() + WITHIN))
                message = await receive()
                if message["type"] == "http.disconnect":
                    raise ConnectionError
                size += len(message.get("body", b""))
                if size > limit:
                    raise TooLarge
                more = message.get("more_body", False)
                if is_known:
                    body += message.get("body", b"")
                    is_known = await self._is_known(room, size, scope)
        if not is_known:
            raise UnknownSender
        return bytes(body)

    async def _is_known(self, room: Room, size: int, scope: Scope) -> bool:
        try:
            await room.grow(size, lambda: self._sender_of(scope))
        except UnknownSender:
            return False
        return True


def has_body(scope: Scope) -> bool:
    return _content_length(scope) > 0 or _is_chunked(scope)


def _limit(scope: Scope) -> int:
    if scope["method"] != "POST":
        return 0 if scope["method"] in ("GET", "HEAD") else SMALL
    return LARGEST_FILE if TAKES_FILES.fullmatch(scope["path"]) else LARGEST_FORM


def _content_length(scope: Scope) -> int:
    values = [value for name, value in scope["headers"] if name == b"content-length"]
    return int(values[0]) if values and values[0].isdigit() else 0


def _is_chunked(scope: Scope) -> bool:
    return any(name == b"transfer-encoding" for name, _value in scope["headers"])


def _replay(body: bytes, receive: Receive) -> Receive:
    """Return a `receive` that returns the body, and then waits for the disconnect."""
    messages: list[Mapping[str, Any]] = [{"type": "http.request", "body": body, "more_body": False}]

    async def replayed() -> Mapping[str, Any]:
        return messages.pop() if messages else await receive()

    return replayed
