"""Make a backup of the whole site; `tournament.operation.actions.backup` does it."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from tournament.management.passphrases import add_passphrase, passphrase_in
from tournament.operation.actions.backup import NotBackedUp, make_backup
from tournament.operation.actions.upload import upload_backup
from tournament.operation.diagnosis import SHORTEST_PASSPHRASE
from tournament.operation.generations import ENCRYPTED

NOT_UPLOADED = 3
"""Exit status if a backup was made, but not uploaded. (2 is Django's status for a wrong option.)"""


class Command(BaseCommand):
    help = (
        "Make a backup of the database, the secret key and the site's other files while the site runs; unpack and"
        " verify it, remove backups that no generation keeps, and upload it to TENBO_BACKUP_STORE if that is set. Exit"
        " status 1 if no backup was made, 3 if it was made and not uploaded."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--to", type=Path, help="folder of the backups; default: TENBO_BACKUPS")
        add_passphrase(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        folder: Path = options["to"] or settings.TENBO_BACKUPS
        passphrase = passphrase_in(options)
        if 0 < len(passphrase) < SHORTEST_PASSPHRASE:
            self.stderr.write(
                f"The passphrase has {len(passphrase)} characters, so that who has the backup finds it by trying: take"
                f" {SHORTEST_PASSPHRASE} or more."
            )
        try:
            backup = make_backup(folder.resolve(), passphrase)
        except NotBackedUp as error:
            raise CommandError(f"No backup was made. {error}") from None
        rows = ", ".join(f"{count} {kind}" for kind, count in backup.counts.items())
        self.stdout.write(f"{backup.path} ({backup.path.stat().st_size / 1e6:.1f} MB), verified: {rows}.")
        if backup.removed:
            self.stdout.write(f"Outdated backups removed: {len(backup.removed)}.")
        if not backup.path.name.endswith(ENCRYPTED):
            self.stderr.write("It is not encrypted, and it holds the secret key: keep it where only you can read it.")
        upload = upload_backup(backup.path)
        if upload and upload.problem:
            raise CommandError(upload.text, returncode=NOT_UPLOADED)
        if upload:
            self.stdout.write(upload.text)
