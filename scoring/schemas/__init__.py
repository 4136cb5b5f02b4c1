"""The published JSON Schema of `hanchan/1` and `tenbo/1`, and a check of data against it that needs only Python.

`make schemas` writes the files: `hanchan-1.json` by `schemas.hanchan`, from the keys and limits that the reader of a
game uses; `tenbo-1.json` by the site, from the shapes of a safety copy.
"""

import json
from functools import cache
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).resolve().parent
DIALECT = "https://json-schema.org/draft/2020-12/schema"
FILES = {"hanchan/1": FOLDER / "hanchan-1.json", "tenbo/1": FOLDER / "tenbo-1.json"}
"""The file of each format."""


@cache
def schema_of(name: str) -> dict[str, Any]:
    """Return the published schema of a format, `hanchan/1` or `tenbo/1`."""
    schema: dict[str, Any] = json.loads(FILES[name].read_text(encoding="utf-8"))
    return schema


def schema_text(schema: dict[str, Any]) -> str:
    """Return a schema as the text of its file."""
    return json.dumps(schema, indent=1) + "\n"
