"""The database in a file beside it, and back: every row but uploads, whichever database the site uses."""

import pytest
from django.db import DEFAULT_DB_ALIAS
from django.utils import timezone

from tests.factories import TournamentFactory, UserFactory
from tournament.models import Announcement, Upload
from tournament.operation.actions import copies

pytestmark = [pytest.mark.database, pytest.mark.slow]

# In a process of its own, whose database has its migrations: a copy begins with them.
COPY_AND_LOAD = """
import json, sys
from pathlib import Path
import django; django.setup()
from django.apps import apps
from django.db import DEFAULT_DB_ALIAS, connections
from django.db.migrations.executor import MigrationExecutor
from scoring.outcome import ExhaustiveDraw
from django.utils.timezone import now
from tests.factories import UserFactory, cut_to, play
from tournament.models import Entry, Hanchan, Tournament, Upload
from tournament.operation.actions.copies import copy_database, counts_in, load_database, opened_copy

def all_rows():
    rows = {}
    for model in apps.get_models(include_auto_created=True):
        names = [field.attname for field in model._meta.concrete_fields]
        rows[model._meta.label] = sorted(map(repr, model._base_manager.values_list(*names)))
    return rows

def tables(alias):
    # The columns of every table, and which of them are unique or lead elsewhere.
    look = connections[alias].introspection
    with connections[alias].cursor() as cursor:
        described = {}
        for table in look.table_names(cursor):
            constraints = look.get_constraints(cursor, table).values()
            described[table] = [
                sorted((column.name, column.null_ok) for column in look.get_table_description(cursor, table)),
                sorted(str((c["columns"], c["foreign_key"])) for c in constraints if unique(c) or c["foreign_key"]),
            ]
    return described

def unique(constraint):
    return constraint["unique"] and not constraint["primary_key"]

def left_to_migrate(alias):
    executor = MigrationExecutor(connections[alias])
    return executor.migration_plan(executor.loader.graph.leaf_nodes())

hanchan = Hanchan.objects.first()
play(hanchan, ExhaustiveDraw(), ExhaustiveDraw())
cut_to(*Entry.objects.filter(tournament=hanchan.round.tournament)[:2])
gone = UserFactory()
last = gone.pk
gone.delete()
loader = UserFactory()
before, copy = all_rows(), Path(sys.argv[1])
Upload.objects.create(user=loader, content=b"a file of a visitor", at=now())
copy_database(copy)
with opened_copy(copy) as alias:
    as_migrated = tables(alias) == tables(DEFAULT_DB_ALIAS) and not left_to_migrate(alias)
play(hanchan, ExhaustiveDraw())  # the site goes on
went_on = all_rows() != before
load_database(copy)
has_upload = b"a file of a visitor" in copy.read_bytes()
same = all_rows() == before
print(json.dumps([as_migrated, went_on, has_upload, same, counts_in(copy)["hands"], UserFactory().pk > last]))
"""


def test_a_copy_holds_every_row_but_uploads_and_no_number_is_given_twice(own_site, tmp_path):
    with own_site() as made:
        assert made.run(COPY_AND_LOAD, str(tmp_path / "copy.sqlite3")) == [True, True, False, True, 2, True]


WITHOUT_ROOM = """
import json, sys
from pathlib import Path
import django; django.setup()
from tournament.operation.actions import backup_room, copies
backup_room.free_bytes = lambda: backup_room.reserved_bytes() + 200_000
try:
    copies.copy_database(Path(sys.argv[1]))
    print(json.dumps(""))
except backup_room.NotEnoughRoom as error:
    print(json.dumps(str(error)))
"""


def test_a_copy_that_would_take_the_room_for_hands_is_not_made(own_site, tmp_path):
    with own_site() as made:
        assert "has 0 MB left for a backup" in made.run(WITHOUT_ROOM, str(tmp_path / "copy.sqlite3"))


@pytest.mark.django_db
def test_a_batch_has_few_bytes_or_one_row(monkeypatch):
    monkeypatch.setattr(copies, "BYTES_AT_ONCE", 100)
    monkeypatch.setattr(copies, "ROWS_AT_ONCE", 3)
    for length in (0, 50, 50, 10, 200, 90, 1, 1, 1, 1):
        Upload.objects.create(user=UserFactory(), content=b"\xff" * length, at=timezone.now())
    for text in ("é" * 26, "é" * 26):  # 104 bytes
        Announcement.objects.create(tournament=TournamentFactory(kept_apart=[["é" * 60]]), text=text)

    assert rows_of_batches(Upload) == [3, 1, 1, 3, 2]
    assert rows_of_batches(Announcement) == [1, 1]
    assert rows_of_batches(TournamentFactory._meta.model) == [1, 1]


def rows_of_batches(model):
    batches = copies._batches(model, DEFAULT_DB_ALIAS)
    return [model.objects.filter(pk__gte=first, pk__lte=last).count() for first, last in batches]
