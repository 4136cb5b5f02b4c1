"""Whatever changes something of a tournament raises its version: open pages and caches know of changes by it alone.

That it does so whenever something is written is seen where a whole event is played: commands/test_rehearse.py.
"""

import ast

from tests.conftest import ROOT

# A club's people and a federation's rankings belong to no tournament.
OF_NO_TOURNAMENT = {"clubs", "federation"}
ACTIONS = [
    path
    for path in sorted((ROOT / "tournament").glob("*/actions/*.py"))
    if path.parents[1].name not in OF_NO_TOURNAMENT
]

# What makes a tournament, or keeps a file for that: nobody knows its version yet. What other actions log. And what is
# said of two people, or decided about leagues, which changes no tournament.
ELSEWHERE = {
    "import_tournament", "import_document", "hidden_tournament", "checked_facts", "store_upload", "save_sheets",
    "answer_same_person", "answer_two_people",
    "record_promotion", "take_back_promotion", "save_league", "save_periods",
}  # fmt: skip
RAISES = {"log", "publish"}
WRITES = {"save", "create", "update", "delete", "bulk_create", "bulk_update", "get_or_create", "update_or_create"}


def functions():
    """Every function of the actions: its name, whether it acts for somebody (`by`), and what it calls."""
    for path in ACTIONS:
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.FunctionDef):
                called = {
                    call.func.id if isinstance(call.func, ast.Name) else call.func.attr
                    for call in ast.walk(node)
                    if isinstance(call, ast.Call) and isinstance(call.func, ast.Name | ast.Attribute)
                }
                acts = not node.name.startswith("_") and "by" in {argument.arg for argument in node.args.kwonlyargs}
                yield node.name, acts, called


def reaches(name, calls, wanted):
    """Whether a function calls one of these, by however many of ours."""
    seen, waiting = set(), [name]
    while waiting:
        now = waiting.pop()
        if now in wanted:
            return True
        if now not in seen:
            seen.add(now)
            waiting += calls.get(now, ())
    return False


def test_every_action_that_writes_says_so():
    calls, acting = {}, set()
    for name, acts, called in functions():
        calls[name] = calls.get(name, set()) | called
        acting |= {name} if acts else set()
    writing = {name for name in acting if reaches(name, calls, WRITES)}

    assert len(writing) > 40
    assert {name for name in writing if not reaches(name, calls, RAISES)} == ELSEWHERE
