"""One network opens thousands of requests at once through a proxy, whose connections bring the requests of all
networks."""

import socket
import time
from collections import Counter
from contextlib import ExitStack

from tests.attack.arena import arena
from tournament.live.limits.open_requests import BODIES, MOST_OF_NETWORK

OPENED = 3_000
PAUSE = 0.002
"""Seconds between two connections. All at once they would wait for each other until they are accepted, and hands with
them."""

FORM = (
    "POST /language/ HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: 192.0.2.66\r\nContent-Length: 15900\r\n\r\n"
    + "x" * 15_000
)


def unfinished_forms_behind_proxy() -> bool:
    """3,000 forms of one network stop before their last bytes: the server keeps a few open, and refuses all others at
    once."""
    with arena("unfinished forms behind a proxy", TENBO_PROXIES="1") as field, ExitStack() as opened:
        with field.hands_meanwhile():
            time.sleep(1.5)
            connections = []
            for _each in range(OPENED):
                connection = socket.create_connection(("127.0.0.1", field.site.port), timeout=30)
                connections.append(opened.enter_context(connection))
                connection.sendall(FORM.encode())
                time.sleep(PAUSE)
            time.sleep(2)
            answers = Counter(map(_status, connections))
        field.figures = {"opened": OPENED, "answers": dict(answers)}
        field.check(answers["503"] >= OPENED - MOST_OF_NETWORK[BODIES], "more forms were kept open than a network may")
        field.check(answers.keys() == {"", "503"}, "forms got other answers")
    return not field.wrong


def _status(connection: socket.socket) -> str:
    """Return the status of the answer that has arrived; "" if there is none yet."""
    connection.setblocking(False)
    try:
        return connection.recv(65_536)[9:12].decode()
    except BlockingIOError:
        return ""
    except OSError:
        return "dropped"


ATTACKS = [unfinished_forms_behind_proxy]
