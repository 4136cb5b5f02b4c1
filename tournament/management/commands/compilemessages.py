"""Compile the translations as Django's own command does, but without GNU gettext.

The compiled files are not in the repository: `make run` and `make test` call this command. The installation of a server
must call it too.
"""

from typing import Any

import polib
from django.conf import settings
from django.core.management.base import BaseCommand


class Command(BaseCommand):
    help = "Compile the message files of every language (django.po to django.mo)."

    def handle(self, *args: Any, **options: Any) -> None:
        for folder in settings.LOCALE_PATHS:
            for source in sorted(folder.glob("*/LC_MESSAGES/django.po")):
                polib.pofile(str(source)).save_as_mofile(str(source.with_suffix(".mo")))
