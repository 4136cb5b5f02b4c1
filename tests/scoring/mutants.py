"""Measures how many small mistakes in `scoring` its tests notice: `python -m tests.scoring.mutants 300 7` plants 300
mistakes, with the seed 7.

A mutant is a copy of the code with one mistake: a changed comparison, sum, number, condition or statement. The tests
that call the changed function run, fastest first, in a fork of a process that has loaded pytest once. If all of them
pass, the mutant is printed with its place. The measured share is a lower bound, because other tests of `scoring` do not
run.

Module names after the seed restrict the mutants to these modules: `python -m tests.scoring.mutants 50 7 uma payments`.
Pytest does not collect this module.
"""

import ast
import json
import multiprocessing
import os
import resource
import shutil
import signal
import sys
import tempfile
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from functools import partial
from importlib import import_module
from pathlib import Path
from random import Random
from time import perf_counter
from typing import Any, NamedTuple

import django
import pytest
from hypothesis import HealthCheck, Phase, settings

HERE = Path(__file__).resolve().parents[2]
DATA = os.environ.get("TENBO_DATA") or str(HERE.parent / "shared" / "data")
ENVIRONMENT = {"TENBO_DATA": DATA, "TENBO_TEST_DATABASE": "sqlite", "DJANGO_SETTINGS_MODULE": "tournament.settings"}
PASSED = (0, 5)
"""Exit statuses of pytest that mean that no test failed: all tests passed, or no test was collected."""
WORKERS = 2
CPU_SECONDS, SECONDS, BYTES = 120, 600, 3 * 2**30
"""Limits of CPU time, wall-clock time and memory for the tests of a mutant. A mutant that exceeds a limit, for instance
by an endless loop, counts as noticed."""
WITH_DJANGO = ("test_discrepancy", "test_penalty_catalogue", "test_statistics")
"""Test modules that need Django, because they load models."""
LOADED_ONCE = ("_pytest", "hypothesis", "mahjong", "jsonschema")

LONGEST = 150
"""The most characters of a line that is printed for a mutant; longer lines are shortened."""

ANY_VALUE = {
    "_FAR_ABOVE": "far beyond every difference of points",
    "_FAR_BELOW": "far beyond every difference of points",
    "_LEAST_STEP": "less than every difference of totals",
    "_RICH": "more points than any ruleset asks for",
    "_NOT_ASKED": "the library reads none of it",
    "PLACE_OF_ABSENT": "below the four places",
    "LONGEST": "where a text is cut for a message",
}
"""Constants whose exact value has no visible effect, each with the reason. They are never changed."""

Change = partial[None]
"""A function that plants one mistake in a syntax tree."""


class Covered(NamedTuple):
    """The seconds that one test takes, and the first line of each function that it calls, by module."""

    seconds: float
    functions: dict[str, list[int]]


class Mutant(NamedTuple):
    path: Path
    number: int
    """Number of the mutant's change among the possible changes of the module."""
    text: str
    words: str
    lines: range
    """Lines of the outermost function that contains the mistake; empty if the mistake is outside of functions."""


OTHER: dict[type, type] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.In: ast.NotIn, ast.NotIn: ast.In, ast.And: ast.Or, ast.Or: ast.And,
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Add, ast.Div: ast.Mult, ast.FloorDiv: ast.Mult,
    ast.Mod: ast.FloorDiv, ast.Pow: ast.Mult, ast.BitOr: ast.BitAnd, ast.BitAnd: ast.BitOr, ast.BitXor: ast.BitOr,
    ast.USub: ast.UAdd,
}  # fmt: skip
"""The operator that replaces each operator in a mutant."""


def modules() -> list[Path]:
    return sorted(path.relative_to(HERE) for path in (HERE / "scoring").rglob("*.py"))


