"""An option of commands that ends all logins, for operators after a theft of a backup or of a secret key."""

from argparse import ArgumentParser

from django.conf import settings
from django.core.management.base import OutputWrapper

from tournament.core.actions.logins import end_all_logins
from tournament.environment import former_secrets


def add_end_logins(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--end-logins",
        action="store_true",
        help="log all accounts out everywhere; phones and screens that only opened links go on",
    )


def end_logins(output: OutputWrapper) -> None:
    """End all logins, and write how many there were. The keys are also read from their files, because a restoration
    has just written these."""
    keys = [settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS]
    keys += [key for name in ("secret-key", "former-secret-keys") for key in former_secrets("", settings.VAR / name)]
    count = end_all_logins(keys)
    output.write(f"Logins ended: {count}. Every account has to log in again; links that phones opened go on.")
