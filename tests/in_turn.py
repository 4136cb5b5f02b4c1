"""Cases of two kinds that are combined: `make test` has each case once, `make test-long` every combination."""

from collections.abc import Sequence
from itertools import product
from typing import Any

import pytest


def in_turn(many: Sequence[tuple[Any, ...]], few: Sequence[tuple[Any, ...]]) -> list[Any]:
    """Each of the many cases with one of the few in turn; the other combinations are marked `long`."""
    return [
        pytest.param(*one, *other, marks=() if number % len(few) == place else pytest.mark.long)
        for (number, one), (place, other) in product(enumerate(many), enumerate(few))
    ]
