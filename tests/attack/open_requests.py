"""One network opens as many requests at once as it may: through a proxy, whose connections bring the requests of all
networks, and from the hall's own network, of which the phones of its tables are a part."""

import socket
import time
from collections import Counter, deque
from collections.abc import Callable
from contextlib import ExitStack

from tests.attack.arena import arena
from tournament.live.limits.open_requests import BODIES, MOST_OF_NETWORK

OPENED = 3_000
PAUSE = 0.002
"""Seconds between two connections. All at once they would wait for each other until they are accepted, and hands with
them."""

HOST, STRANGER = "Host: localhost\r\n", "X-Forwarded-For: 192.0.2.66\r\n"
"""Headers. Without the second one a request comes from the network of the phones at the tables."""
FORM = "POST /language/ HTTP/1.1\r\n{}Content-Length: 15900\r\n\r\n" + "x" * 15_000
INVENTED, OPEN_AT_ONCE = 3_000, 250
"""How many invented links or sessions are sent, and how many of them are open at once: more than are looked up."""

AT_ONCE = 600
"""How many invented sessions come without a pause."""


def unfinished_forms_behind_proxy() -> bool:
    """3,000 forms of one network stop before their last bytes: the server keeps a few open, and refuses all others at
    once."""
    with arena("unfinished forms behind a proxy", TENBO_PROXIES="1") as field, ExitStack() as opened:
        with field.hands_meanwhile():
            time.sleep(1.5)
            connections = []
            for _each in range(OPENED):
                connections.append(opened.enter_context(_sending(field.site.port, FORM.format(HOST + STRANGER))))
                time.sleep(PAUSE)
            time.sleep(2)
            answers = Counter(map(_status, connections))
        field.figures = {"opened": OPENED, "answers": dict(answers)}
        field.check(answers["503"] >= OPENED - MOST_OF_NETWORK[BODIES], "more forms were kept open than a network may")
        field.check(answers.keys() == {"", "503"}, "forms got other answers")
    return not field.wrong


def invented_links_beside_unfinished_forms() -> bool:
    """Somebody in the hall's network fills it with unfinished forms, and then sends invented links with a body, which
    wait until they are looked up. The phones of the tables, in the same network, are not refused."""

    def link(slug: str, number: int) -> str:
        return f"GET /t/{slug}/enter/{number % 4 + 1}/{number:040x}/ HTTP/1.1\r\n"

    return _beside_unfinished_forms("invented links", link, at_once=1)


def invented_sessions_beside_unfinished_forms() -> bool:
    """The same with invented sessions, of which so many come at once that they are looked up together."""

    def session(_slug: str, number: int) -> str:
        return f"GET / HTTP/1.1\r\nCookie: sessionid={number:032x}\r\n"

    return _beside_unfinished_forms("invented sessions", session, at_once=AT_ONCE)


def _beside_unfinished_forms(what: str, head_of: Callable[[str, int], str], at_once: int) -> bool:
    """Send `INVENTED` requests that begin with `head_of` the event's slug and their number, `at_once` of them without a
    pause, while the network has as many unfinished forms as it may."""
    with arena(f"{what} beside unfinished forms", TENBO_PROXIES="1") as field, ExitStack() as opened:
        slug = field.tables[0][1].split("/")[2]
        with field.hands_meanwhile():
            for _each in range(MOST_OF_NETWORK[BODIES] + 20):
                opened.enter_context(_sending(field.site.port, FORM.format(HOST)))
                time.sleep(PAUSE)
            invented = deque[socket.socket]()
            for each in range(INVENTED):
                head = head_of(slug, each)
                invented.append(_sending(field.site.port, f"{head}{HOST}Content-Length: 1\r\n\r\n"))
                if len(invented) > max(OPEN_AT_ONCE, at_once):
                    invented.popleft().close()
                if each % at_once == 0:
                    time.sleep(PAUSE * at_once)
            answers = Counter(map(_status, invented))
            for connection in invented:
                connection.close()
        field.figures = {"invented": INVENTED, "last_answers": dict(answers)}
        field.check("200" not in answers, f"{what} were let in")
    return not field.wrong


def _sending(port: int, request: str) -> socket.socket:
    connection = socket.create_connection(("127.0.0.1", port), timeout=30)
    connection.sendall(request.encode())
    return connection


def _status(connection: socket.socket) -> str:
    """Return the status of the answer that has arrived; "" if there is none yet."""
    connection.setblocking(False)
    try:
        return connection.recv(65_536)[9:12].decode()
    except BlockingIOError:
        return ""
    except OSError:
        return "dropped"


ATTACKS = [
    unfinished_forms_behind_proxy,
    invented_links_beside_unfinished_forms,
    invented_sessions_beside_unfinished_forms,
]
