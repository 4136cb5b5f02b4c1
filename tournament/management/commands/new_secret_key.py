"""`manage.py new_secret_key`: makes a new secret key, with which the site signs from now on. Printed links and logins
remain valid; after a theft `--end-logins` ends the logins."""

from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from tournament.environment import replace_secret, text
from tournament.management.all_logins import add_end_logins, end_logins

ELSEWHERE = (
    "The secret key is in TENBO_SECRET_KEY, which only you can change: put it into TENBO_OLD_SECRET_KEYS, before those"
    " that are there, and a new one in its place: python3 -c 'import secrets; print(secrets.token_urlsafe(64))'."
    " Then restart all processes of Tenbo at once."
)


class Command(BaseCommand):
    help = "Make a new secret key. What the present one signed is still believed: printed links and logins go on."

    def add_arguments(self, parser: ArgumentParser) -> None:
        add_end_logins(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        if options["end_logins"]:
            end_logins(self.stdout)
        if text("TENBO_SECRET_KEY"):
            raise CommandError(ELSEWHERE)
        replace_secret(settings.VAR / "secret-key", settings.VAR / "former-secret-keys")
        self.stdout.write("There is a new secret key. Restart all processes of Tenbo at once to use it.")
        self.stdout.write("To end what former keys signed, printed links too, delete former-secret-keys in TENBO_VAR.")
