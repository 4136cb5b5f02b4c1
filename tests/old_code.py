"""Do old processes survive a migration? While one after the other is restarted, those of before work on the new tables.

`python -m tests.old_code` names what they do not survive, from `FIRST` on; `make check` runs it. A migration that has
to do it says why in its attribute `stops_old_code`; then all processes are stopped before it runs.

Reads what the migrations say, not the SQL made of it: on SQLite almost every change makes the table anew, so that
django-migration-linter, which reads SQL, refuses there even a column with a default in the database.
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
"""What old code does not notice."""


def problems(migration: Migration, before: ProjectState) -> list[str]:
    """What code of before this migration would stumble over, a sentence each; none if it says why it has to."""
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
    """Those of one operation. `added` are the model and the name of each column that came with this migration."""
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
