"""Reads JSON text strictly: UTF-8, no key twice in one object."""

import json
from typing import Any

from scoring.refusal import QUOTED, Refused, malformed


def parse(text: bytes) -> Any:
    """Return the value that these bytes of JSON text contain. Raises `Refused`."""
    try:
        return _DECODER.decode(text.decode())
    except RecursionError:
        raise Refused("not_json", problem="it is nested too deeply") from None
    except Refused:
        raise
    except ValueError as error:  # not UTF-8, not JSON, or a number of thousands of digits
        raise Refused("not_json", problem=str(error)) from None


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Build an object of the text. Raises `Refused` if the object has a key twice, because it is unclear which value
    counts."""
    data = dict(pairs)
    if len(data) < len(pairs):
        keys = [key for key, _value in pairs]
        twice = next(key for key in keys if keys.count(key) > 1)
        raise malformed("An object", "key_twice", words=repr(twice[QUOTED]))
    return data


_DECODER = json.JSONDecoder(object_pairs_hook=_object)
