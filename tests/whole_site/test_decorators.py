"""The decorators of every view stand in one order, so that a missing one is seen."""

import ast

from tests.conftest import ROOT

ORDER = (
    ("require_safe", "require_safe_or_post", "require_POST"),  # which methods it answers
    ("never_refused", "not_counted"),  # how the write budget treats it
    ("may_lag",),
    ("login_required",),
    ("recently_confirmed",),
    ("never_cache",),
    ("vary_on_headers",),
    ("sensitive_post_parameters",),
    ("brought_by_streams",),
)
PLACES = {name: place for place, names in enumerate(ORDER) for name in names}
VIEWS = sorted((ROOT / "tournament").glob("*/views/*.py"))


def decorators_of(source: str) -> dict[str, list[str]]:
    """Names of the decorators of each function in a module, outermost first."""
    functions = [node for node in ast.parse(source).body if isinstance(node, ast.FunctionDef)]
    return {
        function.name: [ast.unparse(decorator).partition("(")[0] for decorator in function.decorator_list]
        for function in functions
        if not function.name.startswith("_")
    }


def out_of_order(decorators: list[str]) -> bool:
    places = [PLACES.get(name, -1) for name in decorators]
    return bool(decorators) and places != [0, *sorted(set(places[1:]) - {-1, 0})]


def test_decorators_of_views_stand_in_one_order():
    wrong = {
        f"{path.parent.parent.name}.{path.stem}.{view}": decorators
        for path in VIEWS
        for view, decorators in decorators_of(path.read_text(encoding="utf-8")).items()
        if decorators != ["cache"] and out_of_order(decorators)
    }

    assert wrong == {}
    assert len(VIEWS) > 50


def test_a_wrong_order_is_found():
    assert out_of_order(["login_required", "require_safe"])
    assert out_of_order(["never_cache"])
    assert out_of_order(["require_GET"])
    assert not out_of_order(["require_POST", "login_required", "never_cache"])


def test_every_file_for_accounts_asks_for_the_password_again():
    """Files for the team have the names of everybody, and a browser may be left open."""
    downloads = {
        f"{path.parent.parent.name}.{view.name}": decorators_of(ast.unparse(view))[view.name]
        for path in (*VIEWS, *(ROOT / "tournament").glob("*/views.py"))
        for view in ast.parse(path.read_text(encoding="utf-8")).body
        if isinstance(view, ast.FunctionDef) and not view.name.startswith("_") and _downloads(view)
    }
    for_accounts = {name: decorators for name, decorators in downloads.items() if "login_required" in decorators}

    assert [name for name, decorators in for_accounts.items() if "recently_confirmed" not in decorators] == []
    assert len(for_accounts) > 10


def _downloads(view: ast.FunctionDef) -> bool:
    called = (node.func for node in ast.walk(view) if isinstance(node, ast.Call))
    return any(isinstance(name, ast.Name) and name.id.startswith("download") for name in called)
