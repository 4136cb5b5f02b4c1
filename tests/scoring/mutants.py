"""How many small mistakes in `scoring` do its tests notice? `python -m tests.scoring.mutants 300 7` plants 300, seed 7.

Each mutant is one mistake in a copy of the checkout: a comparison, sum, number, condition or statement changed. The
tests that call the changed function run, quickest first, in a fork of a process that has loaded pytest once. A mutant
that they let pass is printed with its place. The figure is at the lower end: other tests of `scoring` do not try.

Names of modules after the seed narrow the sample: `python -m tests.scoring.mutants 50 7 uma payments`. Not collected by
pytest.
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
"""Exit statuses of pytest: all tests passed, or there was none."""
WORKERS = 2
CPU_SECONDS, SECONDS, BYTES = 120, 600, 3 * 2**30
"""A mutant that takes more time or memory does not end: it counts as noticed."""
WITH_DJANGO = ("test_discrepancy", "test_penalty_catalogue", "test_statistics")
"""Tests that load models or what stands beside them."""
LOADED_ONCE = ("_pytest", "hypothesis", "mahjong", "jsonschema")

LONGEST = 150
"""Longer lines are cut where a mutant is printed."""

ANY_VALUE = {
    "_FAR_ABOVE": "far beyond every difference of points",
    "_FAR_BELOW": "far beyond every difference of points",
    "_LEAST_STEP": "less than every difference of totals",
    "_RICH": "more points than any ruleset asks for",
    "_NOT_ASKED": "the library reads none of it",
    "PLACE_OF_ABSENT": "below the four places",
    "LONGEST": "where a text is cut for a message",
}
"""Constants whose exact value changes nothing that anybody can rely on, and why. They are left as they are."""

Change = partial[None]
"""Plants one mistake in a tree."""


class Covered(NamedTuple):
    """What one test runs: its seconds, and the first line of each function that it calls, by module."""

    seconds: float
    functions: dict[str, list[int]]


class Mutant(NamedTuple):
    path: Path
    number: int
    """Of its change among those of the module."""
    text: str
    words: str
    lines: range
    """Of the outermost function with the mistake, or of nothing."""


OTHER: dict[type, type] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.In: ast.NotIn, ast.NotIn: ast.In, ast.And: ast.Or, ast.Or: ast.And,
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Add, ast.Div: ast.Mult, ast.FloorDiv: ast.Mult,
    ast.Mod: ast.FloorDiv, ast.Pow: ast.Mult, ast.BitOr: ast.BitAnd, ast.BitAnd: ast.BitOr, ast.BitXor: ast.BitOr,
    ast.USub: ast.UAdd,
}  # fmt: skip
"""What stands for an operator in a mutant."""


def modules() -> list[Path]:
    return sorted(path.relative_to(HERE) for path in (HERE / "scoring").rglob("*.py"))


def changes(tree: ast.Module) -> Iterator[tuple[int, Change]]:
    """Each mistake that can be planted in a module: its line, and what plants it."""
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
    """Each statement in a node's blocks that can be left out."""
    for block in ("body", "orelse"):
        statements = getattr(node, block, None)
        for place, statement in enumerate(statements if isinstance(statements, list) else ()):
            if isinstance(statement, ast.Raise | ast.AugAssign) or _is_call(statement):
                rest = [*statements[:place], ast.Pass(), *statements[place + 1 :]]
                yield statement.lineno, partial(setattr, node, block, rest)


def _is_call(statement: ast.stmt) -> bool:
    """Whether a statement is a call or yields; not `assert_never`, which only the type checker reads."""
    if not isinstance(statement, ast.Expr) or ast.unparse(statement).startswith("assert_never("):
        return False
    return isinstance(statement.value, ast.Call | ast.Yield | ast.YieldFrom)


def _running(node: ast.AST) -> Iterator[ast.AST]:
    """The nodes of what runs: no annotation, decorator or type alias."""
    yield node
    for name, value in ast.iter_fields(node):
        if name in ("annotation", "returns", "decorator_list") or _is_type(node) or _is_any_value(node):
            continue
        # strict: of zip, where lengths agree; maxsize: of a cache, which works out again what it has forgotten.
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
    """Each mutant of these modules, or of all: its module, and the number of its change."""
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
    """The first lines that differ, cut to where they differ if they are long."""
    pairs = zip(before.splitlines(), [*after.splitlines(), ""], strict=False)
    old, new = next((old.strip(), new.strip()) for old, new in pairs if old != new)
    same = next((place for place, letters in enumerate(zip(old, new, strict=False)) if letters[0] != letters[1]), 0)
    begin = max(0, same - LONGEST // 2) if len(old) > LONGEST else 0
    return old[begin : begin + LONGEST], new[begin : begin + LONGEST]


class Recorder:
    """A plugin of pytest that writes down what each test runs."""

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
    """A plugin of pytest that runs these tests in this order."""

    def __init__(self, tests: list[str]) -> None:
        self.places = {test: place for place, test in enumerate(tests)}

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        items[:] = sorted((item for item in items if item.nodeid in self.places), key=lambda i: self.places[i.nodeid])


class DataFolder:
    """A plugin of pytest with the one fixture that tests of `scoring` need."""

    @pytest.fixture(scope="session")
    def data_folder(self) -> Path:
        return Path(DATA)


def run_tests(copy: Path, files: list[str], plugin: object) -> int:
    """Pytest in this process, without Django; returns its exit status. Examples are found, not made smaller."""
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
    """The exit status of a fork that does this, without its output; negative where a signal ended it."""
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
    """A copy of the checkout, from which this process loads modules from now on."""
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
    """What each test runs without a mutant, and the modules of packages that they load."""
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
    """Plants mutants in a copy of its own."""

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
        # Bytecode is found by a module's time and size: each mutant has a time of its own.
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
        """The tests that call a function, quickest first; all for what a module does as it is loaded, and for the
        program, which they start as a process. Those that need models come apart: they take long to load.
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
