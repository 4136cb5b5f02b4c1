"""Runs fewer garbage collections, which would traverse the six thousand collected tests each time.

Saves 8 % of the CPU time of a hundred tests of pages (20.4 s instead of 22.0), and 10 % of the time to collect all
tests (4.1 s instead of 4.5, in every worker).
"""

import gc


def pytest_configure() -> None:
    gc.set_threshold(100_000, 50, 1000)  # objects that exist when the tests have been collected will stay


def pytest_collection_finish() -> None:
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 20)
