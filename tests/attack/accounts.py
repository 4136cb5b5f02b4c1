"""Actions that one new account repeats without end: rehearsals, tournaments, entries."""

import subprocess
import time
from collections import Counter
from itertools import chain
from typing import Any
from uuid import uuid4

from tests.attack.arena import Arena, Browser, arena, at_once

PASSWORD = "riichi-on-the-third-turn"


def fresh_account(field: Arena) -> Browser:
    browser = Browser(field.site.port)
    form = {"username": f"guest-{uuid4().hex[:8]}", "email": "", "password1": PASSWORD, "password2": PASSWORD}
    field.check(browser.post("/accounts/signup/", form)[0] == 302, "no account could be made")
    return browser


def create(browser: Browser, n: int) -> tuple[int, str]:
    fields: dict[str, Any] = {"key": uuid4(), "name": f"Club {n}", "ruleset_key": "wrc_2015", "is_public": "on"}
    return browser.post("/tournaments/new/", fields)


def rehearsals() -> bool:
    """One account starts eight rehearsals: at most two processes may run, and none may outlive the server."""
    with arena("rehearsals of one account") as field:
        with field.hands_meanwhile():
            browser = fresh_account(field)
            for n in range(8):
                create(browser, n)
            slugs = ["club-0", *(f"club-{n}" for n in range(1, 8))]
            robots = {"key": "", "players": 16, "rounds": 2, "pace": 3}
            answers = Counter(browser.post(f"/t/{slug}/rehearsal/", robots | {"key": uuid4()})[0] for slug in slugs)
            processes = _children(field.site.process.pid)
            time.sleep(3)
        field.figures = {"answers": dict(answers), "processes": len(processes)}
        field.check(len(processes) == 2, f"{len(processes)} processes")
        memory = field.peak_memory()
        field.site.kill()
        deadline = time.monotonic() + 30
        while (left := [pid for pid in processes if _is_alive(pid)]) and time.monotonic() < deadline:
            time.sleep(0.2)
        field.check(not left, f"{len(left)} processes outlive the server")
        field.memory = memory
    return not field.wrong


def removed_rehearsals() -> bool:
    """Eight accounts start a rehearsal and delete it at once, again and again: at most four processes may run."""
    with arena("rehearsals that are deleted at once") as field:
        browsers = [fresh_account(field) for _ in range(8)]
        for n, browser in enumerate(browsers):
            create(browser, n)

        def start_and_delete(n: int) -> list[tuple[int, int]]:
            path, counts = f"/t/club-{n}/rehearsal/", []
            for _ in range(4):
                robots = {"key": uuid4(), "players": 8, "rounds": 1, "pace": 0}
                status = browsers[n].post(path, robots)[0]
                browsers[n].post(f"{path}removal/", {})
                running = [pid for pid in _children(field.site.process.pid) if _is_alive(pid)]
                counts.append((status, len(running)))
            return counts

        with field.hands_meanwhile():
            seen = list(chain.from_iterable(at_once(8, start_and_delete)))
            time.sleep(3)
        most = max(running for _status, running in seen)
        field.figures = {"answers": dict(Counter(status for status, _running in seen)), "processes": most}
        field.check(most <= 4, f"{most} processes")
    return not field.wrong


def _children(pid: int) -> list[int]:
    answer = subprocess.run(["pgrep", "-P", str(pid)], stdout=subprocess.PIPE, text=True, check=False)
    return [int(line) for line in answer.stdout.split()]


def _is_alive(pid: int) -> bool:
    state = subprocess.run(["ps", "-o", "stat=", "-p", str(pid)], stdout=subprocess.PIPE, text=True, check=False).stdout
    return bool(state.strip()) and not state.startswith("Z")


def tournaments() -> bool:
    """One account submits the form for a new tournament 60 times, ten times in parallel: only 20 may be created."""
    with arena("tournaments of one account") as field:
        with field.hands_meanwhile():
            browser = fresh_account(field)
            answers: Counter[int] = Counter()
            for _ in range(6):
                answers.update(at_once(10, lambda n: create(browser, n)[0]))
        field.figures = {"answers": dict(answers)}
        field.check(answers[302] <= 20, f"{answers[302]} tournaments were made")
    return not field.wrong


ATTACKS = [rehearsals, removed_rehearsals, tournaments]
