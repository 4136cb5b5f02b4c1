"""Combines test cases of two kinds: `make test ALL=1` runs each case, `make test-long` every combination."""

from collections.abc import Sequence
from itertools import product
from typing import Any

import pytest


def in_turn(many: Sequence[tuple[Any, ...]], few: Sequence[tuple[Any, ...]]) -> list[Any]:
    """Combine each case of `many` with one case of `few`, by turns. All other combinations are included too, but marked
    `long`."""
    return [
        pytest.param(*one, *other, marks=() if number % len(few) == place else pytest.mark.long)
        for (number, one), (place, other) in product(enumerate(many), enumerate(few))
    ]
