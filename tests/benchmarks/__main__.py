"""`make bench`: every figure as a line of JSON, in ten minutes at most.

`python -m tests.benchmarks [--write FILE] [part …]`. Each line has what it is compared with in the same run (`anchor`),
the ratio, and whether its goal holds. With `--write` all lines go to a file too, from which `tests.benchmarks.page`
draws docs/performance.md.
"""

import argparse
import os
import platform
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from tests.benchmarks import bench_growth, bench_hands, bench_scoring, bench_seating, bench_standings, bench_viewers
from tests.benchmarks.figures import Collector, Figure

PARTS: dict[str, Callable[[], Iterator[Figure]]] = {
    "viewers": bench_viewers.figures,
    "growth": bench_growth.figures,
    "standings": bench_standings.figures,
    "hands": bench_hands.figures,
    "scoring": bench_scoring.figures,
    "seating": bench_seating.figures,
}


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks", description=__doc__)
    parser.add_argument("parts", nargs="*", metavar="part", help=f"some of {', '.join(PARTS)}; none is all")
    parser.add_argument("--write", type=Path, metavar="FILE", help="where all lines are collected")
    options = parser.parse_args()
    if not PARTS.keys() >= set(options.parts):
        parser.error(f"parts are {', '.join(PARTS)}")
    collector = Collector(options.write)
    began, load = time.monotonic(), os.getloadavg()[0]
    for part in options.parts or PARTS:
        collector.add(PARTS[part]())
    collector.write(
        cores=os.cpu_count(),
        python=".".join(platform.python_version_tuple()[:2]),
        load_before=round(load, 1),
        seconds=round(time.monotonic() - began),
    )


if __name__ == "__main__":
    main()
