"""Runs the benchmarks: `make bench`. Each measured figure is printed as a line of JSON; all of them take at most ten
minutes.

`python -m tests.benchmarks [--write FILE] [part …]`. Each figure is compared with an anchor, a similar value measured
in the same run; the line has the ratio of both, and whether the figure meets its goal. With `--write` all lines are
also written to a file, from which `tests.benchmarks.page` creates docs/performance.md.
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
