"""`manage.py forget_passkeys NAME`: lets somebody who has lost all passkeys and recovery codes log in with only the
password again."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from tournament.models import User
from tournament.site.actions.passkeys import forget_passkeys


class Command(BaseCommand):
    help = "Remove all passkeys and recovery codes of an account, so that its password alone is enough again."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("name", help="the name with which they log in")

    def handle(self, *args: Any, name: str, **options: Any) -> None:
        user = User.objects.filter(username=name).first()
        if user is None:
            raise CommandError(f"There is no account {name}.")
        forget_passkeys(user=user)
        self.stdout.write(f"{name} logs in with the password alone from now on.")
