"""Whether what a document said is all there."""

from collections.abc import Iterable
from typing import Any


def first_difference(said: Any, kept: Any, where: str = "") -> str | None:
    """The first place where what a document said is not there any more; what is there besides does not matter."""
    if isinstance(said, dict) and isinstance(kept, dict):
        places: Iterable[tuple[str, Any, Any]] = (
            (f"{where}.{key}" if where else key, value, kept.get(key, _Missing)) for key, value in said.items()
        )
    elif isinstance(said, list) and isinstance(kept, list) and len(said) == len(kept):
        places = ((f"{where}[{n}]", *pair) for n, pair in enumerate(zip(said, kept, strict=True)))
    else:
        return None if type(said) is type(kept) and said == kept else where
    return next((found for place, a, b in places if (found := first_difference(a, b, place)) is not None), None)


class _Missing:
    """What is not there at all."""
