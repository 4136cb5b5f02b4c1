"""Restore a backup into an empty TENBO_VAR and database; `tournament.operation.actions.restore` does it."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from tournament.management.all_logins import add_end_logins, end_logins
from tournament.management.passphrases import add_passphrase, passphrase_in
from tournament.operation.actions.restore import NotRestored, restore_backup, restore_from_store
from tournament.operation.generations import backups_in, moment_of
from tournament.operation.queries.connections import store_contents
from tournament.operation.store import StoreProblem


class Command(BaseCommand):
    help = (
        "Restore a backup: into an empty TENBO_VAR, and into the empty database of DATABASE_URL if there is one. The"
        " site must not run meanwhile. It is the same site then, with its links and its secret key."
    )
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "file",
            type=Path,
            nargs="?",
            help="a backup's file, or its name in TENBO_BACKUPS; with --from-store its name there",
        )
        source = parser.add_mutually_exclusive_group()
        source.add_argument(
            "--from-store",
            action="store_true",
            help="fetch the backup from TENBO_BACKUP_STORE; without a name the newest one",
        )
        source.add_argument(
            "--list", action="store_true", help="only list the backups in TENBO_BACKUPS and TENBO_BACKUP_STORE"
        )
        add_end_logins(parser)
        add_passphrase(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        if options["list"]:
            self._list()
            return
        file: Path | None = options["file"]
        if file is None and not options["from_store"]:
            raise CommandError(
                "Give the backup's file, or --from-store. `manage.py restore --list` shows what there is."
            )
        passphrase = passphrase_in(options)
        try:
            if options["from_store"]:
                restored = restore_from_store(str(file or ""), passphrase)
            else:
                restored = restore_backup(backup_at(Path(str(file))), passphrase)
        except NotRestored as error:
            raise CommandError(f"Nothing was restored. {error}") from None
        rows = ", ".join(f"{count} {kind}" for kind, count in restored.manifest["rows"].items())
        self.stdout.write(f"Restored the site as it was at {restored.manifest['made_at']}: {rows}.")
        self.stdout.write(
            "Links, passwords, logins and rights that were revoked later are valid again, people who were removed later"
            " are back, and mails that waited then are sent once more. “Restore” in docs/operator.md says what to do;"
            " TENBO_QUIET=1 keeps a copy from writing to anybody."
        )
        if options["end_logins"]:
            end_logins(self.stdout)
        if restored.older:
            self.stderr.write("It is older than what was acknowledged here:")
            self.stderr.write("\n".join(f"  {line}" for line in restored.older))
        if restored.has_other_secret:
            self.stderr.write(
                "TENBO_SECRET_KEY is another one than the backup's, so everybody has to log in and open their links"
                " anew. To keep them: unset it, and the key in the file secret-key is used."
            )

    def _list(self) -> None:
        problems = []
        try:
            self._write_names(str(settings.TENBO_BACKUPS), sizes_in(settings.TENBO_BACKUPS))
        except OSError as error:
            problems.append(f"{settings.TENBO_BACKUPS} cannot be listed: {error.strerror}.")
        try:
            stored = store_contents()
        except StoreProblem as error:
            problems.append(f"The store cannot be listed. {error}")
        else:
            if settings.TENBO_BACKUP_STORE:
                self._write_names(settings.TENBO_BACKUP_STORE, stored)
        if problems:
            raise CommandError(" ".join(problems))

    def _write_names(self, place: str, sizes: dict[str, int]) -> None:
        self.stdout.write(f"{place}: {len(sizes)}")
        for name, size in sizes.items():
            self.stdout.write(f"  {name}  {size / 1e6:.1f} MB")


def backup_at(file: Path) -> Path:
    """Return the file of a backup: `file` itself or, if it does not exist and is a name that `--list` shows, the file
    in TENBO_BACKUPS."""
    return settings.TENBO_BACKUPS / file if moment_of(str(file)) and not file.exists() else file


def sizes_in(folder: Path) -> dict[str, int]:
    """Return the names of the backups in a folder, the newest first, with their sizes in bytes."""
    return {path.name: path.stat().st_size for path in backups_in(folder)}
