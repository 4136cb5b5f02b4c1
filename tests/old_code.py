"""Checks whether processes of the old version survive a migration: while processes are restarted one after the other,
old processes work with the new tables.

`python -m tests.old_code` lists the problems of the migrations from `FIRST` on; `make check` runs it. If a migration
cannot avoid a problem, its attribute `stops_old_code` says why; then all processes are stopped before the migration.

The check reads the operations of the migrations, not their SQL. On SQLite almost every change copies the table, so
django-migration-linter, which reads SQL, would refuse even a new column with a default in the database.
"""

import os
import sys
from collections.abc import Iterator

import django
from django.db import models
from django.db.migrations import Migration, operations
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.operations.base import Operation
from django.db.migrations.state import ProjectState

FIRST = "0031"

HARMLESS = (
    operations.CreateModel,
    operations.AddIndex,
    operations.RemoveConstraint,
    operations.RemoveIndex,
    operations.RenameIndex,
    operations.AlterModelManagers,
    operations.AlterModelOptions,
    operations.RunPython,
)
"""Operations that old code does not notice."""


def problems(migration: Migration, before: ProjectState) -> list[str]:
    """Return a sentence for each operation of the migration that breaks old code; no sentences if the migration has
    `stops_old_code`. `before` is the state before the migration."""
    if getattr(migration, "stops_old_code", ""):
        return []
    state, added = before.clone(), set[tuple[str, str]]()
    found = []
    for operation in migration.operations:
        found += _problems(operation, state, added)
        operation.state_forwards(migration.app_label, state)
        if isinstance(operation, operations.CreateModel):
            added |= {(operation.name_lower, name) for name, _field in operation.fields}
        elif isinstance(operation, operations.AddField):
            added.add((operation.model_name_lower, operation.name))
    return found


def _problems(operation: Operation, state: ProjectState, added: set[tuple[str, str]]) -> Iterator[str]:
    """Yield a sentence for each problem of one operation. `added` are the model and the name of each column that this
    migration has added."""
    match operation:
        case operations.AddField(model_name_lower=model, name=name, field=field):
            if _is_required(field):
                yield f"{model}.{name} is never null and has no db_default: old code adds rows without it"
        case operations.AlterField(model_name_lower=model, name=name, field=field):
            old = state.models["tournament", model].fields[name]
            if old.null and _is_required(field):
                yield f"{model}.{name} is no longer null: old code writes null"
            if type(old) is not type(field) or (old.max_length or 0) > (field.max_length or sys.maxsize):
                yield f"{model}.{name} gets another kind or a shorter text: old code writes what no longer fits"
        case operations.AddConstraint(model_name_lower=model, constraint=constraint):
            if {(model, name) for name in _columns(constraint)} - added:
                yield f"{constraint.name} is about columns that old code writes, perhaps otherwise"
        case operations.SeparateDatabaseAndState(database_operations=inner):
            for each in inner:
                yield from _problems(each, state, added)
        case _ if not isinstance(operation, HARMLESS):
            yield f"{operation.describe()}: old code uses what is gone or has another name"


def _is_required(field: models.Field) -> bool:
    return not field.null and not field.many_to_many and not field.has_db_default()


def _columns(constraint: models.BaseConstraint) -> set[str]:
    condition = getattr(constraint, "condition", None)
    return {*getattr(constraint, "fields", ()), *(condition.referenced_base_fields if condition else ())}


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tournament.settings")
    django.setup()
    loader = MigrationLoader(None)
    found = []
    for app, name in sorted(loader.disk_migrations):
        if app == "tournament" and name >= FIRST:
            before = loader.project_state((app, name), at_end=False)
            found += [f"{name}: {problem}" for problem in problems(loader.disk_migrations[app, name], before)]
    sys.exit("\n".join(["Old processes do not survive these migrations:", *found]) if found else 0)


if __name__ == "__main__":
    main()
