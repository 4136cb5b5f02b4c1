"""Sums in which older amounts count less, so that senders can share something by what each took lately."""

import time
from collections import OrderedDict
from collections.abc import Hashable
from typing import Generic, TypeVar

Key = TypeVar("Key", bound=Hashable)


class FadingSums(Generic[Key]):
    """A sum for each key, which is halved every `half_life` seconds. At most `most` keys are remembered: the one that
    was added to longest ago is dropped."""

    def __init__(self, *, half_life: float, most: int) -> None:
        self._half_life = half_life
        self._most = most
        self._sums: OrderedDict[Key, tuple[float, float]] = OrderedDict()

    def __len__(self) -> int:
        return len(self._sums)

    def of(self, key: Key) -> float:
        amount, at = self._sums.get(key, (0.0, 0.0))
        return amount and amount * 0.5 ** ((time.monotonic() - at) / self._half_life)

    def add(self, key: Key, amount: float) -> None:
        self._sums[key] = self.of(key) + amount, time.monotonic()
        self._sums.move_to_end(key)
        if len(self._sums) > self._most:
            self._sums.popitem(last=False)
