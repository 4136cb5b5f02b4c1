"""Requests whose connections are cut at once: `python -m tests.attack.cut PORT SECONDS` prints how many.

It runs in a separate process with the lowest priority: an attacker sends from another computer, and takes no time of
the server's cores but what the requests themselves cost.
"""

import os
import socket
import sys
import threading
import time

CONNECTIONS = 100
STRANGER = "127.0.9.1"
"""An address of no other attack: for a minute the system keeps 15,000 connections of it, and takes long to find a free
port for the next ones."""

REQUEST = b"GET /livez HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"


def cut_requests(port: int, until: float, sent: list[int]) -> None:
    """Send requests, each by a connection of its own that is closed without reading the answer. Append how many."""
    number = 0
    while time.monotonic() < until:
        try:
            with socket.create_connection(("127.0.0.1", port), timeout=5, source_address=(STRANGER, 0)) as connection:
                connection.sendall(REQUEST)
            number += 1
        except OSError:
            time.sleep(0.01)
    sent.append(number)


def main() -> None:
    os.nice(19)
    port, seconds = int(sys.argv[1]), float(sys.argv[2])
    sent: list[int] = []
    arguments = (port, time.monotonic() + seconds, sent)
    threads = [threading.Thread(target=cut_requests, args=arguments) for _each in range(CONNECTIONS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    print(sum(sent))


if __name__ == "__main__":
    main()
