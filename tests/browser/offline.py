"""Whole hanchans entered on a phone whose network fails in every way: `python -m tests.browser.offline --hands 500`.

The server runs in a separate process. Each hanchan has one kind of trouble from its first hand to its last: no network,
cuts at random moments, answers after 1.5 seconds, 15 % of the requests lost, or a server that is killed and started
again; `--trouble cuts` selects one kind.

Prints one line of JSON: how long the touches took until they were drawn on a processor slowed down four times, how
often a ron had to wait, and how many requests were lost. The exit status is 1 if a hand was lost, doubled or recorded
wrong, if a touch was ignored, if a submission was refused as a conflict although nobody else was at the table, or if a
ron waited more than twice. In this case the database and the server's log are kept, and the error output says which
hands differ, and what was sent and answered.
"""

import argparse
import json
import os
import shutil
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from itertools import zip_longest
from pathlib import Path
from random import Random
from typing import Any, NamedTuple
from urllib.parse import parse_qsl

import django

os.environ |= {"DJANGO_SETTINGS_MODULE": "tournament.settings"}
django.setup()

from playwright.sync_api import Browser, BrowserContext, Page, Response, sync_playwright  # noqa: E402

from scoring.game_writing import outcome_to_json  # noqa: E402
from scoring.hanchan import replay  # noqa: E402
from scoring.outcome import HanFu, Limit, Outcome, Ron, Tsumo  # noqa: E402
from scoring.presets import WRC_2015  # noqa: E402
from scoring.situation import opening  # noqa: E402
from tests.browser.devices import DEVICES, FLAGS, PATIENCE  # noqa: E402
from tests.browser.fingers import EMPTY, Fingers  # noqa: E402
from tests.browser.lossy import ANSWER_LOST, ARRIVED, REQUEST_LOST  # noqa: E402
from tests.running_site import PREPARE, Site, site  # noqa: E402
from tournament.rehearsal.demo_play import plausible_hand  # noqa: E402
from tournament.table.forms.correction import entry_of  # noqa: E402

FAULTS = ("lost", "doubled", "wrong", "dropped touches", "conflicts", "rons with more than two waits")
TROUBLES = ("no network", "cuts", "slow", "lossy", "killed")
LATENCY = 1500
MOST_HANDS = 30
"""The most hands of a hanchan that are entered. Few hanchans have more; these are stopped here."""

RECORDED = """
import json
import django; django.setup()
from tournament.models import Hand
hands = Hand.objects.filter(superseded_by=None).order_by("hanchan_id", "number")
print(json.dumps([[hand.hanchan_id, hand.outcome] for hand in hands]))
"""

ALL_RECORDED = """() => ["", "recorded"].includes(document.getElementById("outbox").dataset.shows ?? "")
    && !document.getElementById("table-screen").inert
    && !("blind" in document.getElementById("table-screen").dataset)"""

# Records for each touch the name of the choice, and the milliseconds until the choice is drawn.
WATCH_TOUCHES = """() => {
    window.touches = [];
    let began = 0;
    addEventListener("pointerdown", () => { began = performance.now(); }, { capture: true });
    addEventListener("change", ({ target }) => requestAnimationFrame(() => setTimeout(() => {
        if (began) window.touches.push([target.name, performance.now() - began]);
        began = 0;
    })), { capture: true });
}"""


DRAWN = "() => new Promise((done) => requestAnimationFrame(() => setTimeout(done)))"
NOT_INERT = "() => !document.getElementById('table-screen').inert"


class Trouble:
    """One kind of trouble with the network of one phone: how it begins, changes and ends."""

    def __init__(self, kind: str, random: Random, context: BrowserContext, page: Page, served: Site) -> None:
        self.kind, self.random, self.context, self.page, self.served = kind, random, context, page, served

    def begin(self) -> None:
        match self.kind:
            case "no network":
                self.context.set_offline(True)
            case "slow":
                session = self.context.new_cdp_session(self.page)
                conditions = {"offline": False, "latency": LATENCY, "downloadThroughput": -1, "uploadThroughput": -1}
                session.send("Network.enable")
                session.send("Network.emulateNetworkConditions", conditions)
            case "lossy":
                self.context.add_cookies([{"name": "lossy", "value": "1", "url": self.page.url}])

    def between_hands(self) -> None:
        match self.kind:
            case "cuts":
                self.context.set_offline(self.random.random() < 0.5)
            case "killed" if self.random.random() < 0.3:
                if self.served.process:
                    self.served.kill()
                else:
                    self.served.start()

    def end(self) -> None:
        self.context.set_offline(False)
        self.context.clear_cookies(name="lossy")
        if not self.served.process:
            self.served.start()


