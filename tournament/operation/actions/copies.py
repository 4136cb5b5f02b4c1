"""Copies all rows from the site's database into the SQLite file of a backup, and back.

Between the two kinds of databases rows are copied by models that match the applied migrations of the source, not by
the current models. So a site can be copied before it is migrated, and a copy can be loaded into PostgreSQL or SQLite.

Rows are read and written in batches of few bytes, because visitors decide how large their rows are.
"""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from django.core.management.color import no_style
from django.db import DEFAULT_DB_ALIAS, connection, connections, models, transaction
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.db.models.functions import Coalesce, Length

from tournament.core.actions.analyse import analyse
from tournament.core.actions.erase import used_bytes
from tournament.core.queries.byte_length import bytes_of_row
from tournament.models import Upload
from tournament.operation.actions.backup_room import check_room

COPY = "copy"

ROWS_AT_ONCE = 500
BYTES_AT_ONCE = 8_000_000
"""The most rows and bytes of a batch; a larger row is a batch of its own. Only the fields of `UNBOUNDED` count."""

LEFT_OUT = {Upload._meta.db_table}
"""Tables whose rows are not copied, and to which no other row refers. Uploads are files of visitors that are deleted
after a day, and that may take hundreds of megabytes; in backups they would be kept for a year."""


@contextmanager
def opened_copy(path: Path) -> Iterator[str]:
    """Add the SQLite file at `path` to this process's databases during the block; yield its alias."""
    own = connections[DEFAULT_DB_ALIAS].settings_dict
    connections.settings[COPY] = own | {
        "ENGINE": "django.db.backends.sqlite3", "NAME": path, "OPTIONS": {}, "HOST": "", "PORT": "", "USER": "",
    }  # fmt: skip
    try:
        yield COPY
    finally:
        connections[COPY].close()
        del connections[COPY]
        del connections.settings[COPY]


def copy_database(path: Path) -> None:
    """Make a consistent copy of the site's database at `path`, without blocking other readers and writers. The rows of
    the tables in `LEFT_OUT` are missing in the copy. Raises `NotEnoughRoom`."""
    if connection.vendor == "sqlite":
        uploads = Upload.objects.aggregate(size=Coalesce(models.Sum(Length("content")), 0))["size"]
        check_room(used_bytes(connection) - uploads)
        _copy_file(Path(connection.settings_dict["NAME"]), path)
        return
    with opened_copy(path) as copy, transaction.atomic():
        with connection.cursor() as cursor:
            cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY")
        nodes = _applied_leaves(DEFAULT_DB_ALIAS)
        _make_tables(nodes, copy)
        _copy_rows(nodes, DEFAULT_DB_ALIAS, copy)


def _copy_file(source: Path, path: Path) -> None:
    """Copy an SQLite file as `VACUUM INTO` would, without free pages, but also without the rows of `LEFT_OUT`."""
    with (
        opened_copy(path) as copy,
        connections[copy].constraint_checks_disabled(),
        connections[copy].cursor() as cursor,
    ):
        cursor.execute("ATTACH DATABASE %s AS site", [str(source)])
        with transaction.atomic(using=copy):  # one read transaction of the site, in which others may write
            cursor.execute(
                "SELECT sql, type, name FROM site.sqlite_master"
                " WHERE sql IS NOT NULL AND substr(name, 1, 7) <> 'sqlite_' ORDER BY type <> 'table', rowid"
            )
            schema = cursor.fetchall()
            for statement, _kind, _name in schema:
                cursor.execute(statement)
            tables = [f'"{name}"' for _statement, kind, name in schema if kind == "table" and name not in LEFT_OUT]
            for table in tables:
                cursor.execute(f"INSERT INTO main.{table} SELECT * FROM site.{table}")  # noqa: S608 (our name)
            cursor.execute("DELETE FROM main.sqlite_sequence")
            cursor.execute("INSERT INTO main.sqlite_sequence SELECT * FROM site.sqlite_sequence")
            analyse(copy)  # a restored site has no other statistics in its first hour
        cursor.execute("DETACH DATABASE site")


def load_database(path: Path) -> None:
    """Replace all rows of the site's database by the rows of the copy at `path`, which must have the same
    migrations."""
    with opened_copy(path) as copy:
        _copy_rows(_applied_leaves(copy), copy, DEFAULT_DB_ALIAS)


def _applied_leaves(alias: str) -> list[tuple[str, str]]:
    """Return the last applied migration of each app, among the migrations that the installed code has."""
    loader = MigrationLoader(connections[alias])
    applied = loader.applied_migrations.keys() & loader.graph.nodes.keys()
    nodes = loader.graph.node_map
    return sorted(
        node
        for node in applied
        if not any(child in applied and child.key[0] == node[0] for child in nodes[node].children)
    )


