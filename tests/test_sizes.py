"""The house stays one that a newcomer can read: short files, short functions, folders whose list fits a screen."""

import ast
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parent.parent
MOST_LINES, MOST_IN_A_FUNCTION, MOST_IN_A_FOLDER = 300, 60, 25


def _modules() -> Iterator[Path]:
    for package in ("scoring", "tournament"):
        for path in sorted((ROOT / package).rglob("*.py")):
            if "migrations" not in path.parts:
                yield path.relative_to(ROOT)


@cache
def _parsed(path: Path) -> ast.Module:
    return ast.parse((ROOT / path).read_text(encoding="utf-8"))


def test_no_file_is_longer_than_300_lines():
    lines = {str(path): (ROOT / path).read_text(encoding="utf-8").count("\n") for path in _modules()}

    assert {path: count for path, count in lines.items() if count > MOST_LINES} == {}


def test_no_function_is_longer_than_60_lines():
    long = [
        f"{path}:{node.lineno} {node.name}"
        for path in _modules()
        for node in ast.walk(_parsed(path))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        and (node.end_lineno or node.lineno) - node.lineno >= MOST_IN_A_FUNCTION
    ]

    assert long == []


def test_no_folder_has_more_than_25_modules():
    modules = [path for path in _modules() if path.parts[0] == "tournament" and path.name != "__init__.py"]
    folders = Counter(str(path.parent) for path in modules)

    assert {folder: count for folder, count in folders.items() if count > MOST_IN_A_FOLDER} == {}


def test_no_class_name_stands_twice_in_tournament():
    names = Counter(
        node.name
        for path in _modules()
        if path.parts[0] == "tournament" and "commands" not in path.parts  # Django wants each to be called Command
        for node in _parsed(path).body
        if isinstance(node, ast.ClassDef)
    )

    assert {name for name, count in names.items() if count > 1} == set()


def test_no_docstring_says_what_something_is_by_another_thing():
    nodes = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef | ast.Module
    same = [
        f"{path}: {docstring.splitlines()[0]}"
        for path in _modules()
        for node in ast.walk(_parsed(path))
        if isinstance(node, nodes) and (docstring := ast.get_docstring(node)) and docstring.startswith("The same")
    ]

    assert same == []
