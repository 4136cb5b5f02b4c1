"""Which migrations processes of before survive; `make check` asks those of the repository."""

import pytest
from django.db import models
from django.db.migrations import Migration, operations
from django.db.migrations.state import ProjectState

from tests.conftest import ROOT
from tests.old_code import problems

MIGRATIONS = ROOT / "tournament" / "migrations"
TEXT = models.CharField(max_length=10)
NUMBER = models.IntegerField(null=True)
ONE_NAME = models.UniqueConstraint(fields=["name"], name="one_name")


def problems_of(*changes, **attributes):
    """Of a migration with these operations, after one that made a model of a person."""
    fields = [("id", models.BigAutoField(primary_key=True)), ("name", TEXT), ("nick", TEXT.clone())]
    fields.append(("age", NUMBER))
    before = ProjectState()
    operations.CreateModel("Person", fields).state_forwards("tournament", before)
    migration = type("Changed", (Migration,), {"operations": list(changes), **attributes})("0099_changed", "tournament")
    return problems(migration, before)


def is_positive(name):
    return models.CheckConstraint(condition=models.Q(**{f"{name}__gt": 0}), name="positive")


@pytest.mark.parametrize(
    "changes",
    [
        [operations.AddField("person", "club", models.CharField(max_length=9, db_default=""))],
        [operations.AddField("person", "club", models.CharField(max_length=9, null=True))],
        [operations.AddField("person", "friends", models.ManyToManyField("tournament.Person"))],
        [operations.AlterField("person", "name", models.CharField(max_length=20, choices=[("a", "A")]))],
        [operations.AddField("person", "size", NUMBER), operations.AddConstraint("person", is_positive("size"))],
        [operations.CreateModel("Club", [("name", TEXT)]), operations.AddConstraint("club", ONE_NAME)],
        [operations.AddIndex("person", models.Index(fields=["name"], name="i"))],
    ],
)  # fmt: skip
def test_old_code_survives(changes):
    assert problems_of(*changes) == []


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (operations.AddField("person", "club", models.CharField(max_length=9, default="")), "has no db_default"),
        (operations.AlterField("person", "age", models.IntegerField(default=1)), "no longer null"),
        (operations.AlterField("person", "name", models.CharField(max_length=9)), "shorter text"),
        (operations.AlterField("person", "name", models.IntegerField()), "another kind"),
        (operations.AddConstraint("person", is_positive("age")), "columns that old code writes"),
        (operations.AddConstraint("person", ONE_NAME), "old code writes"),
        (operations.RemoveField("person", "name"), "is gone"),
        (operations.RenameField("person", "name", "called"), "another name"),
        (operations.RenameModel("Person", "Human"), "another name"),
        (operations.DeleteModel("Person"), "is gone"),
        (operations.RunSQL("DROP TABLE tournament_person"), "is gone"),
    ],
)
def test_old_code_stumbles(change, words):
    (problem,) = problems_of(change)

    assert words in problem


def test_a_migration_may_say_why_all_processes_have_to_be_stopped():
    assert problems_of(operations.DeleteModel("Person"), stops_old_code="Nobody used it.") == []


def test_a_migration_that_reads_rows_reads_those_of_the_database_that_it_changes():
    """A backup migrates its copy while the site goes on: rows of the site itself must not be touched."""
    reading = [path for path in MIGRATIONS.glob("[0-9]*.py") if "RunPython" in path.read_text()]

    assert reading
    assert [path.name for path in reading if "schema_editor.connection.alias" not in path.read_text()] == []
