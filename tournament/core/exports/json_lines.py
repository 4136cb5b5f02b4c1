"""Writes data as JSON for files."""

from collections.abc import Mapping
from io import BytesIO
from itertools import islice
from typing import Any

from django.core.serializers.json import DjangoJSONEncoder

from tournament.core.threads.interruption import raise_if_wanted

PIECES_AT_ONCE = 10_000
"""How many pieces of JSON, about as many as values, are written before the request may be interrupted."""


def json_lines(data: Mapping[str, Any]) -> bytes:
    """Write data as JSON in UTF-8, one value on each line.

    It is written in parts: as one text it would need four bytes for each character if one character needs four.
    """
    written = BytesIO()
    pieces = DjangoJSONEncoder(ensure_ascii=False, indent=1).iterencode(data)
    while part := "".join(islice(pieces, PIECES_AT_ONCE)):
        raise_if_wanted()
        written.write(part.encode())
    written.write(b"\n")
    return written.getvalue()
