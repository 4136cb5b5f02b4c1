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


HALF_LIFE = 300
"""Seconds after which the time that an account took counts half (`SendingTimes`)."""

MOST_ACCOUNTS = 10_000
"""The most accounts that are remembered."""


class SendingTimes:
    """How long the mirrors of each account took lately, or the messages of its events, in the memory of the process
    that sends them.

    Accounts share a sender by time: what takes long waits until the other accounts have had as much.
    """

    def __init__(self) -> None:
        self._seconds: FadingSums[int | None] = FadingSums(half_life=HALF_LIFE, most=MOST_ACCOUNTS)

    def of(self, account: int | None) -> float:
        return self._seconds.of(account)

    def add(self, account: int | None, began: float) -> None:
        """Count the seconds since `began`, a time of `time.monotonic`."""
        self._seconds.add(account, time.monotonic() - began)
