"""Play hundreds of rehearsals of all sizes, to find bugs. Each processor core plays a share of the rehearsals in its
own database."""

import gc
import json
import logging
import os
import subprocess
import sys
import tempfile
import time
import traceback
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack
from io import StringIO
from pathlib import Path
from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.db import transaction

from tournament.management.commands.rehearse import rehearsing
from tournament.rehearsal.browser import Browser
from tournament.rehearsal.day import play_event
from tournament.rehearsal.html_forms import Stuck
from tournament.rehearsal.mishaps import Mishap
from tournament.rehearsal.wanted import Report, Wanted

ENOUGH = 100
"""From this number of events on, the command fails unless every kind of mishap happened at least once."""


class Command(BaseCommand):
    help = (
        "Rehearse many small events drawn from their seeds, on every core, in temporary databases. Exit status 1 if"
        " one fails."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--times", type=int, default=500, help="number of events; default: 500")
        parser.add_argument("--seed", type=int, default=1, help="seed of the first event; the others count up")
        parser.add_argument(
            "--jobs", type=int, default=os.cpu_count() or 1, help="number of processes; default: one for each core"
        )
        parser.add_argument("--worker", type=int, help="internal: play every n-th seed here, print JSON")

    def handle(self, *args: Any, **options: Any) -> None:
        seeds = range(options["seed"], options["seed"] + options["times"])
        if options["worker"]:
            call_command("migrate", verbosity=0)
            for line in play_all(seeds[:: options["worker"]]):
                self.stdout.write(json.dumps(line))
                self.stdout.flush()
            return
        began = time.monotonic()
        total: Counter[str] = Counter()
        for done, line in enumerate(_in_processes(seeds, min(options["jobs"], len(seeds))), start=1):
            if line["wrong"]:
                self.stdout.write(f"Seed {line['seed']}: {line['message']}")
                self.stdout.write(f"  Repeat: manage.py soak --times 1 --seed {line['seed']}")
                total[line["wrong"]] += 1
            total += Counter(line["counts"])
            if done % 25 == 0:
                self.stderr.write(f"{done} of {len(seeds)} …")
        self._report(total, len(seeds), time.monotonic() - began)

    def _report(self, total: Counter[str], events: int, seconds: float) -> None:
        for mishap in Mishap:
            self.stdout.write(f"  {total[mishap.name]} × {mishap}")
        wrong = [kind for kind in ("exception", "stuck", "verify") if total[kind]]
        absent = [mishap.name for mishap in Mishap if not total[mishap.name]] if events >= ENOUGH else []
        self.stdout.write(
            f"{events} events, {total['hands']} hands, {total['sheets']} sheets, {total['requests']} requests,"
            f" {sum(total[mishap.name] for mishap in Mishap)} mishaps: exceptions {total['exception']},"
            f" stuck {total['stuck']}, verify {'differs' if total['verify'] else 'clean'},"
            f" sums {'wrong' if wrong else 'right'}; {total['cpu'] / 1000 / events:.1f} s of CPU each,"
            f" {seconds / 60:.0f} min."
        )
        if total["played"] + sum(total[kind] for kind in wrong) != events:
            raise CommandError("A process ended before its last event.")
        if wrong or absent:
            raise CommandError(f"Wrong: {wrong}. Mishaps that did not happen: {absent}.")


def _in_processes(seeds: range, jobs: int) -> Iterator[dict[str, Any]]:
    """Play the events in processes, and yield the result of each when it ends."""
    with ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="tenbo-soak-"))
        running = []
        for job in range(jobs):
            own = Path(folder) / str(job)
            own.mkdir()
            share = ["--seed", str(seeds.start + job), "--times", str(len(seeds) - job), "--worker", str(jobs)]
            command = [sys.executable, sys.argv[0], "soak", *share]
            environment = {name: value for name, value in os.environ.items() if not name.startswith("DATABASE_")}
            environment["TENBO_VAR"] = str(own)
            with (own / "lines").open("wb") as lines:
                process = subprocess.Popen(command, stdout=lines, env=environment)  # noqa: S603 (ourselves)
            stack.callback(process.wait)
            stack.callback(process.terminate)
            running.append((process, stack.enter_context((own / "lines").open(encoding="utf-8"))))
        while running:
            for process, file in list(running):
                ended = process.poll() is not None
                yield from (json.loads(line) for line in file)
                if ended:
                    running.remove((process, file))
            time.sleep(0.2)


def play_all(seeds: range) -> Iterator[dict[str, Any]]:
    """Play each of these events and roll it back. All events use the same login, because password hashing is slow."""
    gc.freeze()
    gc.set_threshold(50_000, 20, 100)
    with rehearsing() as organizer:
        logging.disable(logging.CRITICAL)
        try:
            for seed in seeds:
                began = time.process_time()
                wrong, message, report = _played(seed, organizer)
                counts: Counter[str] = Counter({mishap.name: count for mishap, count in report.mishaps.items()})
                counts.update(hands=report.hands, sheets=report.sheets, requests=report.requests, played=not wrong)
                counts["cpu"] = round(1000 * (time.process_time() - began))
                yield {"seed": seed, "wrong": wrong, "message": message, "counts": counts}
        finally:  # a test that played events must not silence the tests after it
            logging.disable(logging.NOTSET)


def _played(seed: int, organizer: Browser) -> tuple[str, str, Report]:
    """Play an event. Return the kind of failure, the failure's message, and the report; kind and message are empty if
    nothing failed."""
    report = Report()
    wanted = Wanted.drawn(seed)
    with transaction.atomic():
        try:
            report = play_event(wanted, organizer)
            call_command("verify", stdout=StringIO())
        except Stuck as stuck:
            return "stuck", f"{wanted}: {stuck}", report
        except CommandError as error:
            return "verify", f"{wanted}: {error}", report
        except Exception:  # noqa: BLE001 (a failure is reported, and the next seed is played)
            return "exception", f"{wanted}: {traceback.format_exc()}", report
        finally:
            transaction.set_rollback(True)
    return "", "", report
