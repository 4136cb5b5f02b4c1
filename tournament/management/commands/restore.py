"""Restore a backup into an empty TENBO_VAR and database; `tournament.operation.actions.restore` does it."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from tournament.management.passphrases import add_passphrase, passphrase_in
from tournament.operation.actions.restore import NotRestored, restore_backup


class Command(BaseCommand):
    help = (
        "Restore a backup: into an empty TENBO_VAR, and into the empty database of DATABASE_URL if there is one. The"
        " site must not run meanwhile. It is the same site then, with its links and its secret key."
    )
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path)
        add_passphrase(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            restored = restore_backup(options["file"], passphrase_in(options))
        except NotRestored as error:
            raise CommandError(f"Nothing was restored. {error}") from None
        rows = ", ".join(f"{count} {kind}" for kind, count in restored.manifest["rows"].items())
        self.stdout.write(f"Restored the site as it was at {restored.manifest['made_at']}: {rows}.")
        if restored.older:
            self.stderr.write("It is older than what was acknowledged here:")
            self.stderr.write("\n".join(f"  {line}" for line in restored.older))
        if restored.has_other_secret:
            self.stderr.write(
                "TENBO_SECRET_KEY is another one than the backup's, so everybody has to log in and open their links"
                " anew. To keep them: unset it, and the key in the file secret-key is used."
            )
