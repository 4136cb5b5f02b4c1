"""Endless request bodies at every kind of URL, and connections that send nothing."""

import socket
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, suppress
from itertools import cycle
from uuid import uuid4

from tests.attack.accounts import create, fresh_account
from tests.attack.arena import WITH_LINKS, Arena, Browser, arena

LARGE = 400_000_000
PATHS = [
    "/",
    "/no-such-page/",
    "/accounts/login/",
    "/t/no-such-tournament/enter/",
    "/live/events",
    "/tournaments/import/",
]
SILENT = 1_100
STRANGERS = 300
CUTTING = 10  # seconds
LONGEST_VISIT = 3  # seconds


def large_bodies() -> bool:
    """Send bodies of 400 MB, with a Content-Length or in chunks: the server may read at most 30 MB of each."""
    with arena("bodies of 400 MB") as field, field.hands_meanwhile():
        taken = []
        for method in ("GET", "POST"):
            for path in PATHS:
                for framing in (f"Content-Length: {LARGE}", "Transfer-Encoding: chunked"):
                    status, size = _pour(field.site.port, method, path, framing)
                    taken.append(size)
                    field.check(status in (0, 400, 403, 404, 405, 413), f"{method} {path}: {status}")
        field.figures = {"most_mb_taken": max(taken) // 1_000_000, "mb_offered": len(taken) * LARGE // 1_000_000}
        field.check(max(taken) < 30_000_000, f"{max(taken)} bytes were taken")
        time.sleep(0.5)
    return not field.wrong


def _pour(port: int, method: str, path: str, framing: str) -> tuple[int, int]:
    """Send a body until the server answers or closes the connection. Return the status (0 without an answer) and the
    number of bytes that the server read."""
    chunk = b"x" * 65_536
    if "chunked" in framing:
        chunk = b"10000\r\n" + chunk + b"\r\n"
    with socket.create_connection(("127.0.0.1", port), timeout=30) as connection:
        connection.sendall(f"{method} {path} HTTP/1.1\r\nHost: localhost\r\n{framing}\r\n\r\n".encode())
        connection.settimeout(0.05)
        taken, answer = 0, b""
        deadline = time.monotonic() + 30
        while taken < LARGE and time.monotonic() < deadline:
            try:
                taken += connection.send(chunk)
                connection.setblocking(False)
                answer += connection.recv(65_536)
                break
            except (BlockingIOError, TimeoutError):
                connection.settimeout(0.05)
            except OSError:
                break
    return int(answer[9:12] or 0), taken


def silent_connections() -> bool:
    """Open 1,100 connections that send nothing or half a request to a server that may open 1,024 files: other clients
    must still be served."""
    with arena("silent connections", most_files=1_024) as field, field.hands_meanwhile(), ExitStack() as opened:
        silent = []
        for n in range(SILENT):
            connection = opened.enter_context(socket.create_connection(("127.0.0.1", field.site.port), timeout=10))
            if n % 2:
                connection.sendall(b"GET / HTTP/1.1\r\nHost: loc")
            silent.append(connection)
        statuses = [Browser(field.site.port).get("/healthz")[0] for _ in range(20)]
        field.check(set(statuses) == {200}, f"others were answered {statuses}")
        started = time.monotonic()
        deadline = started + 30
        while not all(map(_is_closed, silent)) and time.monotonic() < deadline:
            time.sleep(0.5)
        still_open = sum(not _is_closed(connection) for connection in silent)
        field.figures = {"connections": SILENT, "all_closed_after_s": round(time.monotonic() - started, 1)}
        field.check(not still_open, f"{still_open} silent connections are still open after 30 s")
    return not field.wrong


def _is_closed(connection: socket.socket) -> bool:
    connection.setblocking(False)
    try:
        return connection.recv(1) == b""
    except BlockingIOError:
        return False
    except OSError:
        return True


def cut_connections() -> bool:
    """One network opens connections as fast as it can, and cuts each after its request: people in another network must
    still be answered on new connections."""
    with arena("connections cut after a request") as field:
        visits = []
        with field.hands_meanwhile():
            time.sleep(1.5)
            arguments = [sys.executable, "-m", "tests.attack.cut", str(field.site.port), str(CUTTING)]
            with subprocess.Popen(arguments, stdout=subprocess.PIPE, text=True) as cutter:
                while cutter.poll() is None:
                    started = time.monotonic()
                    field.check(Browser(field.site.port).get("/livez")[0] == 200, "a visitor was not answered")
                    visits.append(time.monotonic() - started)
                    time.sleep(0.1)
                cut = int(cutter.communicate()[0])
        field.figures = {"longest_visit_s": round(max(visits), 2), "cut": cut}
        field.check(cut > 100 * CUTTING, f"only {cut} connections were cut")
        field.check(max(visits) <= LONGEST_VISIT, "visitors of another network waited too long")
    return not field.wrong


HELD = [20_300_000, 20_300_000, 20_300_000, 3_000_000]


def unfinished_bodies() -> bool:
    """A stranger leaves four large bodies unfinished: an organizer must still be able to send a list of players and a
    safety copy."""
    with arena("unfinished bodies") as field, ExitStack() as opened:
        organizer = fresh_account(field)
        create(organizer, 0)
        with field.hands_meanwhile():
            for size in HELD:
                _hold(opened.enter_context(socket.create_connection(("127.0.0.1", field.site.port), timeout=10)), size)
            time.sleep(1)
            names = "\n".join(f"Somebody of the hall {n};CZE;{'club' * 60};;x{n}@mail.example" for n in range(500))
            answers = {
                "list": organizer.post("/t/club-0/players/new/", {"names": names})[0],
                "copy": organizer.post("/tournaments/import/", {"content": "x" * 2_000_000})[0],
            }
        field.figures = {"answers": answers, "list_kb": len(names) // 1_000}
        field.check(set(answers.values()) <= {200, 302, 400, 422}, f"answers: {answers}")
    return not field.wrong


def _hold(connection: socket.socket, size: int) -> None:
    """Send the first `size` bytes of a larger body and then nothing more; the server may refuse the body before."""
    request = "POST /tournaments/import/ HTTP/1.1\r\nHost: localhost\r\nContent-Length: 20499999\r\n\r\n"
    with suppress(OSError):
        connection.sendall(request.encode() + b"x" * size)


def forms_of_one_network() -> bool:
    """300 connections from one network send forms without end: an organizer in another network must get answers."""
    with arena("forms of one network") as field:
        organizer = fresh_account(field)
        with field.hands_meanwhile(), ThreadPoolExecutor(STRANGERS) as threads:
            until = time.monotonic() + 10
            flood = [threads.submit(_send_forms, field.site.port, until) for _each in range(STRANGERS)]
            time.sleep(2)
            waits, answers = [], []
            for _time in range(8):
                started = time.monotonic()
                answers.append(organizer.post("/language/", {"language": "en"})[0])
                waits.append(time.monotonic() - started)
            refused = sum((each.result() for each in flood), Counter[int]())
        field.figures = {"longest_form_s": round(max(waits), 2), "answers": dict(refused)}
        field.check(set(answers) == {302}, f"an organizer's forms were answered {answers}")
    return not field.wrong


def _send_forms(port: int, until: float) -> Counter[int]:
    answers: Counter[int] = Counter()
    while time.monotonic() < until:
        answers[Browser(port, host="127.0.4.1").ask("POST", "/language/", "language=en")[0]] += 1
    return answers


VISITORS = 200


Sessions = Callable[[], str]


def invented_sessions() -> bool:
    """200 connections of the hall's network invent a session for each request: visitors must still be answered soon."""
    return _visits_during_flood("invented sessions in the hall's network", lambda _field: lambda: uuid4().hex)


def visits_without_cookies() -> bool:
    """200 connections of the hall's network send no cookies."""
    return _visits_during_flood("visits without cookies in the hall's network", lambda _field: lambda: "")


def sessions_of_one_link() -> bool:
    """200 connections of the hall's network have opened the link of one table, each with a session of its own."""

    def opened(field: Arena) -> Sessions:
        _own_page, link = field.tables[-2]
        phones = [Browser(field.site.port) for _each in range(VISITORS)]
        field.check({phone.get(link)[0] for phone in phones} == {302}, "a phone could not open its table's link")
        sessions = cycle([phone.cookies["sessionid"] for phone in phones])
        return lambda: next(sessions)

    return _visits_during_flood("sessions of one link in the hall's network", opened)


def _visits_during_flood(name: str, sessions: Callable[[Arena], Sessions]) -> bool:
    """Load a player's own page, open the links of a player and of a table on new phones, and load the standings, while
    200 connections load pages and invented links with these sessions."""
    with arena(name, prepare=WITH_LINKS) as field:
        own_page, table_link = field.tables[-1]
        session = sessions(field)
        player = Browser(field.site.port)
        player.get(own_page)
        with field.hands_meanwhile(), ThreadPoolExecutor(VISITORS) as threads:
            until = time.monotonic() + 15
            flood = [threads.submit(_visit, field, session, until) for _each in range(VISITORS)]
            time.sleep(3)
            waits: dict[str, list[float]] = {}
            answers: Counter[int] = Counter()
            while time.monotonic() < until:
                new_phones = [Browser(field.site.port) for _each in range(3)]
                for visit, browser, path in (
                    ("own_page", player, own_page),
                    ("own_link", new_phones[0], own_page),
                    ("table_link", new_phones[1], table_link),
                    ("standings", new_phones[2], f"{field.root}standings/"),
                ):
                    started = time.monotonic()
                    answers[browser.get(path)[0]] += 1
                    waits.setdefault(visit, []).append(time.monotonic() - started)
                time.sleep(0.2)
            requests = sum(each.result() for each in flood)
        field.figures = {f"longest_{visit}_s": round(max(each), 2) for visit, each in waits.items()} | {
            "flood": requests
        }
        field.check(answers.keys() == {200, 302}, f"visitors were answered {answers}")
        field.check(max(map(max, waits.values())) <= LONGEST_VISIT, "visitors of the same network waited too long")
    return not field.wrong


def _visit(field: Arena, session: Sessions, until: float) -> int:
    """Request a table's hanchan, an invented link and the public standings, in turn, and return how many requests were
    sent."""
    requests = 0
    while time.monotonic() < until:
        invented = f"{field.root}tables/1/link/{uuid4().hex[:18]}/"
        for path in (field.tables[1][2], invented, f"{field.root}standings/?sort={uuid4().hex}"):
            Browser(field.site.port, session=session()).get(path)
            requests += 1
    return requests


DEAR_HEADERS = {"Cookie": f'a="{chr(92) * 14_000}"', "Content-Type": f'a;b="{";" * 14_000}'}
TINY_CHUNKS = 200_000


def dear_requests() -> bool:
    """Send headers that take parsers seconds, and a body in chunks of one byte: the server must refuse each at once."""
    with arena("headers and chunks that cost most") as field, field.hands_meanwhile():
        time.sleep(1.5)
        stranger = Browser(field.site.port)
        answers = {name: stranger.ask("GET", "/", headers={name: value})[0] for name, value in DEAR_HEADERS.items()}
        field.check(set(answers.values()) == {431}, f"answers: {answers}")
        head = b"POST /accounts/login/ HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n"
        with socket.create_connection(("127.0.0.1", field.site.port), timeout=30) as connection:
            with suppress(OSError):
                connection.sendall(head + b"1\r\na\r\n" * TINY_CHUNKS + b"0\r\n\r\n")
            field.check(_is_ended(connection), "a body in chunks of one byte was taken")
        field.figures = {"answers": answers}
        time.sleep(1.5)
    return not field.wrong


def _is_ended(connection: socket.socket) -> bool:
    """Whether the server closes this connection without a response."""
    try:
        return connection.recv(1) == b""
    except TimeoutError:
        return False
    except OSError:
        return True


ATTACKS = [
    large_bodies,
    unfinished_bodies,
    silent_connections,
    cut_connections,
    forms_of_one_network,
    invented_sessions,
    visits_without_cookies,
    sessions_of_one_link,
    dear_requests,
]