def changes(tree: ast.Module) -> Iterator[tuple[int, Change]]:
    """Yield each possible mistake in a module: its line, and the function that plants it."""
    for node in _running(tree):
        line = getattr(node, "lineno", 0)
        match node:
            case ast.Compare(ops=[operator, *others]):
                yield line, partial(setattr, node, "ops", [OTHER[type(operator)](), *others])
            case ast.BinOp(op=operator) | ast.AugAssign(op=operator) | ast.BoolOp(op=operator):
                yield line, partial(setattr, node, "op", OTHER[type(operator)]())
            case ast.UnaryOp(op=ast.USub()):
                yield line, partial(setattr, node, "op", ast.UAdd())
            case ast.Constant(value=bool(value)):
                yield line, partial(setattr, node, "value", not value)
            case ast.Constant(value=int(value)):
                yield line, partial(setattr, node, "value", value + 1)
            case ast.If(test=ast.Name(id="TYPE_CHECKING")):
                pass
            case ast.If(test=test) | ast.IfExp(test=test) | ast.While(test=test):
                yield line, partial(setattr, node, "test", ast.UnaryOp(ast.Not(), test))
        yield from _omissions(node)


def _omissions(node: ast.AST) -> Iterator[tuple[int, Change]]:
    """Yield a change for each statement in a node's blocks that can be left out."""
    for block in ("body", "orelse"):
        statements = getattr(node, block, None)
        for place, statement in enumerate(statements if isinstance(statements, list) else ()):
            if isinstance(statement, ast.Raise | ast.AugAssign) or _is_call(statement):
                rest = [*statements[:place], ast.Pass(), *statements[place + 1 :]]
                yield statement.lineno, partial(setattr, node, block, rest)


def _is_call(statement: ast.stmt) -> bool:
    """Whether a statement is a call or a `yield`. Calls of `assert_never` do not count, because only the type checker
    needs them."""
    if not isinstance(statement, ast.Expr) or ast.unparse(statement).startswith("assert_never("):
        return False
    return isinstance(statement.value, ast.Call | ast.Yield | ast.YieldFrom)


def _running(node: ast.AST) -> Iterator[ast.AST]:
    """Yield the nodes that have an effect when the code runs: no annotations, decorators and type aliases."""
    yield node
    for name, value in ast.iter_fields(node):
        if name in ("annotation", "returns", "decorator_list") or _is_type(node) or _is_any_value(node):
            continue
        # `strict` of zip has no effect if the lengths are equal, and `maxsize` of a cache only affects speed.
        if isinstance(node, ast.keyword) and node.arg in ("strict", "maxsize"):
            continue
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.AST):
                yield from _running(child)


def _is_type(node: ast.AST) -> bool:
    return isinstance(node, ast.Assign) and ast.unparse(node.value).startswith(("tuple[", "Literal[", "Callable["))


def _is_any_value(node: ast.AST) -> bool:
    match node:
        case ast.Assign(targets=[ast.Name(id=name)]) | ast.AnnAssign(target=ast.Name(id=name)):
            return name in ANY_VALUE
    return False


def mutants(only: list[str]) -> list[tuple[Path, int]]:
    """Return all mutants of the modules with these names, or of all modules if there are no names: the module's path,
    and the number of the change."""
    wanted = [path for path in modules() if not only or path.stem in only]
    return [
        (path, number)
        for path in wanted
        for number, _change in enumerate(changes(ast.parse((HERE / path).read_text(encoding="utf-8"))))
    ]


def planted(path: Path, number: int) -> Mutant:
    tree = ast.parse((HERE / path).read_text(encoding="utf-8"))
    line, change = list(changes(tree))[number]
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef) and line in _lines(node)]
    before = ast.unparse(tree)
    change()
    after = ast.unparse(ast.fix_missing_locations(tree))
    old, new = _first_difference(before, after)
    return Mutant(path, number, after, f"{path}:{line} {old} → {new}", _lines(functions[0]) if functions else range(0))


def _lines(function: ast.FunctionDef) -> range:
    first = min([function.lineno, *(decorator.lineno for decorator in function.decorator_list)])
    return range(first, (function.end_lineno or first) + 1)


