"""What a wheel of Tenbo needs beside its packages: compiled translations, which the repository does not keep."""

import tempfile
from pathlib import Path
from typing import Any

import polib
from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CompileTranslations(BuildHookInterface[Any]):
    """Compiles each locale/<language>/LC_MESSAGES/django.po into the wheel."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        drafts = Path(tempfile.mkdtemp())
        for source in Path(self.root).glob("locale/*/LC_MESSAGES/django.po"):
            language = source.parts[-3]
            compiled = drafts / f"{language}.mo"
            polib.pofile(str(source)).save_as_mofile(str(compiled))
            build_data["force_include"][str(compiled)] = (
                f"tournament/site_files/locale/{language}/LC_MESSAGES/django.mo"
            )