class WatchedFingers(Fingers):
    """Counts in `waits` how many touches of a hand had to wait until the page was ready."""

    waits = 0

    def tap(self, selector: str) -> None:
        self.waits += not (self.page.is_visible(selector) and self.page.evaluate(NOT_INERT))
        super().tap(selector)
        self.page.evaluate(DRAWN)


class Played(NamedTuple):
    """One hanchan as it was entered: its id, its kind of trouble, its hands, and a line for each submission that was
    answered."""

    pk: int
    trouble: str
    hands: list[Any]
    answers: list[str]


def as_touched(outcome: Outcome) -> Outcome:
    """Return the outcome as it is entered: five han are entered as mangan."""
    match outcome:
        case Ron(wins=(win,)) if win.value == HanFu(5):
            return replace(outcome, wins=(replace(win, value=Limit.MANGAN),))
        case Tsumo(win=win) if win.value == HanFu(5):
            return replace(outcome, win=replace(win, value=Limit.MANGAN))
        case _:
            return outcome


def play(page: Page, trouble: Trouble, random: Random, figures: Any) -> list[Outcome]:
    """Enter hands until the hanchan is over, whatever the network does; return their outcomes."""
    outcomes: list[Outcome] = []
    situation = opening(WRC_2015)
    while len(outcomes) < MOST_HANDS:
        outcome = as_touched(plausible_hand(random, situation, WRC_2015))
        trouble.between_hands()
        fingers = WatchedFingers(page)
        fingers.choose(outcome)
        entered = page.evaluate("new URLSearchParams(new FormData(document.getElementById('hand'))).toString()")
        by_riichi = {("tenpai", f"{seat:d}") for seat in outcome.riichi}
        figures["counts"]["dropped touches"] += not {*entry_of(outcome).pairs()} - by_riichi <= {*parse_qsl(entered)}
        fingers.tap(".confirm-button")
        fingers.waits += not page.evaluate(EMPTY)
        page.wait_for_function(EMPTY, timeout=PATIENCE)
        if isinstance(outcome, Ron):
            figures["waits"].setdefault(trouble.kind, []).append(fingers.waits)
        outcomes.append(outcome)
        played = replay(outcomes, rules=WRC_2015)[-1]
        situation = played.after
        if played.ending:
            break
    return outcomes


def hanchan(browser: Browser, served: Site, table: list[str], kind: str, random: Random, figures: Any) -> Played:
    session, address, hanchan_address = table
    answers: list[str] = []
    context = browser.new_context(base_url=f"http://localhost:{served.port}", **DEVICES["phone"])
    context.set_default_timeout(PATIENCE)
    context.add_cookies([{"name": "sessionid", "value": session, "url": f"http://localhost:{served.port}"}])
    page = context.new_page()
    page.on("response", lambda response: note_answer(response, answers))
    page.goto(address)
    page.wait_for_function("() => navigator.serviceWorker.controller")
    context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": 4})
    page.evaluate(WATCH_TOUCHES)
    trouble = Trouble(kind, random, context, page, served)
    trouble.begin()
    outcomes = play(page, trouble, random, figures)
    trouble.end()
    returned = time.monotonic()
    page.wait_for_function(ALL_RECORDED, timeout=120_000)
    figures["seconds"].append(time.monotonic() - returned)
    first, *others = page.evaluate("window.touches")
    figures["first touches"].append(first)
    figures["touches"].setdefault(kind, []).extend(others)
    context.close()
    pk = int(hanchan_address.rstrip("/").rpartition("/")[2])
    return Played(pk, kind, [outcome_to_json(outcome) for outcome in outcomes], answers)


def note_answer(response: Response, answers: list[str]) -> None:
    if response.request.method == "POST" and response.url.endswith("/hands/"):
        sent = dict(parse_qsl(response.request.post_data or ""))
        answers.append(f"number {sent['number']}, revision {sent['revision']}, key {sent['key']}: {response.status}")


def summary(touches: list[tuple[str, float]]) -> dict[str, Any]:
    """Summarize the milliseconds of touches, for all together and by the name of the choice."""
    by_name: dict[str, list[float]] = {}
    for name, milliseconds in touches:
        by_name.setdefault(name, []).append(milliseconds)
    everything = [milliseconds for _name, milliseconds in touches]
    return {name: quantiles(values) for name, values in {"all": everything, **by_name}.items()}


