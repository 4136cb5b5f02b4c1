"""Readers of the largest seating plan, while a table plays."""

import re
import time
from collections import Counter
from itertools import chain
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.attack.arena import Browser, arena, at_once
from tests.attack.imports import _import, _logged_in

READERS = 32
SECONDS = 15

# Two files of an event of 2,000 players: with the largest plan that may be accepted, and with one of 500 rounds.
DOCUMENTS = """
import json, sys
import django; django.setup()
from pathlib import Path
from tests.factories import EntryFactory, TournamentFactory, UserFactory
from tournament.archive.tenbo.document import envelope
from tournament.core.limits import MOST_ENTRIES, MOST_PLANNED_ROUNDS, MOST_ROUNDS
from tournament.seating.quality import plan_hash
tournament = TournamentFactory(name="Plan", slug="plan", owner=UserFactory(username="owner"))
EntryFactory(tournament=tournament, number=1)
document = envelope(tournament)
[entry], numbers = document["entries"], range(1, MOST_ENTRIES + 1)
same = entry | {"may_publish": True, "team": "T"}
document["tournament"]["is_public"] = True
document["entries"] = [same | {"number": n, "name": f"{'&' * 74} {n}"} for n in numbers]
actor = {"kind": "command", "number": None, "name": "x"}
logged = {"kind": "seating.planned", "hanchan": None, "data": {"players": [*numbers]}, "reason": ""}
document["log"] = [logged | {"number": 1, "at": "2026-05-01T09:30:00.000000Z", "by": actor}]
for folder, count in (("largest", MOST_PLANNED_ROUNDS), ("larger", MOST_ROUNDS)):
    shifted = [[*numbers[n:], *numbers[:n]] for n in range(count)]
    rounds = [[players[n : n + 4] for n in range(0, MOST_ENTRIES, 4)] for players in shifted]
    plan = {"rounds": rounds, "seed": None, "hash": plan_hash(rounds), "accepted_by": 1, "superseded_by": None}
    Path(sys.argv[1], folder).write_text(json.dumps(document | {"plans": [plan]}))
print(json.dumps(None))
"""


def large_plans() -> bool:
    """32 readers of one network load the page and the slips of the largest plan. A larger plan is not imported."""
    with TemporaryDirectory() as folder, arena("readers of the largest plan") as field:
        field.site.run(DOCUMENTS, folder)
        owner = _logged_in(field.site.port, "owner")
        refused = _import(owner, Path(folder, "larger").read_bytes())
        imported = _import(owner, Path(folder, "largest").read_bytes())
        slug = re.search(r"/t/(plan-[^/]+)/", owner.get("/")[1])
        field.check((refused, imported) == (422, 302), f"the imports were answered with {refused} and {imported}")
        with field.hands_meanwhile():
            until = time.monotonic() + SECONDS
            loaded = at_once(READERS, lambda n: _read(owner, f"/t/{slug[1]}/", n, until))
        answers = Counter(chain.from_iterable(loaded))
        field.figures = {"answers": dict(answers)}
        field.check(answers[200] > READERS, f"answers: {dict(answers)}")
    return not field.wrong


def _read(owner: Browser, root: str, number: int, until: float) -> list[int]:
    """Load the plan's page until then; every fourth reader is the owner, every eighth loads the slips, and one a
    proposed plan. Return the statuses: 0 if the server dropped the answer, as this network had most bytes to read."""
    browser = Browser(owner.port, host="127.0.4.1", patience=SECONDS)
    if number % 4 == 0:
        browser.cookies = dict(owner.cookies)
    statuses = []
    while time.monotonic() < until:
        path = _page(root, number)
        statuses.append(browser.get(path, **{"Accept-Language": "en" if number % 3 else "cs"})[0])
    return statuses


def _page(root: str, number: int) -> str:
    if number == 4:
        return f"{root}seating/plan/?rounds=20&seed=1"
    return f"{root}print/schedules/" if number % 8 == 0 else f"{root}seating/?{number}"


ATTACKS = [large_plans]
