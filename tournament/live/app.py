"""The addresses under /live/, answered before Django is asked: thousands may hold one open.

/live/events?t=12:345&t=13:7    a stream of server-sent events, one for each change of these tournaments
/live/versions?t=12:345&t=13:7  the same by asking: 204 while nothing changed, for browsers where no stream gets through

A `t` is a tournament's id and the version that the browser shows. What is told is the same, as far as its person may
know of writes (core/queries/follows.py): hands of a round that is withheld are not even counted. Which tournaments
somebody may hear of is asked when they come; a stream ends after a while, and whoever may still hear of them comes
again.
"""

import asyncio
import json
import random
from collections.abc import Iterable, Mapping
from contextlib import suppress
from typing import Any, Protocol
from urllib.parse import parse_qsl

from django.core.exceptions import DisallowedHost
from django.db import DatabaseError

from tournament.core.requests import is_id
from tournament.live import gate as gates
from tournament.live.gate import Heard, Public, Sees
from tournament.live.hub import Hub, Subscription
from tournament.live.refreshes import App, Receive, Refreshes, Scope, Send, is_refresh
from tournament.live.watch import GONE, watch

HEARTBEAT = 10
"""Seconds without news after which a stream says that it is alive: browsers and proxies give up a silent one."""

LIFETIME = 300
"""Seconds after which a stream ends, give or take a fifth, so that not all of them come again at once."""

MOST_TOURNAMENTS = 50
"""So many one browser may follow at once."""

HEADERS = [
    (b"cache-control", b"no-store"),
    (b"x-accel-buffering", b"no"),  # nginx would keep events until it has a page full of them
    (b"x-content-type-options", b"nosniff"),
]


class Gate(Protocol):
    """As the module `gate`."""

    def seen(self, scope: Scope, ids: Iterable[int]) -> Mapping[int, Heard]: ...

    def public(self, pk: int) -> Public | None: ...


