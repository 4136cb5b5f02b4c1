"""One stranger, without an account, asks for what is dear, in parallel and with a new query each time."""

import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

from tests.attack.arena import Arena, Browser, arena
from tests.running_site import PREPARE

# Players beside those of the four tables: enough to make pages and files large.
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

TOGETHER = 20
SECONDS = 12


def large_exports() -> bool:
    return _asks("exports with new queries", lambda root, n: (f"{root}tournament.json?x={n}", {}))


def large_refreshes() -> bool:
    """Exports that pretend to be the refresh of an open page."""
    return _asks("exports as refreshes", lambda root, n: (f"{root}tournament.json?x={n}", {"Tenbo-Shown": "1:1"}))


def standings() -> bool:
    return _asks("standings with new queries", lambda root, n: (f"{root}standings/?q=r&x={n}", {}), players=300)


def table_pages() -> bool:
    """Hands that a stranger sends to the tables, with a session of their own invention each."""

    def ask(root: str, n: int) -> tuple[str, dict[str, str]]:
        return f"{root}hanchans/{n % 4 + 1}/hands/", {"Cookie": f"sessionid=stranger{n}"}

    return _asks("hands of strangers", ask, method="POST")


def _asks(
    name: str, ask: Callable[[str, int], tuple[str, dict[str, str]]], method: str = "GET", players: int = 1_000
) -> bool:
    """Twenty requests at a time for some seconds, each answered or refused before the next."""
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


ATTACKS = [large_exports, large_refreshes, standings, table_pages]
