"""A whole tournament as a file: the same facts are the same bytes."""

import json
from collections.abc import Mapping
from typing import Any


def envelope_json(document: Mapping[str, Any]) -> bytes:
    """UTF-8, one value a line, so that two copies can be compared line by line."""
    return (json.dumps(document, ensure_ascii=False, indent=1) + "\n").encode()
