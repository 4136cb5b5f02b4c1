"""A stranger requests expensive pages in parallel, each time with a new query string."""

import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

from tests.attack.arena import Arena, Browser, arena, at_once
from tests.attack.passwords import PASSWORD
from tests.running_site import PREPARE

# More players than those of the four tables, so that pages and files are large.
EVENT = PREPARE.replace(
    "print(",
    """
from tournament.models import Entry, Player
players = Player.objects.bulk_create([Player(name=f"Player {n:04} of the large hall") for n in range(PLAYERS)])
first = round_.tournament.entries.count() + 1
Entry.objects.bulk_create(
    [Entry(tournament=round_.tournament, player=player, number=first + n) for n, player in enumerate(players)]
)
print(""",
)

# 1,000 players who have played twelve rounds, and the owner of their event.
LARGE = """
import json
import django; django.setup()
from tests.benchmarks.many_events import fill_event
from tests.factories import TournamentFactory, UserFactory
tournament = TournamentFactory(name="Large", slug="large", owner=UserFactory(username="owner"))
fill_event(tournament, players=1_000, rounds=12)
print(json.dumps(None))
"""

FILES = ["tournament.json?form=public", "standings.csv", "standings.json", "standings.json?show=official"]
OWN_FILES = ["tournament.json", "takeaway.xlsx", "takeaway/hands.csv", "takeaway/rounds.csv"]

TOGETHER = 20
SECONDS = 12


def large_exports() -> bool:
    return _asks("exports with new queries", lambda root, n: (f"{root}tournament.json?x={n}", {}))


def large_refreshes() -> bool:
    """Request exports with the header of a page's refresh."""
    return _asks("exports as refreshes", lambda root, n: (f"{root}tournament.json?x={n}", {"Tenbo-Shown": "1:1"}))


def standings() -> bool:
    return _asks("standings with new queries", lambda root, n: (f"{root}standings/?q=r&x={n}", {}), players=300)


def many_yaku() -> bool:
    """Count tiles for a hand that names 2,000 yaku, each of them 99 times."""
    yaku = "&".join(["yaku=0:dora:99"] * 1_000 + ["yaku=0:riichi:99"] * 1_000)
    return _asks("thousands of yaku", lambda _root, n: (f"/count/?winner=0&value=mangan&x={n}&{yaku}", {}))


def table_pages() -> bool:
    """Send hands to the tables, each time with a new invented session."""

    def ask(root: str, n: int) -> tuple[str, dict[str, str]]:
        return f"{root}hanchans/{n % 4 + 1}/hands/", {"Cookie": f"sessionid=stranger{n}"}

    return _asks("hands of strangers", ask, method="POST")


def large_event() -> bool:
    """Request sixteen files of an event with 1,000 players and twelve rounds in parallel, four of them with everything
    that the owner may download."""
    with arena("files of 1,000 players and 12 rounds") as field:
        field.site.run(LARGE)
        owner = Browser(field.site.port)
        login = {"username": "owner", "password": PASSWORD}
        field.check(owner.post("/accounts/login/", login)[0] == 302, "the owner cannot log in")
        wanted = [(owner, name) for name in OWN_FILES]
        wanted += [(Browser(field.site.port), FILES[n % len(FILES)]) for n in range(12)]
        with field.hands_meanwhile():
            began = time.monotonic()
            answers = at_once(16, lambda n: wanted[n][0].get(f"/t/large/{wanted[n][1]}"))
            seconds = time.monotonic() - began
        statuses = Counter(status for status, _file in answers)
        largest = max(len(file) for _status, file in answers) // 1_000_000
        field.figures = {"answers": dict(statuses), "largest_mb": largest, "seconds": round(seconds)}
        # One file is made at a time, and a client that has waited for a minute gives up (status 0).
        field.check(set(statuses) <= {0, 200, 503} and statuses[200] > 0, f"answers: {dict(statuses)}")
    return not field.wrong


def odd_headers() -> bool:
    """Request a public page with headers that a page rendered for all must not depend on, while others look at it."""
    odd = [
        {"Content-Type": "text/plain; a*=nope''b"},
        {"Tenbo-Shown": "1:99999999", "HX-Request": "true"},
        {"Cookie": "csrftoken=x"},
    ]
    with arena("odd headers", prepare=EVENT.replace("PLAYERS", "200")) as field:
        path = f"{field.root}standings/"

        def look(n: int) -> Counter[int]:
            browser = Browser(field.site.port, host=f"127.0.4.{n + 1}")
            headers = {} if n % 2 else odd[n // 2 % len(odd)]
            answers: Counter[int] = Counter()
            while time.monotonic() < until:
                answers[browser.get(path, **headers)[0]] += 1
            return answers

        with field.hands_meanwhile():
            until = time.monotonic() + SECONDS
            answers = at_once(TOGETHER, look)
        others = sum(answers[1::2], Counter[int]())
        field.figures = {"others": dict(others), "answers": dict(sum(answers[::2], Counter[int]()))}
        field.check(set(others) == {200}, f"answers to others: {dict(others)}")
    return not field.wrong


def _asks(
    name: str, ask: Callable[[str, int], tuple[str, dict[str, str]]], method: str = "GET", players: int = 1_000
) -> bool:
    """Send twenty requests in parallel for some seconds. Each connection waits for its response, or a refusal, before
    the next request."""
    with arena(name, prepare=EVENT.replace("PLAYERS", str(players))) as field:
        answers: Counter[int] = Counter()
        with field.hands_meanwhile():
            until = time.monotonic() + SECONDS
            with ThreadPoolExecutor(TOGETHER) as threads:
                for counted in threads.map(lambda n: _stranger(field, n, until, ask, method), range(TOGETHER)):
                    answers += counted
        field.figures = {"answers": dict(answers)}
        field.check(bool(answers) and not answers[500], f"answers: {dict(answers)}")
    return not field.wrong


def _stranger(
    field: Arena, n: int, until: float, ask: Callable[[str, int], tuple[str, dict[str, str]]], method: str
) -> Counter[int]:
    answers: Counter[int] = Counter()
    while time.monotonic() < until:
        path, headers = ask(field.root, n + TOGETHER * answers.total())
        answers[Browser(field.site.port).ask(method, path, headers=headers)[0]] += 1
    return answers


ATTACKS = [large_exports, large_refreshes, large_event, standings, many_yaku, table_pages, odd_headers]