def _make_tables(nodes: list[tuple[str, str]], alias: str) -> None:
    """Create the tables as they are after these migrations, and mark the migrations as applied. The migrations
    themselves are not run: they would take many seconds, and the rows to copy are already migrated."""
    loader = MigrationLoader(connections[alias])
    with connections[alias].schema_editor() as editor:
        for model in loader.project_state(nodes).apps.get_models():
            editor.create_model(model)
    recorder = MigrationRecorder(connections[alias])
    recorder.ensure_schema()
    for app, name in dict.fromkeys(step for node in nodes for step in loader.graph.forwards_plan(node)):
        recorder.record_applied(app, name)


def _copy_rows(nodes: list[tuple[str, str]], source: str, target: str) -> None:
    state = MigrationLoader(connections[source]).project_state(nodes)
    every_model = state.apps.get_models(include_auto_created=True)
    with connections[target].constraint_checks_disabled(), transaction.atomic(using=target):
        operations = connections[target].ops
        operations.execute_sql_flush(operations.sql_flush(no_style(), [model._meta.db_table for model in every_model]))
        for model in every_model:
            if model._meta.db_table not in LEFT_OUT:
                _copy_table(model, source, target)
        _copy_counters(every_model, source, target)
        connections[target].check_constraints()


def _copy_table(model: type[models.Model], source: str, target: str) -> None:
    fields = model._meta.local_concrete_fields
    for field in fields:
        field.auto_now = field.auto_now_add = False  # type: ignore[attr-defined]  # a copy keeps the stored times
    names = [field.attname for field in fields]
    for first, last in _batches(model, source):
        if target == COPY:  # the copy's size is not known before
            check_room(BYTES_AT_ONCE)
        rows = model._base_manager.using(source).filter(pk__gte=first, pk__lte=last).values_list(*names)
        model._base_manager.using(target).bulk_create([model(**dict(zip(names, row, strict=True))) for row in rows])


def _batches(model: type[models.Model], source: str) -> Iterator[tuple[Any, Any]]:
    """Yield the first and the last primary key of each batch of rows."""
    first = last = None
    rows = bytes_ = 0
    for pk, size in model._base_manager.using(source).order_by("pk").values_list("pk", bytes_of_row(model)).iterator():
        if rows and (rows == ROWS_AT_ONCE or bytes_ + size > BYTES_AT_ONCE):
            yield first, last
            rows = bytes_ = 0
        first, last = pk if rows == 0 else first, pk
        rows, bytes_ = rows + 1, bytes_ + size
    if rows:
        yield first, last


def _copy_counters(every_model: list[type[models.Model]], source: str, target: str) -> None:
    """Copy the counters of automatic ids, so that ids of deleted rows are not used again: links and caches may contain
    such ids."""
    for model in every_model:
        if isinstance(model._meta.pk, models.AutoField):
            _set_counter(target, model, _counter(source, model))


def _counter(alias: str, model: type[models.Model]) -> int:
    table = model._meta.db_table
    with connections[alias].cursor() as cursor:
        if connections[alias].vendor == "sqlite":
            cursor.execute("SELECT seq FROM sqlite_sequence WHERE name = %s", [table])
        else:
            cursor.execute("SELECT pg_get_serial_sequence(%s, %s)", [f'"{table}"', model._meta.pk.column])
            cursor.execute(f"SELECT last_value FROM {cursor.fetchone()[0]} WHERE is_called")  # noqa: S608 (our name)
        row = cursor.fetchone()
    return int(row[0]) if row else 0


def _set_counter(alias: str, model: type[models.Model], value: int) -> None:
    table = model._meta.db_table
    if not value:
        return
    with connections[alias].cursor() as cursor:
        if connections[alias].vendor == "sqlite":
            cursor.execute("DELETE FROM sqlite_sequence WHERE name = %s", [table])
            cursor.execute("INSERT INTO sqlite_sequence (name, seq) VALUES (%s, %s)", [table, value])
        else:
            cursor.execute(
                "SELECT setval(pg_get_serial_sequence(%s, %s), %s)", [f'"{table}"', model._meta.pk.column, value]
            )


def counts_in(path: Path) -> dict[str, int]:
    """Return the number of rows of some tables in the copy at `path`, for the manifest and for messages."""
    tables: dict[str, Any] = {
        "accounts": "user",
        "tournaments": "tournament",
        "hands": "hand WHERE superseded_by_id IS NULL",  # the same counts as in `manage.py verify`
        "log entries": "logentry",
    }
    with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as copy:
        query = "SELECT count(*) FROM tournament_{}"
        return {name: copy.execute(query.format(table)).fetchone()[0] for name, table in tables.items()}