def quantiles(values: list[float]) -> dict[str, int]:
    ordered = sorted(values)
    return {
        "touches": len(ordered),
        "median": round(ordered[len(ordered) // 2]),
        "90th percentile": round(ordered[len(ordered) * 9 // 10]),
        "largest": round(ordered[-1]),
    }


def explain(games: list[Played], recorded: dict[int, list[Any]], conflicts: list[str], var: Path) -> None:
    """Print what went wrong to the error output."""
    lines: list[str] = []
    for game in games:
        pairs = zip_longest(game.hands, recorded.get(game.pk, []))
        differing = [(number, *pair) for number, pair in enumerate(pairs, 1) if pair[0] != pair[1]]
        if differing or any(answer.endswith("409") for answer in game.answers):
            lines += [f"Hanchan {game.pk}, {game.trouble}. Answers:", *game.answers]
        for number, said, there in differing:
            lines += [f"Hand {number} as entered: {said}", f"Hand {number} as recorded: {there}"]
    print(*lines, "Conflicts:", *conflicts, f"The database and the log are in {var}", sep="\n", file=sys.stderr)


def main(hands: int, seed: int, troubles: Sequence[str] = TROUBLES) -> dict[str, Any]:
    random = Random(seed)
    figures: dict[str, Any] = {"counts": Counter(), "seconds": [], "touches": {}, "first touches": [], "waits": {}}
    games: list[Played] = []
    kinds: Counter[str] = Counter()
    var = Path(tempfile.mkdtemp(prefix="tenbo-offline-"))
    with site(var, application="tests.browser.lossy:application") as served, sync_playwright() as playwright:
        served.log = var / "server.log"
        tables = served.run(PREPARE, str(max(hands // 8, len(troubles))))
        served.environment["LOSS_SEED"] = str(seed)
        served.start()
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium-headless-shell") or shutil.which("chromium"), args=FLAGS
        )
        for number, table in enumerate(tables):
            if kinds.total() >= hands:
                break
            served.environment["LOSS_SEED"] = f"{seed} {number}"  # after a restart, the server draws other losses
            try:
                game = hanchan(browser, served, table, troubles[number % len(troubles)], random, figures)
            except Exception:
                print(f"The database and the log are in {var}", file=sys.stderr)
                raise
            kinds[game.trouble] += len(game.hands)
            games.append(game)
        browser.close()
        recorded: dict[int, list[Any]] = {}
        for pk, outcome in served.run(RECORDED):
            recorded.setdefault(pk, []).append(outcome)
    log = served.log.read_text().splitlines()
    conflicts = [line for line in log if "Conflict" in line]
    pairs = [(game.hands, recorded.get(game.pk, [])) for game in games]
    result = {
        "hands": kinds.total(),
        "hanchans": len(games),
        "by trouble": dict(kinds),
        "lost": sum(max(len(said) - len(there), 0) for said, there in pairs),
        "doubled": sum(max(len(there) - len(said), 0) for said, there in pairs),
        "wrong": sum(one != other for said, there in pairs for one, other in zip(said, there, strict=False)),
        "dropped touches": figures["counts"]["dropped touches"],
        "conflicts": len(conflicts),
        "rons with more than two waits": sum(waits > 2 for rons in figures["waits"].values() for waits in rons),
        "most waits in a ron": {kind: max(waits) for kind, waits in figures["waits"].items()},
        "requests where some are lost": {
            fate.rstrip(":").lower(): sum(line.startswith(fate) for line in log)
            for fate in (ARRIVED, REQUEST_LOST, ANSWER_LOST)
        },
        "touches in ms": {kind: summary(touches) for kind, touches in figures["touches"].items()},
        "first touches after loading in ms": summary(figures["first touches"]),
        "longest seconds to recorded after the return": round(max(figures["seconds"]), 1),
    }
    if any(result[name] for name in FAULTS):
        explain(games, recorded, conflicts, var)
    else:
        shutil.rmtree(var)
    return result


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hands", type=int, default=500)
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--trouble", choices=TROUBLES, help="only this one")
    options = parser.parse_args()
    result = main(options.hands, options.seed, [options.trouble] if options.trouble else TROUBLES)
    print(json.dumps(result))
    sys.exit(any(result[name] for name in FAULTS))