def _first_difference(before: str, after: str) -> tuple[str, str]:
    """Return the first line that differs, before and after. Of a long line only the part around the difference is
    returned."""
    pairs = zip(before.splitlines(), [*after.splitlines(), ""], strict=False)
    old, new = next((old.strip(), new.strip()) for old, new in pairs if old != new)
    same = next((place for place, letters in enumerate(zip(old, new, strict=False)) if letters[0] != letters[1]), 0)
    begin = max(0, same - LONGEST // 2) if len(old) > LONGEST else 0
    return old[begin : begin + LONGEST], new[begin : begin + LONGEST]


class Recorder:
    """Pytest plugin that records which functions each test calls."""

    def __init__(self, folder: Path) -> None:
        self.folder = f"{folder}/"
        self.covered: dict[str, Covered] = {}

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        called: set[tuple[str, int]] = set()

        def note(frame: Any, _event: str, _argument: object) -> None:
            if frame.f_code.co_filename.startswith(self.folder):
                called.add((frame.f_code.co_filename.removeprefix(self.folder), frame.f_code.co_firstlineno))

        began = perf_counter()
        sys.settrace(note)
        try:
            return (yield)
        finally:
            sys.settrace(None)
            functions = {path: [line for other, line in called if other == path] for path, _line in called}
            self.covered[item.nodeid] = Covered(perf_counter() - began, functions)


class Chosen:
    """Pytest plugin that runs only these tests, in this order."""

    def __init__(self, tests: list[str]) -> None:
        self.places = {test: place for place, test in enumerate(tests)}

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        items[:] = sorted((item for item in items if item.nodeid in self.places), key=lambda i: self.places[i.nodeid])


class DataFolder:
    """Pytest plugin with the only fixture that the tests of `scoring` need."""

    @pytest.fixture(scope="session")
    def data_folder(self) -> Path:
        return Path(DATA)


def run_tests(copy: Path, files: list[str], plugin: object) -> int:
    """Run pytest in this process, without Django's plugin; return its exit status. Hypothesis searches for failing
    examples but does not shrink them."""
    settings.register_profile(
        "mutants", deadline=None, derandomize=True, max_examples=60, suppress_health_check=list(HealthCheck),
        phases=[Phase.explicit, Phase.generate], database=None,
    )  # fmt: skip
    settings.load_profile("mutants")
    if any(Path(file).stem in WITH_DJANGO for file in files):
        django.setup()
    options = ["-x", "-q", "-c", os.devnull, "--rootdir", str(copy), "--noconftest", "-p", "no:cacheprovider"]
    return int(pytest.main([*options, "-p", "no:django", *files], plugins=[plugin, DataFolder()]))


def forked(act: Callable[[], int]) -> int:
    """Call `act` in a fork, without its output. Return the fork's exit status, or a negative number if it was ended by
    a signal."""
    child = os.fork()
    if not child:
        _limit()
        quiet = os.open(os.devnull, os.O_WRONLY)
        os.dup2(quiet, 1)
        os.dup2(quiet, 2)
        os._exit(act())
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def _limit() -> None:
    resource.setrlimit(resource.RLIMIT_CPU, (CPU_SECONDS, CPU_SECONDS))
    resource.setrlimit(resource.RLIMIT_AS, (BYTES, BYTES))
    signal.alarm(SECONDS)


def copied(scratch: str) -> Path:
    """Copy the checkout, and load modules from this copy in this process from now on. Return the copy's folder."""
    copy = Path(tempfile.mkdtemp(dir=scratch)) / "tenbo"
    shutil.copytree(HERE, copy, ignore=shutil.ignore_patterns(".git", ".venv", "var", "__pycache__", ".*_cache"))
    os.chdir(copy)
    sys.path[:] = [str(copy), *(path for path in sys.path if path not in ("", str(HERE)))]
    for name in [name for name in sys.modules if name.partition(".")[0] == "tests"]:
        del sys.modules[name]
    return copy


def test_files(copy: Path) -> list[str]:
    return [str(file.relative_to(copy)) for file in sorted((copy / "tests" / "scoring").glob("test_*.py"))]


def covered_by_tests(scratch: str) -> tuple[dict[str, Covered], list[str]]:
    """Run all tests without a mutant. Return what each of them calls, and the modules of packages that they load."""
    copy = copied(scratch)

    def record(part: int) -> tuple[dict[str, Covered], list[str]]:
        answer = Path(scratch) / f"covered-{part}.json"

        def run() -> int:
            recorder = Recorder(copy)
            status = run_tests(copy, test_files(copy)[part::WORKERS], recorder)
            packages = [name for name in sys.modules if name.startswith(LOADED_ONCE)]
            answer.write_text(json.dumps([recorder.covered, packages]), encoding="utf-8")
            return status

        if forked(run):
            sys.exit("The tests fail without a mutant.")
        covered, packages = json.loads(answer.read_text(encoding="utf-8"))
        return {test: Covered(*values) for test, values in covered.items()}, packages

    with ThreadPoolExecutor(WORKERS) as threads:
        parts = list(threads.map(record, range(WORKERS)))
    covered = {test: values for part, _packages in parts for test, values in part.items()}
    return covered, sorted({package for _covered, packages in parts for package in packages})


class Worker:
    """A process that plants mutants in a separate copy of the checkout."""

    copy: Path
    covered: dict[str, Covered]

    @classmethod
    def begin(cls, scratch: str, covered: dict[str, Covered]) -> None:
        os.environ.update(ENVIRONMENT)
        cls.copy, cls.covered = copied(scratch), covered

    @classmethod
    def is_noticed(cls, mutant: Mutant) -> bool:
        place = cls.copy / mutant.path
        original, known = place.read_bytes(), place.stat()
        place.write_text(mutant.text, encoding="utf-8")
        # Python finds a module's bytecode by the time and size of the file, so each mutant gets a different time.
        os.utime(place, (10**9 + mutant.number,) * 2)
        try:
            return any(cls._is_noticed_by(tests) for tests in cls._tests_for(mutant) if tests)
        finally:
            place.write_bytes(original)
            os.utime(place, (known.st_atime, known.st_mtime))

    @classmethod
    def _is_noticed_by(cls, tests: list[str]) -> bool:
        files = list(dict.fromkeys(test.partition("::")[0] for test in tests))
        return forked(lambda: run_tests(cls.copy, files, Chosen(tests))) not in PASSED

    @classmethod
    def _tests_for(cls, mutant: Mutant) -> tuple[list[str], list[str]]:
        """Return the tests to run for a mutant, fastest first: first those that need no models, then those that load
        models, which takes long.

        These are the tests that call the changed function. If the changed code runs when the module is loaded, or
        belongs to the program (`__main__`), which tests start as a process, all tests are returned.
        """
        path, tests = str(mutant.path), cls.covered
        calling = [test for test in tests if any(line in mutant.lines for line in tests[test].functions.get(path, ()))]
        chosen = calling if mutant.lines and mutant.path.stem != "__main__" else tests
        order = sorted(chosen, key=lambda test: (path not in tests[test].functions, tests[test].seconds))
        apart = [test for test in order if Path(test.partition("::")[0]).stem in WITH_DJANGO]
        return [test for test in order if test not in apart], apart


def main(count: int, seed: int, only: list[str]) -> None:
    everything = mutants(only)
    sample = Random(seed).sample(everything, min(count, len(everything)))
    print(f"{len(sample)} of {len(everything)} mutants", flush=True)
    noticed, began, here = 0, perf_counter(), Path.cwd()
    with tempfile.TemporaryDirectory() as scratch:
        os.environ.update(ENVIRONMENT)
        covered, packages = covered_by_tests(scratch)
        for package in packages:
            import_module(package)
        fork = multiprocessing.get_context("fork")
        planted_ones = [planted(*place) for place in sample]
        with ProcessPoolExecutor(WORKERS, fork, Worker.begin, (scratch, covered)) as workers:
            for done, is_noticed in enumerate(workers.map(Worker.is_noticed, planted_ones), start=1):
                noticed += is_noticed
                if not is_noticed:
                    print(planted_ones[done - 1].words, flush=True)
                if done % 25 == 0 or done == len(sample):
                    passed = perf_counter() - began
                    print(f"{noticed} of {done} noticed: {100 * noticed / done:.1f} %, {passed:.0f} s", flush=True)
        os.chdir(here)


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]), sys.argv[3:])
