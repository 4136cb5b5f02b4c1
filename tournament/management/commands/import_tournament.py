"""Import a tournament from a document of another installation, or from a safety copy."""

import unicodedata
from argparse import ArgumentParser
from pathlib import Path
from typing import Any
from uuid import uuid4

from django.core.management.base import BaseCommand, CommandError

from tournament.archive.actions.import_tournament import import_tournament
from tournament.archive.encryption import NotDecrypted, decrypted, is_encrypted
from tournament.archive.forms.import_tournament import OF_ENCRYPTION
from tournament.archive.tenbo.document import read_envelope
from tournament.archive.tenbo.reading import MOST_BYTES
from tournament.archive.tenbo.values import BadDocument
from tournament.core.errors import NotDone
from tournament.management.passphrases import add_passphrase, passphrase_in
from tournament.models import User, Visitor


class Command(BaseCommand):
    help = "Import a tournament from a tenbo/1 document (see docs/envelope.md), completely or not at all."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path)
        add_passphrase(parser)
        parser.add_argument("--owner", required=True, help="the account that will own the tournament")

    def handle(self, *args: Any, **options: Any) -> None:
        owner = User.objects.filter(username=options["owner"], is_active=True).first()
        if owner is None:
            raise CommandError(f"There is no account called {options['owner']}.")
        try:
            with options["file"].open("rb") as file:
                content = file.read(MOST_BYTES + OF_ENCRYPTION + 1)
            if is_encrypted(content):
                content = decrypted(content, unicodedata.normalize("NFC", passphrase_in(options)))
            document = read_envelope(content)
            tournament = import_tournament(document=document, key=uuid4(), by=Visitor(user=owner))
        except OSError as error:
            raise CommandError(f"{options['file']} cannot be read: {error.strerror}") from None
        except NotDecrypted:
            raise CommandError(
                f"{options['file']} is encrypted: its passphrase is missing or wrong, or it is damaged."
            ) from None
        except (BadDocument, NotDone) as error:
            raise CommandError(str(error.message)) from None
        self.stdout.write(f"Imported: {tournament.get_absolute_url()}")
