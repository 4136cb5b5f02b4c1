"""Three-way merge of stored values: edited values are saved, and values that somebody else changed meanwhile stay.

A view reads a form before the action has the lock, and may wait for the lock for seconds. `base` are the values that
were stored when the form was read: a value that equals them was not edited.
"""

from collections.abc import Container, Iterable, Mapping, Sequence
from typing import Any

from django.db.models import Model


def merged(new: Mapping[Any, Any], base: Mapping[Any, Any] | None, stored: Mapping[Any, Any]) -> dict[Any, Any]:
    """Return the new values, with each value that was not edited replaced by the value that is stored now.

    The additions to a list, and the removals from it, are applied to the stored list. Without `base`, all values count
    as edited, and so does a value that `base` does not have.

    >>> merged({"name": "Mine", "place": "Brno"}, {"name": "A", "place": "Brno"}, {"name": "A", "place": "Praha"})
    {'name': 'Mine', 'place': 'Praha'}
    """
    if base is None:
        return dict(new)
    return {
        name: _merged(value, base[name], stored[name]) if name in base and name in stored else value
        for name, value in new.items()
    }


def merged_rows(new: Mapping[int, Any], base: Mapping[int, Any], stored: Mapping[int, Any]) -> dict[int, Any]:
    """Merge the values of rows as `merged` does, and return them by the rows' ids. A row that is missing in `new` was
    removed if `base` has it; otherwise it was added meanwhile."""
    kept = {pk: value for pk, value in stored.items() if pk in new or pk not in base}
    return kept | {pk: value for pk, value in new.items() if pk not in base or (pk in stored and value != base[pk])}


def merged_list(new: Sequence[Any], base: Sequence[Any], stored: Sequence[Any]) -> list[Any]:
    """Return the stored list with the additions and removals that `new` makes to `base`.

    >>> merged_list(["a", "c"], ["a", "b"], ["a", "b", "d"])
    ['a', 'd', 'c']
    """
    if stored == base:
        return [*new]
    of_new, of_base, of_stored = _members(new), _members(base), _members(stored)
    kept = [value for value in stored if value in of_new or value not in of_base]
    return kept + [value for value in new if value not in of_base and value not in of_stored]


def _members(values: Sequence[Any]) -> Container[Any]:
    """Return the values as a set if they can be hashed. A form may send a million values as `base`, and searching a
    list of these for each other value would take minutes."""
    try:
        return frozenset(values)
    except TypeError:  # lists or dicts, of a ruleset
        return values


def merge_columns(row: Model, base: Model, stored: Model, columns: Iterable[str]) -> None:
    """In a row, set each of these columns that was not edited to the value that is stored now."""
    names = [*columns]
    now = merged(*({name: getattr(each, name) for name in names} for each in (row, base, stored)))
    for name, value in now.items():
        setattr(row, name, value)


def _merged(new: Any, base: Any, stored: Any) -> Any:
    if new == base:
        return stored
    return merged_list(new, base, stored) if isinstance(new, list) else new
