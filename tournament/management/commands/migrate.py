"""Django's `migrate`, which first makes a backup if the tables will change and the site has accounts."""

import os
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import CommandError, CommandParser
from django.core.management.commands import migrate
from django.db import DEFAULT_DB_ALIAS, connections
from django.db.migrations import Migration
from django.db.migrations.executor import MigrationExecutor

from tournament.archive.actions.rebuild_figures import make_missing_figures
from tournament.core.actions.analyse import analyse
from tournament.management.passphrases import add_passphrase, passphrase_in
from tournament.models import LineFigures
from tournament.operation.actions.backup import NotBackedUp, make_backup
from tournament.operation.actions.upload import upload_backup


class Command(migrate.Command):
    help = f"{migrate.Command.help} Makes a backup first, unless there is nothing to lose."

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("--no-backup", action="store_false", dest="backup", help="make no backup first")
        add_passphrase(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        _keep_private(Path(str(connections[options["database"]].settings_dict["NAME"])))
        if (
            options["backup"]
            and options["database"] == DEFAULT_DB_ALIAS
            and not options["plan"]
            and has_something_to_lose()
        ):
            try:
                backup = make_backup(settings.TENBO_BACKUPS, passphrase_in(options))
            except NotBackedUp as error:
                raise CommandError(
                    f"Nothing was migrated, because no backup could be made. {error}\n"
                    "After mending that try again; with a backup of your own: manage.py migrate --no-backup"
                ) from None
            self.stdout.write(f"Backup before the migration: {backup.path}")
            upload = upload_backup(backup.path)
            if upload:  # a failed upload does not stop the migration: the backup in the folder is verified
                self.stdout.write(upload.text)
        super().handle(*args, **options)
        if options["plan"] and options["database"] == DEFAULT_DB_ALIAS:
            self.stdout.write(stop_advice(pending_migrations()))
        if options["database"] == DEFAULT_DB_ALIAS and LineFigures._meta.db_table in _tables() and not options["plan"]:
            make_missing_figures()
            analyse()


def _keep_private(database: Path) -> None:
    """Make the files of an SQLite database readable only by this user: the existing files and files that this process
    creates later."""
    os.umask(0o077)
    for file in (database, database.with_name(f"{database.name}-wal"), database.with_name(f"{database.name}-shm")):
        if file.is_file():
            file.chmod(0o600)


def _tables() -> list[str]:
    return connections[DEFAULT_DB_ALIAS].introspection.table_names()


def has_something_to_lose() -> bool:
    """Whether there are migrations to apply, and at least one account."""
    connection = connections[DEFAULT_DB_ALIAS]
    if "tournament_user" not in _tables():
        return False
    with connection.cursor() as cursor:
        cursor.execute("SELECT EXISTS (SELECT 1 FROM tournament_user)")
        if not cursor.fetchone()[0]:
            return False
    return bool(pending_migrations())


def pending_migrations() -> list[Migration]:
    executor = MigrationExecutor(connections[DEFAULT_DB_ALIAS])
    plan = executor.migration_plan(executor.loader.graph.leaf_nodes())
    return [migration for migration, _is_backwards in plan]


def stop_advice(pending: list[Migration]) -> str:
    """Say whether the old version, which still runs, can work with the tables of these migrations."""
    stopping = [migration.name for migration in pending if hasattr(migration, "stops_old_code")]
    if stopping:
        return f"The old version cannot go on meanwhile, so stop all its processes first: {', '.join(stopping)}."
    return "The old version can go on meanwhile."
