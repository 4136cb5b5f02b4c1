"""Comparison of a document with the document written from its import."""

from collections.abc import Iterable
from typing import Any


def first_difference(original: Any, restored: Any, where: str = "") -> str | None:
    """The first place where a value of the original is missing or differs; additions do not matter."""
    if isinstance(original, dict) and isinstance(restored, dict):
        places: Iterable[tuple[str, Any, Any]] = (
            (f"{where}.{key}" if where else key, value, restored.get(key, _Missing)) for key, value in original.items()
        )
    elif isinstance(original, list) and isinstance(restored, list) and len(original) == len(restored):
        places = ((f"{where}[{n}]", *pair) for n, pair in enumerate(zip(original, restored, strict=True)))
    else:
        return None if type(original) is type(restored) and original == restored else where
    return next((at for place, a, b in places if (at := first_difference(a, b, place)) is not None), None)


class _Missing:
    """Marks a key that is missing."""
