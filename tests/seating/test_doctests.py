"""The examples in the docstrings are true."""

import doctest
import importlib
import pkgutil

from tests.rows import every_row
from tournament import seating

MODULES = [module.name for module in pkgutil.walk_packages(seating.__path__, "tournament.seating.")]


@every_row("name", MODULES)
def test_the_examples_hold(name):
    assert doctest.testmod(importlib.import_module(name)).failed == 0
