"""Fewer garbage collections: three thousand collected tests stay, and need not be walked at each of them.

Saves 8 % of the CPU time of a hundred tests of pages (20.4 s instead of 22.0).
"""

import gc


def pytest_collection_finish() -> None:
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 20)
