"""Import a tournament from a document of another installation, or from a safety copy."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any
from uuid import uuid4

from django.core.management.base import BaseCommand, CommandError

from tournament.archive.actions.import_tournament import import_tournament
from tournament.archive.tenbo.document import read_envelope
from tournament.archive.tenbo.reading import MOST_BYTES
from tournament.archive.tenbo.values import BadDocument
from tournament.core.errors import NotDone
from tournament.models import User, Visitor


class Command(BaseCommand):
    help = "Import a tournament from a tenbo/1 document (see docs/envelope.md), completely or not at all."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument("--owner", required=True, help="the account that will own the tournament")

    def handle(self, *args: Any, **options: Any) -> None:
        owner = User.objects.filter(username=options["owner"], is_active=True).first()
        if owner is None:
            raise CommandError(f"There is no account called {options['owner']}.")
        try:
            with options["file"].open("rb") as file:
                document = read_envelope(file.read(MOST_BYTES + 1))
            tournament = import_tournament(document=document, key=uuid4(), by=Visitor(user=owner))
        except OSError as error:
            raise CommandError(f"{options['file']} cannot be read: {error.strerror}") from None
        except (BadDocument, NotDone) as error:
            raise CommandError(str(error.message)) from None
        self.stdout.write(f"Imported: {tournament.get_absolute_url()}")
