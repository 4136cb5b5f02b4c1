"""The examples in the docstrings are true."""

import doctest
import importlib
import pkgutil

from tournament import seating

MODULES = [module.name for module in pkgutil.walk_packages(seating.__path__, "tournament.seating.")]


def test_the_examples_hold(subtests):
    for name in MODULES:
        with subtests.test(name=name):
            assert doctest.testmod(importlib.import_module(name)).failed == 0
