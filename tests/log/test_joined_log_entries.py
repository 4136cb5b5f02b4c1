"""Rows are loaded with their log entries, but not with the entries' data: an imported file may let thousands of rows
name one entry with a megabyte of data, and each row would load its own copy."""

import ast
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest
from django.apps import apps
from django.core.exceptions import FieldDoesNotExist
from django.db import connection, models
from django.test.utils import CaptureQueriesContext

from tests.factories import EntryFactory, TournamentFactory, UserFactory
from tournament.archive.queries.differences import differences_in
from tournament.archive.queries.takeaway import load_takeaway
from tournament.core.actions.journal import log
from tournament.games.queries.penalties import penalties_page
from tournament.models import STRANGER, Appeal, Offence, Penalty, Tournament, Visitor, with_log_entries
from tournament.models.log import log_entries_on

pytestmark = pytest.mark.django_db

ROOT = Path(__file__).parents[2]

JOINED = {
    ("tournament.games.queries.seats", "accepted_by"): "A tournament has one current plan, whose players are read.",
    ("tournament.rounds.actions.repair_plan", "accepted_by"): "One plan, whose players are read.",
    ("tournament.people.queries.same_person", "decided_by"): "An account.",
    ("tournament.standings.queries.promotion", "decided_by"): "An account.",
}
"""Calls of `select_related` whose path leads to a log entry, or would in another model, and why they may stay."""


def joined_paths() -> Iterator[tuple[str, str]]:
    """Yield the module and the path of each call of `select_related`."""
    for file in sorted((ROOT / "tournament").rglob("*.py")):
        text = file.read_text(encoding="utf-8")
        if "select_related(" not in text or file.name == "log.py":
            continue
        module = ".".join(file.relative_to(ROOT).with_suffix("").parts)
        for node in ast.walk(ast.parse(text)):
            if (
                isinstance(node, ast.Call)
                and isinstance(node.func, ast.Attribute)
                and node.func.attr == "select_related"
            ):
                assert node.args, f"{module}:{node.lineno} names no path, so it loads every related row"
                paths = ast.unparse(ast.Tuple(node.args, ast.Load()))
                yield from ((module, path) for path in eval(paths, vars(import_module(module))))  # noqa: S307 (our code)


def leads_to_log_entry(path: str, model: type[models.Model]) -> bool:
    try:
        return any(log_entries_on(path, model))
    except (FieldDoesNotExist, AttributeError):
        return False  # a path of another model


def test_no_join_loads_the_data_of_log_entries():
    every = tuple(apps.get_models())
    found = {
        (module, path) for module, path in joined_paths() if any(leads_to_log_entry(path, model) for model in every)
    }

    assert found == JOINED.keys(), "use with_log_entries, or prefetch_related where the data is read"


@pytest.fixture
def tournament() -> Tournament:
    """A tournament with 3 penalties and 3 appeals that share one log entry."""
    tournament = TournamentFactory()
    shared = log(tournament, "penalty.given", by=Visitor(UserFactory()), points="0")
    entry = EntryFactory(tournament=tournament)
    for _time in range(3):
        penalty = Penalty.objects.create(entry=entry, offence=Offence.LATE, points="0", given_by=shared)
        Appeal.objects.create(tournament=tournament, penalty=penalty, appealed_by="A", made_by=shared)
    return tournament


def test_pages_and_downloads_read_no_data_of_the_log(tournament):
    with CaptureQueriesContext(connection) as queries:
        page = penalties_page(tournament)
        shown = [
            appeal.made_by.at
            for penalty, _name in page.penalties
            for appeal in penalty.appeals_made  # type: ignore[attr-defined]  # from prefetch_appeals
        ]
        saved = [penalty.given_by.at for penalty in load_takeaway(tournament, STRANGER).penalties]

    assert (len(shown), len(saved)) == (3, 3)
    assert not [query["sql"] for query in queries if '"tournament_logentry"."data"' in query["sql"]]


def test_a_path_may_go_on_behind_the_log_entry(tournament):
    penalty = with_log_entries(Penalty.objects.all(), "entry__player", "given_by__user").first()

    assert penalty.get_deferred_fields() == set()
    assert penalty.given_by.get_deferred_fields() == {"data"}
    assert penalty.given_by.data == {"points": "0"}


def test_the_comparison_with_the_log_reads_a_shared_entry_once(tournament):
    with CaptureQueriesContext(connection) as queries:
        list(differences_in(tournament))

    of_log = [query["sql"] for query in queries if '"tournament_logentry"."data"' in query["sql"]]
    assert len(of_log) == len(set(of_log))
    assert not [sql for sql in of_log if "JOIN" in sql]
