"""Measures pages of a site with 100 past hanchans, and with 10,000. Run it with `make bench`, or for PostgreSQL with
`python -m tests.benchmarks.bench_growth --postgresql`.

Prints one line of JSON for each page: the milliseconds of one request with warm caches, and the ratio to the page with
100 hanchans in the same run. Times with cold caches are in the details. On SQLite the times are CPU times, which
include the database and hardly depend on the machine's load; on PostgreSQL they are wall-clock times. The shortest of
several times counts.
"""

import argparse
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

from tests.benchmarks.figures import Collector, Figure
from tests.benchmarks.postgresql import real_postgresql
from tests.running_site import Site

SIZES = (100, 10_000)
GOAL = 1.5
WARM, COLD = 7, 3
"""How often a page is requested with warm and with cold caches; the shortest time counts."""

MEASURE = """
import json, sys
import django; django.setup()
from tests.benchmarks.bench_growth import pages_at
print(json.dumps(pages_at(int(sys.argv[1]), wall=bool(sys.argv[2:]))))
"""


def pages_at(hanchans: int, *, wall: bool) -> dict[str, list[float]]:
    """Fill an empty database with this number of hanchans, and return for each page the milliseconds with warm and with
    cold caches. With `wall` these are wall-clock times, otherwise CPU times. Runs in a process of the site."""
    from django.apps import apps
    from django.conf import settings
    from django.core.management import call_command
    from django.test import Client

    from tests.benchmarks.many_events import fill
    from tournament.core.cache import clear_all
    from tournament.live.garbage import FullCollections
    from tournament.models import Player, User

    settings.MIGRATION_MODULES = {app.label: None for app in apps.get_app_configs()}
    settings.ALLOWED_HOSTS.append("testserver")
    settings.TENBO_SLOW_QUERY = 0
    call_command("migrate", run_syncdb=True, backup=False, verbosity=0)
    league = fill(hanchans)
    regular, *_, usual = Player.objects.order_by("pk").values_list("pk", flat=True)[:18]
    stranger, organizer = Client(), Client()
    organizer.force_login(User.objects.get(username="organizer"))
    clock = time.perf_counter if wall else time.process_time
    FullCollections().start()  # as in the server, where no request waits for Python's garbage collections

    def timed(client: Client, path: str, before: Callable[[], None]) -> float:
        before()
        began = clock()
        response = client.get(path)
        taken = clock() - began
        assert response.status_code == 200, (path, response.status_code)
        return 1000 * taken

    pages = {
        "Records": (stranger, "/records/"),
        "Page of a usual player": (stranger, f"/players/{usual}/"),
        "Page of a regular player": (stranger, f"/players/{regular}/"),
        "League of all events": (stranger, league.get_absolute_url()),
        "League of all events, by name": (stranger, f"{league.get_absolute_url()}?sort=name&q=person1"),
        "List of players": (stranger, "/players/"),
        "Archive": (stranger, "/tournaments/archive/"),
        "Home": (stranger, "/"),
        "Home of an organizer": (organizer, "/"),
    }
    times = {}
    for name, (client, path) in pages.items():
        client.get(path)
        cold = min(timed(client, path, clear_all) for _ in range(COLD))
        warm = min(timed(client, path, lambda: None) for _ in range(WARM))
        times[name] = [round(warm, 1), round(cold, 1)]
    return times


def figures(*, postgresql: bool = False) -> Iterator[Figure]:
    by_size = []
    for hanchans in SIZES:
        with ExitStack() as open_now:
            folder = Path(open_now.enter_context(tempfile.TemporaryDirectory()))
            url = open_now.enter_context(real_postgresql(folder / "pg")) if postgresql else ""
            site = Site(folder, url)
            by_size.append(site.run(MEASURE, str(hanchans), *(["wall"] if postgresql else [])))
    few, many = by_size
    database = "PostgreSQL" if postgresql else "SQLite, CPU"
    for page, (warm, cold) in few.items():
        yield Figure(
            part="growth",
            figure=f"{page}, with {SIZES[1]:,} hanchans ({database})",
            value=many[page][0],
            unit="ms",
            anchor=f"the page with {SIZES[0]} hanchans",
            anchor_value=warm,
            goal=GOAL,
            goal_of="ratio",
            details={"cold ms": many[page][1], f"cold ms with {SIZES[0]}": cold},
        )


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--postgresql", action="store_true", help="on a PostgreSQL of its own instead of SQLite")
    Collector().add(figures(postgresql=parser.parse_args().postgresql))
