"""The examples in the docstrings are true."""

import doctest
import importlib
import pkgutil

import scoring

MODULES = [module.name for module in pkgutil.walk_packages(scoring.__path__, "scoring.")]


def test_the_examples_hold(subtests):
    for name in MODULES:
        with subtests.test(name=name):
            result = doctest.testmod(importlib.import_module(name))

            assert result.failed == 0


def test_there_are_examples():
    finder = doctest.DocTestFinder()

    assert sum(len(test.examples) for name in MODULES for test in finder.find(importlib.import_module(name))) >= 5
