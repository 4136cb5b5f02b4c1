"""JSON that is written in short parts."""

from collections.abc import Callable, Iterator, Mapping
from json import JSONEncoder
from typing import Any

from tournament.core.threads.interruption import raise_if_wanted

MOST_IN_A_PART = 3_000
"""The most values in a part. Python's encoder lets no other thread run before it has written all that it was given,
which is a second for 40 MB."""

CONTAINERS = (dict, list, tuple)
AFTER_KEY = len("null}")

Encode = Callable[[Any], str]

encode = JSONEncoder(ensure_ascii=False).encode
encode_in_ascii = JSONEncoder().encode


def json_bytes(data: Mapping[str, Any]) -> bytes:
    """Return the same bytes as `json.dumps(data, ensure_ascii=False).encode()`."""
    return b"".join(json_parts(data))


def json_parts(data: Mapping[str, Any]) -> Iterator[bytes]:
    """Yield the bytes of `json_bytes` in parts. The request may be interrupted before each."""
    for part in _parts(data, encode):
        raise_if_wanted()
        yield part.encode()


def json_length(value: Any) -> int:
    """Return the length of `json.dumps(value)`. The request may be interrupted before each part is counted."""
    length = 0
    for part in _parts(value, encode_in_ascii):
        raise_if_wanted()
        length += len(part)
    return length


def _parts(value: Any, encode: Encode) -> Iterator[str]:
    if _size(value) <= MOST_IN_A_PART:
        yield encode(value)
    elif isinstance(value, dict):
        opening = "{"
        for key, inner in value.items():
            yield opening + encode({key: None})[1:-AFTER_KEY]
            yield from _parts(inner, encode)
            opening = ", "
        yield "}"
    else:
        yield from _parts_of_list(value, encode)


def _parts_of_list(values: Any, encode: Encode) -> Iterator[str]:
    """Write as many items together as are small enough: a call for each would take twice as long."""
    opening = "["
    together: list[Any] = []
    size = 0
    for item in values:
        own = _size(item)
        if together and size + own > MOST_IN_A_PART:
            yield opening + encode(together)[1:-1]
            opening, together, size = ", ", [], 0
        if own > MOST_IN_A_PART:
            yield opening
            yield from _parts(item, encode)
            opening = ", "
        else:
            together.append(item)
            size += own
    yield opening + encode(together)[1:-1] + "]" if together else "]"


def _size(value: Any) -> int:
    """Return how many values are in this value, itself included; some number over `MOST_IN_A_PART` if there are
    more."""
    if not isinstance(value, CONTAINERS):
        return 1
    size = 1 + len(value)
    if size > MOST_IN_A_PART:
        return size
    for inner in value.values() if isinstance(value, dict) else value:
        if isinstance(inner, CONTAINERS):
            size += _size(inner) - 1
            if size > MOST_IN_A_PART:
                break
    return size
