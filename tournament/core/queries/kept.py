"""What takes long to work out of a tournament, kept in this process until the tournament changes.

What somebody may know of a tournament is a function of its version and their `Sight.key` (`core.queries.visibility`),
so that is what it is kept under. Nothing here is a fact: a process that has just begun works it all out again.
"""

from collections import OrderedDict
from collections.abc import Callable, Collection, Mapping
from threading import Lock
from typing import Generic, TypeVar

from tournament.core.queries.visibility import Sight
from tournament.models import Tournament

MOST = 2_000
"""So many are kept of each kind; the one that was longest not asked for goes first."""

Worked = TypeVar("Worked")
Key = tuple[int, int, str]


class Kept(Generic[Worked]):
    """One kind of it, by tournament: ids and numbers, no names and no words."""

    every: "list[Kept[object]]" = []

    def __init__(self) -> None:
        self._kept: OrderedDict[Key, Worked] = OrderedDict()
        self._lock = Lock()
        Kept.every.append(self)  # type: ignore[arg-type]

    def of(
        self,
        tournaments: Collection[Tournament],
        seen: Mapping[int, Sight],
        work_out: Callable[[Mapping[int, Sight]], Mapping[int, Worked]],
    ) -> dict[int, Worked]:
        """By tournament's id. Those that are not known are worked out together."""
        keys = {one.pk: (one.pk, one.version, seen[one.pk].key) for one in tournaments}
        with self._lock:
            found = {pk: self._kept[key] for pk, key in keys.items() if key in self._kept}
        missing = {pk: seen[pk] for pk in keys if pk not in found}
        if missing:
            found |= work_out(missing)
        with self._lock:
            for pk, key in keys.items():
                self._kept[key] = found[pk]
                self._kept.move_to_end(key)
            while len(self._kept) > MOST:
                self._kept.popitem(last=False)
        return found

    def clear(self) -> None:
        with self._lock:
            self._kept.clear()
