"""Several workers share the compiling of the tests: each imports another part first, and finds the rest compiled.

Compiling all of them takes 11 s of CPU time, which every worker of a fresh clone would spend for itself. Later runs
read what is compiled; then this changes nothing.
"""

import os
from importlib import import_module
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


def pytest_collectstart(collector: pytest.Collector) -> None:
    config, workers = collector.config, int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1"))
    everything = config.args_source is config.ArgsSource.TESTPATHS and not config.getoption("ignore")
    if workers == 1 or collector.path != ROOT / "tests" or not everything:
        return
    modules = sorted((ROOT / "tests").rglob("test_*.py"))
    begin = len(modules) * int(os.environ["PYTEST_XDIST_WORKER"].removeprefix("gw")) // workers
    for path in modules[begin:] + modules[:begin]:
        import_module(".".join(path.relative_to(ROOT).with_suffix("").parts))
