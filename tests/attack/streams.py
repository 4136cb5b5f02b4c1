"""A stranger opens hundreds of streams, each with parts that nobody else watches."""

import selectors
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from urllib.parse import quote

from tests.attack.arena import Arena, Browser, arena
from tests.attack.strangers import EVENT

MOST_PARTS = 4
"""The most parts of one stream."""

SECONDS = 8
STREAMS = 700
LONGEST_REFRESH = 2.0
"""Seconds that a refresh of the standings may take."""

Part = Callable[[int], tuple[str, str]]
"""A function from a part's number to its query string, and to the port in the stream's Host header, such as ":10000"
("" for the default)."""


def new_queries() -> bool:
    """Open streams whose parts are the standings, each with a different query parameter that the page does not read."""
    return _open("streams with new queries", lambda n: (f"?x={n}", ""))


def new_hosts() -> bool:
    """Open streams that each name a different host, so that their parts are really different pages."""
    return _open("streams of new hosts", lambda n: (f"?page={n % MOST_PARTS + 1}", f":{10_000 + n // MOST_PARTS}"))


def _open(name: str, part: Part, streams: int = STREAMS) -> bool:
    """Refresh the standings again and again while these streams are open and a table plays."""
    with arena(f"{streams} {name}", prepare=EVENT.replace("PLAYERS", "300")) as field:
        waits, answers = [], set()
        with _idle(field, streams, part), field.hands_meanwhile():
            until = time.monotonic() + SECONDS
            while time.monotonic() < until:
                began = time.monotonic()
                shown = {"Tenbo-Shown": "1:1", "HX-Request": "true"}
                answers.add(Browser(field.site.port).get(f"{field.root}standings/", **shown)[0])
                waits.append(time.monotonic() - began)
                time.sleep(0.3)
        field.figures = {"longest_refresh_s": round(max(waits), 2), "refreshes": len(waits)}
        field.check(answers == {200}, f"answers: {answers}")
        field.check(max(waits) <= LONGEST_REFRESH, f"a refresh took {max(waits):.1f} s")
    return not field.wrong


@contextmanager
def _idle(field: Arena, streams: int, part: Part) -> Iterator[None]:
    """Open the streams for the duration of the block, and read what they send, so that none of them blocks."""
    over = threading.Event()
    with ExitStack() as stack, selectors.DefaultSelector() as selector:
        for number in range(streams):
            stream = stack.enter_context(socket.create_connection(("127.0.0.1", field.site.port), timeout=30))
            wanted = [part(MOST_PARTS * number + n) for n in range(MOST_PARTS)]
            parts = "".join(f"&p={quote(f'{field.root}standings/{query}')}" for query, _port in wanted)
            head = f"Host: 127.0.0.1{wanted[0][1]}\r\nAccept-Encoding: gzip"
            stream.sendall(f"GET /live/events?t=1:1{parts} HTTP/1.1\r\n{head}\r\n\r\n".encode())
            stream.setblocking(False)
            selector.register(stream, selectors.EVENT_READ)
        reader = threading.Thread(target=_read, args=(selector, over))
        reader.start()
        try:
            yield
        finally:
            over.set()
            reader.join()


def _read(selector: selectors.BaseSelector, over: threading.Event) -> None:
    while not over.is_set():
        for key, _events in selector.select(0.5):
            assert isinstance(key.fileobj, socket.socket)
            if not key.fileobj.recv(1 << 18):
                selector.unregister(key.fileobj)


ATTACKS = [new_queries, new_hosts]
