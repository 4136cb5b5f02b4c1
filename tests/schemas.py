"""Writes the published JSON Schemas of `hanchan/1` and `tenbo/1` from the code: `make schemas`.

Run it as a program; pytest does not collect it. `tests/test_docs.py` compares the published files with the code.
"""

import os
from typing import Any


def made() -> dict[str, dict[str, Any]]:
    """Return the current schema of each format, by the format's name."""
    from scoring.schemas.hanchan import hanchan_schema
    from tournament.archive.tenbo.published import tenbo_schema  # imported here, because Django must be set up first

    return {"hanchan/1": hanchan_schema(), "tenbo/1": tenbo_schema()}


def main() -> None:
    import django

    from scoring.schemas import FILES, schema_text

    django.setup()
    for name, schema in made().items():
        FILES[name].write_text(schema_text(schema), encoding="utf-8")


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tournament.settings")
    main()
