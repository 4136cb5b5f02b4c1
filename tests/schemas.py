"""The published JSON Schemas of `hanchan/1` and `tenbo/1`: `make schemas` writes them anew from the code.

Run as a program; never collected as a test. `tests/test_docs.py` compares.
"""

import os
from typing import Any


def made() -> dict[str, dict[str, Any]]:
    """Each format's schema as the code has it now."""
    from scoring.schemas.hanchan import hanchan_schema
    from tournament.archive.tenbo.published import tenbo_schema  # late: Django has to be set up

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
