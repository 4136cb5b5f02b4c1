"""A bounded cache in the memory of this process. Each value belongs to a version of its source.

A caller passes a key and the version that it has just read, and gets the value of this version or of a newer version.
If another thread is computing the value, the caller waits for it. Only derived values are cached, so a process that has
just started can compute them again.
"""

from collections import OrderedDict
from collections.abc import Callable, Collection, Mapping
from concurrent.futures import CancelledError, Future
from threading import Lock
from typing import Any, Generic, TypeVar
from weakref import WeakSet

from tournament.core.threads.interruption import raise_if_interrupted

PATIENCE = 10
"""Seconds to wait for the value that another thread is computing, before this thread computes it too."""

Key = TypeVar("Key")
Value = TypeVar("Value")

_caches: "WeakSet[Cache[Any, Any]]" = WeakSet()


class _Slot(Generic[Value]):
    """A value that is computed or being computed. Its future is cancelled if the computation failed."""

    def __init__(self, version: int) -> None:
        self.version = version
        self.weight = 0
        self.future: Future[Value] = Future()


class Cache(Generic[Key, Value]):
    """Values by key, each for the newest version requested.

    The least recently used key is dropped while there are more than `size` keys, or while all values together weigh
    more than `most`. `weigh` returns the weight of a value.
    """

    def __init__(self, size: int, *, weigh: Callable[[Value], int] = lambda _value: 0, most: int = 0) -> None:
        self._size = size
        self._weigh = weigh
        self._most = most
        self._slots: OrderedDict[Key, _Slot[Value]] = OrderedDict()
        self._lock = Lock()
        _caches.add(self)

    def __len__(self) -> int:
        return len(self._slots)

    def get(self, key: Key, version: int, make: Callable[[], Value]) -> Value:
        """Return the cached value for this version or a newer version. If there is none, this thread computes the value
        by `make` or waits for a thread that is computing it. Exceptions of `make` are raised in the thread that called
        `make`."""
        return self.get_many({key: version}, lambda _keys: {key: make()})[key]

    def get_many(
        self, versions: Mapping[Key, int], make: Callable[[Collection[Key]], Mapping[Key, Value]]
    ) -> dict[Key, Value]:
        """Return values in the order of `versions`. One call of `make` computes all values that are neither cached nor
        being computed by another thread."""
        values: dict[Key, Value] = {}
        while missing := {key: version for key, version in versions.items() if key not in values}:
            slots, own = self._claim(missing)
            if own:
                self._fill(own, make)
            values |= self._wait(slots)
        return {key: values[key] for key in versions}

    def clear(self) -> None:
        with self._lock:
            self._slots.clear()

    def _claim(self, versions: Mapping[Key, int]) -> tuple[dict[Key, _Slot[Value]], dict[Key, _Slot[Value]]]:
        """Return the slot of every key, and the slots whose values this thread has to compute."""
        slots: dict[Key, _Slot[Value]] = {}
        own: dict[Key, _Slot[Value]] = {}
        with self._lock:
            for key, version in versions.items():
                slot = self._slots.get(key)
                if slot is None or slot.version < version:
                    slot = self._slots[key] = own[key] = _Slot(version)
                self._slots.move_to_end(key)
                slots[key] = slot
            while len(self._slots) > self._size:
                self._slots.popitem(last=False)
        return slots, own

    def _fill(self, slots: Mapping[Key, _Slot[Value]], make: Callable[[Collection[Key]], Mapping[Key, Value]]) -> None:
        # Call this before `_wait`: two threads that wait for each other's values would deadlock.
        try:
            computed = make(slots.keys())
            raise_if_interrupted()  # a template may have swallowed an interruption
            for key, slot in slots.items():
                slot.future.set_result(computed[key])
                slot.weight = self._weigh(computed[key])
            self._make_room()
        except BaseException:
            for key, slot in slots.items():
                self._drop(key, slot)
                slot.future.cancel()
            raise

    def _wait(self, slots: Mapping[Key, _Slot[Value]]) -> dict[Key, Value]:
        """Return the values of these slots. A value is left out if another thread failed to compute it, or did not
        finish within `PATIENCE`."""
        values = {}
        for key, slot in slots.items():
            try:
                values[key] = slot.future.result(timeout=PATIENCE)
            except (CancelledError, TimeoutError):
                self._drop(key, slot)
        return values

    def _make_room(self) -> None:
        with self._lock:
            for key in [key for key, slot in self._slots.items() if slot.weight > self._most]:
                del self._slots[key]
            weight = sum(slot.weight for slot in self._slots.values())
            while weight > self._most and self._slots:
                _key, slot = self._slots.popitem(last=False)
                weight -= slot.weight

    def _drop(self, key: Key, slot: _Slot[Value]) -> None:
        with self._lock:
            if self._slots.get(key) is slot:
                del self._slots[key]


def clear_all() -> None:
    """Empty every cache of this process. For tests, whose tournaments may have the same ids and versions."""
    for cache in list(_caches):
        cache.clear()
