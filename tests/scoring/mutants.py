"""How many small mistakes in `scoring` do its tests notice? `python -m tests.scoring.mutants 300 7` plants 300, seed 7.

Each mutant is a copy of the checkout with one mistake: a comparison, sum, number, condition or statement changed. The
tests of `scoring` run on it until one fails; a mutant that they let pass is printed with its place. Names of modules
after the seed narrow the sample: `python -m tests.scoring.mutants 50 7 uma payments`. Not collected by pytest.
"""

import ast
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from random import Random

HERE = Path(__file__).resolve().parents[2]
DATA = os.environ.get("TENBO_DATA") or str(HERE.parent / "shared" / "data")
ENVIRONMENT = {"TENBO_DATA": DATA, "PYTHONDONTWRITEBYTECODE": "1", "TENBO_TEST_DATABASE": "sqlite"}
NOTICED = (1, 2)
"""Exit statuses of pytest: a test failed, or a module of tests could not be loaded."""
PATIENCE = 600
"""Seconds after which a mutant that does not end counts as noticed."""

LONGEST = 150
"""Longer lines are cut where a mutant is printed."""

Change = partial[None]
"""Plants one mistake in a tree."""

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
    return isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Call | ast.Yield | ast.YieldFrom)


def _running(node: ast.AST) -> Iterator[ast.AST]:
    """The nodes of what runs: no annotation, decorator or type alias."""
    yield node
    for name, value in ast.iter_fields(node):
        if name in ("annotation", "returns", "decorator_list") or _is_type(node):
            continue
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.AST):
                yield from _running(child)


def _is_type(node: ast.AST) -> bool:
    return isinstance(node, ast.Assign) and ast.unparse(node.value).startswith(("tuple[", "Literal[", "Callable["))


def mutants(only: list[str]) -> list[tuple[Path, int]]:
    """Each mutant of these modules, or of all: its module, and the number of its change."""
    wanted = [path for path in modules() if not only or path.stem in only]
    return [
        (path, number)
        for path in wanted
        for number, _change in enumerate(changes(ast.parse((HERE / path).read_text(encoding="utf-8"))))
    ]


def planted(path: Path, number: int) -> tuple[str, str]:
    """The text of a module with a mistake, and the place and line of that."""
    tree = ast.parse((HERE / path).read_text(encoding="utf-8"))
    line, change = list(changes(tree))[number]
    before = ast.unparse(tree)
    change()
    after = ast.unparse(ast.fix_missing_locations(tree))
    old, new = next(
        (old, new) for old, new in zip(before.splitlines(), [*after.splitlines(), ""], strict=False) if old != new
    )
    return after, f"{path}:{line} {old.strip()[:LONGEST]} → {new.strip()[:LONGEST]}"


def tests_for(path: Path) -> list[str]:
    """The files of tests, first those that import the module, hypothesis last of equals: they take longest."""
    name = ".".join(path.with_suffix("").parts)
    files = sorted((HERE / "tests" / "scoring").glob("test_*.py"))

    def order(file: Path) -> tuple[bool, bool]:
        text = file.read_text(encoding="utf-8")
        return not re.search(rf"{name}\b|{path.stem}", text), "hypothesis" in text or "program" in text

    return [str(file.relative_to(HERE)) for file in sorted(files, key=order)]


def is_noticed(copy: Path, path: Path) -> bool:
    """Whether a test fails in a copy with a mistake in this module."""
    run = subprocess.run(
        [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", *tests_for(path)],
        cwd=copy, env=os.environ | ENVIRONMENT, capture_output=True, text=True, timeout=PATIENCE, check=False,
    )  # fmt: skip
    if run.returncode not in (0, *NOTICED):
        sys.exit(f"The tests did not run:\n{run.stdout}{run.stderr}")
    return run.returncode in NOTICED


def main(count: int, seed: int, only: list[str]) -> None:
    everything = mutants(only)
    sample = Random(seed).sample(everything, min(count, len(everything)))
    print(f"{len(sample)} of {len(everything)} mutants", flush=True)
    noticed = 0
    with tempfile.TemporaryDirectory() as scratch:
        copy = Path(scratch) / "tenbo"
        shutil.copytree(HERE, copy, ignore=shutil.ignore_patterns(".git", ".venv", "var", "__pycache__", ".*_cache"))
        if is_noticed(copy, Path("scoring/points.py")):
            sys.exit("The tests fail without a mutant.")
        for done, (path, number) in enumerate(sample, start=1):
            text, words = planted(path, number)
            (copy / path).write_text(text, encoding="utf-8")
            try:
                is_killed = is_noticed(copy, path)
            except subprocess.TimeoutExpired:
                is_killed = True
            shutil.copyfile(HERE / path, copy / path)
            noticed += is_killed
            if not is_killed:
                print(words, flush=True)
            if done % 25 == 0 or done == len(sample):
                print(f"{noticed} of {done} noticed: {100 * noticed / done:.1f} %", flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]), sys.argv[3:])