class Live:
    """/live/, and whatever is behind it for every other address."""

    def __init__(self, behind: App, *, gate: Gate = gates, hub: Hub | None = None) -> None:
        self.behind = behind
        self._refreshes = Refreshes(behind)
        self.gate = gate
        self.hub = Hub(watch) if hub is None else hub
        self._public: dict[int, tuple[int, asyncio.Future[Public | None]]] = {}
        self._few = asyncio.Semaphore(2)  # of those who are asked for one by one

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or not scope["path"].startswith("/live/"):
            behind = self._refreshes if is_refresh(scope) else self.behind
            await behind(scope, receive, send)
            return
        answers = {"/live/events": self._events, "/live/versions": self._versions}
        answer = answers.get(scope["path"])
        known = _asked(scope["query_string"])
        if answer is None:
            await _say(send, 404)
        elif scope["method"] != "GET":
            await _say(send, 405)
        elif not known or len(known) > MOST_TOURNAMENTS:
            await _say(send, 400)
        else:
            await answer(scope, receive, send, known)

    async def _events(self, scope: Scope, receive: Receive, send: Send, known: dict[int, int]) -> None:
        async with self.hub.subscription(known) as reader:
            status, heard = await self._ask(scope, known)
            if reader.over:
                status = 503
            if status != 200:
                await _say(send, status)
                return
            reader.open({pk: each.version for pk, each in heard.items()})
            await send(
                {"type": "http.response.start", "status": 200, "headers": [_type("text/event-stream"), *HEADERS]}
            )
            await _until_gone(receive, self._stream(scope, reader, send, known, heard))

    async def _versions(self, scope: Scope, receive: Receive, send: Send, known: dict[int, int]) -> None:
        status, heard = await self._ask(scope, known)
        news = {pk: each.told for pk, each in heard.items() if each.told != known[pk]}
        if status == 200 and not news:
            status = 204
        await _say(send, status, json.dumps(news) if news else "")

    async def _ask(self, scope: Scope, known: Iterable[int]) -> tuple[int, Mapping[int, Heard]]:
        """What to answer, and what this browser's person may hear of: 404 where that is nothing."""
        try:
            heard = await asyncio.to_thread(self.gate.seen, scope, frozenset(known))
        except DisallowedHost:
            return 400, {}
        except DatabaseError:
            return 503, {}
        return (200 if heard else 404), heard

    async def _stream(
        self, scope: Scope, reader: Subscription, send: Send, known: dict[int, int], heard: Mapping[int, Heard]
    ) -> None:
        loop = asyncio.get_running_loop()
        end = loop.time() + LIFETIME * random.uniform(0.8, 1.2)  # noqa: S311 (a moment, not a secret)
        said = "retry: 2000\nevent: hello\ndata:\n\n"
        told = known | {pk: each.told for pk, each in heard.items()}
        while True:
            said += "".join(f"data: {pk} {version}\n\n" for pk, version in told.items() if version != known[pk])
            known = known | told
            if said:
                await send({"type": "http.response.body", "body": said.encode(), "more_body": True})
            written = await reader.news(HEARTBEAT)
            if not written and (reader.over or loop.time() > end):
                break
            try:
                told = await self._told(scope, heard, written)
            except DatabaseError:
                break  # its browser comes again, and is told then
            said = "" if written else "event: beat\ndata:\n\n"
        await send({"type": "http.response.body", "body": b"", "more_body": False})

    async def _told(self, scope: Scope, heard: Mapping[int, Heard], written: dict[int, int]) -> dict[int, int]:
        """What these writes are to somebody who heard of the tournaments before."""
        told = {}
        for pk, version in written.items():
            sees = heard[pk].sees
            if sees is Sees.ALL or version == GONE:
                told[pk] = version
                continue
            everybody = await self._told_to_all(pk, version)
            if everybody is not None and everybody.whole:
                told[pk] = version
            elif everybody is not None and sees is Sees.PUBLIC:
                told[pk] = everybody.told
            else:
                async with self._few:
                    mine = await asyncio.to_thread(self.gate.seen, scope, [pk])
                told |= {pk: each.told for pk, each in mine.items()}
        return told

    async def _told_to_all(self, pk: int, version: int) -> Public | None:
        """Asked once for each write, whoever waits for it."""
        asked, answer = self._public.get(pk, (None, None))
        if answer is None or asked != version:
            answer = asyncio.ensure_future(asyncio.to_thread(self.gate.public, pk))
            self._public[pk] = (version, answer)
        return await asyncio.shield(answer)


def _asked(query: bytes) -> dict[int, int]:
    """The tournaments asked for, with the versions known; what is none of ours is left out."""
    asked = {}
    with suppress(ValueError):  # too many fields, or no text
        for name, value in parse_qsl(query.decode("ascii"), max_num_fields=MOST_TOURNAMENTS + 1):
            pk, _, version = value.partition(":")
            if name == "t" and is_id(pk) and is_id(version):
                asked[int(pk)] = int(version)
    return asked


async def _until_gone(receive: Receive, stream: Any) -> None:
    """Let a stream run until it ends or its browser goes, and leave nothing of it behind."""
    talking = asyncio.ensure_future(stream)
    listening = asyncio.ensure_future(_gone(receive))
    try:
        await asyncio.wait({talking, listening}, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in (talking, listening):
            task.cancel()
        ended = await asyncio.gather(talking, listening, return_exceptions=True)
    for error in ended:
        if isinstance(error, Exception) and not isinstance(error, OSError):  # a browser that is gone is no error
            raise error


async def _gone(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


def _type(text: str) -> tuple[bytes, bytes]:
    return (b"content-type", text.encode())


async def _say(send: Send, status: int, body: str = "") -> None:
    content_type = _type("application/json" if body else "text/plain")
    headers = [*HEADERS, content_type, (b"content-length", str(len(body)).encode())]
    if status == 405:
        headers.append((b"allow", b"GET"))
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body.encode()})
