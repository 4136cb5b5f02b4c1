"""Fewer garbage collections: six thousand collected tests stay, and need not be walked at each of them.

Saves 8 % of the CPU time of a hundred tests of pages (20.4 s instead of 22.0), and 10 % of what it takes to collect all
(4.1 s instead of 4.5, in every worker).
"""

import gc


def pytest_configure() -> None:
    gc.set_threshold(100_000, 50, 1000)  # what is made until the tests are collected, stays


def pytest_collection_finish() -> None:
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 20)
