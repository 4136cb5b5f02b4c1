"""`manage.py federation_staff NAME`: adds an account to the federation's staff; `--remove` removes it."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from tournament.models import User


class Command(BaseCommand):
    help = "Let an account list and export all public events, say who is the same person, and keep rankings."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("name", help="the name with which they log in")
        parser.add_argument("--remove", action="store_true", help="take the role away again")

    def handle(self, *args: Any, name: str, remove: bool, **options: Any) -> None:
        if not User.objects.filter(username=name).update(is_federation=not remove):
            raise CommandError(f"There is no account {name}.")
        self.stdout.write(f"{name} is {'no longer' if remove else 'now'} of the federation's staff.")
