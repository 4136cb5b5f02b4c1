"""A bounded cache in the memory of this process. Each value belongs to a version of its source.

A caller passes a key and the version that it has just read, and gets the value of this version or of a newer version.
If another thread is computing the value, the caller waits for it. Only derived values are cached, so a process that has
just started can compute them again.

All caches of the process share a limit of memory. Each value counts with the bytes that it really takes, because an
imported file may make any text in it as long as its format allows.
"""

from collections import OrderedDict
from collections.abc import Callable, Collection, Mapping
from concurrent.futures import CancelledError, Future
from enum import Enum
from gc import get_referents
from operator import attrgetter
from sys import getsizeof
from threading import Lock
from types import BuiltinFunctionType, FunctionType, ModuleType
from typing import Any, Generic, TypeVar
from weakref import WeakSet

from django.db.models import Field
from django.db.models.fields.reverse_related import ForeignObjectRel
from django.db.models.options import Options

from tournament.core.threads.interruption import raise_if_interrupted

PATIENCE = 10
"""Seconds to wait for the value that another thread is computing, before this thread computes it too."""

MOST_TOGETHER = 200_000_000
"""The most bytes that the values of all caches take together."""

MOST_ALONE = MOST_TOGETHER // 2
"""The most bytes of a value that is kept: the table of a league with 40,000 places in its events. Measuring a value
takes as much memory again for a moment."""

NOT_MEASURED = (type, ModuleType, FunctionType, BuiltinFunctionType, Enum, Field, ForeignObjectRel, Options)
"""Types of objects that belong to the program and not to a value that refers to them."""

AT_ONCE = 10_000
"""How many objects are measured before other threads may go on."""

Key = TypeVar("Key")
Value = TypeVar("Value")

_caches: "WeakSet[Cache[Any, Any]]" = WeakSet()


class _Slot(Generic[Value]):
    """A value that is computed or being computed. Its future is cancelled if the computation failed. `size` is 0 until
    the value has been measured."""

    def __init__(self, version: int) -> None:
        self.version = version
        self.size = 0
        self.future: Future[Value] = Future()


class Cache(Generic[Key, Value]):
    """Values by key, each for the newest version requested.

    The least recently used key is dropped while there are more than `most` keys. While the values of all caches take
    more than `MOST_TOGETHER`, the largest cache drops its least recently used key, so that nobody who fills one cache
    empties the others. A larger value than `MOST_ALONE` is not kept.

    A value is measured once, when it has been computed. `growth` is how many times as much memory it takes later.
    """

    def __init__(self, most: int, *, growth: int = 1) -> None:
        self._most = most
        self._growth = growth
        self._slots: OrderedDict[Key, _Slot[Value]] = OrderedDict()
        self._lock = Lock()
        self.size = 0
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
            self.size = 0

    def drop_oldest(self) -> None:
        """Drop the least recently used key whose value has been measured."""
        with self._lock:
            oldest = next((key for key, slot in self._slots.items() if slot.size), None)
            if oldest is not None:
                self._remove(oldest)

    def _claim(self, versions: Mapping[Key, int]) -> tuple[dict[Key, _Slot[Value]], dict[Key, _Slot[Value]]]:
        """Return the slot of every key, and the slots whose values this thread has to compute."""
        slots: dict[Key, _Slot[Value]] = {}
        own: dict[Key, _Slot[Value]] = {}
        with self._lock:
            for key, version in versions.items():
                slot = self._slots.get(key)
                if slot is None or slot.version < version:
                    self._remove(key)
                    slot = self._slots[key] = own[key] = _Slot(version)
                self._slots.move_to_end(key)
                slots[key] = slot
            while len(self._slots) > self._most:
                self._remove(next(iter(self._slots)))
        return slots, own

    def _fill(self, slots: Mapping[Key, _Slot[Value]], make: Callable[[Collection[Key]], Mapping[Key, Value]]) -> None:
        # Call this before `_wait`: two threads that wait for each other's values would deadlock.
        try:
            computed = make(slots.keys())
            raise_if_interrupted()  # a template may have swallowed an interruption
            for key, slot in slots.items():
                slot.future.set_result(computed[key])
            for key, slot in slots.items():
                self._measure(key, slot, computed[key])
            _make_room()
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

    def _measure(self, key: Key, slot: _Slot[Value], value: Value) -> None:
        size = self._growth * size_of(key, value, most=MOST_ALONE)
        with self._lock:
            if self._slots.get(key) is not slot:
                return
            slot.size = size
            self.size += size
            if size > MOST_ALONE:
                self._remove(key)

    def _drop(self, key: Key, slot: _Slot[Value]) -> None:
        with self._lock:
            if self._slots.get(key) is slot:
                self._remove(key)

    def _remove(self, key: Key) -> None:
        """Remove the key, if it is there. The caller holds the lock."""
        slot = self._slots.pop(key, None)
        self.size -= slot.size if slot else 0


def size_of(*values: Any, most: int) -> int:
    """Return how many bytes these values take with all that they refer to, each object once. If it is more than `most`,
    the rest is not measured."""
    waiting, seen, size = list(values), set[int](), 0
    while waiting and size <= most:
        # By `type`, because `isinstance` asks a lazy object, which then loads its value.
        some = {id(each): each for each in waiting[-AT_ONCE:] if not issubclass(type(each), NOT_MEASURED)}
        del waiting[-AT_ONCE:]
        fresh = [each for number, each in some.items() if number not in seen]
        seen.update(some)
        size += sum(map(getsizeof, fresh))
        waiting += get_referents(*fresh)
    return size


def _make_room() -> None:
    caches = list(_caches)
    while sum(cache.size for cache in caches) > MOST_TOGETHER:
        max(caches, key=attrgetter("size")).drop_oldest()


def clear_all() -> None:
    """Empty every cache of this process. For tests, whose tournaments may have the same ids and versions."""
    for cache in list(_caches):
        cache.clear()
