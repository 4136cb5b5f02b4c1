"""Code that bears errors does not bear an interruption: else the request goes on, and its answer lacks a part."""

import ast
from pathlib import Path

import pytest

import tournament

FOLDER = Path(tournament.__file__).parent

TAKE_INTERRUPTIONS = {"BaseException", "DatabaseError", "Error", "Exception", "OperationalError", "Interrupted"}
"""Classes whose handlers catch `Interrupted`, which is an `OperationalError` of Django."""

NOT_INTERRUPTED = {
    "archive/sender.py": "a thread of the server",
    "archive/actions/send_mirrors.py": "a thread of the server",
    "archive/actions/erase_leavers.py": "the file is back, and the rest is finished hourly",
    "core/actions/write_budget.py": "uninterrupted, as the form is done already",
    "core/replica/servers.py": "a thread of its own (`_note`); for the rest see tests/core/test_replica.py",
    "live/app.py": "before a lane",
    "live/lanes/known_sessions.py": "a thread of its own",
    "live/lanes/valid_links.py": "before a lane",
    "live/lanes/owners.py": "in the event loop",
    "live/bodies.py": "before a lane",
    "live/limits/loop_time.py": "in the event loop, and the coroutine gets the error",
    "live/shared_pages.py": "in the event loop",
    "live/tidying.py": "a thread of the server",
    "live/threads.py": "where interruptions are answered",
    "mail/actions/send_mails.py": "a thread of the server",
    "mail/sender.py": "a thread of the server",
    "management/": "commands",
    "push/delivery.py": "a thread of the server",
    "push/sender.py": "a thread of the server",
}
"""Modules in which nothing is interrupted, with the reason."""


def names_of(kind: ast.expr | None) -> set[str]:
    if kind is None:
        return {"BaseException"}
    kinds = kind.elts if isinstance(kind, ast.Tuple) else [kind]
    return {each.id for each in kinds if isinstance(each, ast.Name)}


def bears_interruptions(node: ast.AST) -> bool:
    """Whether a handler, or `suppress`, catches interruptions and never raises them again."""
    if isinstance(node, ast.ExceptHandler):
        raises = any(isinstance(each, ast.Raise) for each in ast.walk(node))
        return bool(names_of(node.type) & TAKE_INTERRUPTIONS) and not raises
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "suppress":
        return bool(set().union(*map(names_of, node.args)) & TAKE_INTERRUPTIONS)
    return False


@pytest.mark.slow
def test_no_request_goes_on_after_an_interruption():
    found = [
        f"{name}:{node.lineno}"
        for path in sorted(FOLDER.rglob("*.py"))
        if not (name := path.relative_to(FOLDER).as_posix()).startswith(tuple(NOT_INTERRUPTED))
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.ExceptHandler | ast.Call) and bears_interruptions(node)
    ]

    assert found == []


def test_each_exception_is_needed():
    for name in NOT_INTERRUPTED:
        place = FOLDER / name
        modules = place.rglob("*.py") if place.is_dir() else [place]
        nodes = (node for path in modules for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))))
        assert any(map(bears_interruptions, nodes)), name


def caches(node: ast.FunctionDef) -> bool:
    """Whether a function keeps its results by `functools`, which knows nothing of interruptions."""
    return any(ast.unparse(each).startswith(("cache", "lru_cache", "functools.")) for each in node.decorator_list)


def test_no_page_without_a_part_is_kept():
    """A template swallows an interruption (`tests/core/threads/test_swallowed_interruptions.py`)."""
    renders = {
        path: ast.parse(text)
        for path in FOLDER.rglob("*.py")
        if "render_to_string" in (text := path.read_text(encoding="utf-8"))
    }
    kept = [
        (path.name, node.name, "raise_if_interrupted()" in ast.unparse(node))
        for path, tree in renders.items()
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef) and caches(node)
    ]

    assert sorted(kept) == [("cards.py", "_draw_once", True), ("results.py", "_drawn", True)]
