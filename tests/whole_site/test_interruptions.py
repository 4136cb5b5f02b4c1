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
    "core/replica/servers.py": "a thread of its own (`_note`); for the rest see tests/core/test_replica.py",
    "live/app.py": "before a lane",
    "live/lanes/owners.py": "in the event loop",
    "live/bodies.py": "before a lane",
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
