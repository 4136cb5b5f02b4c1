"""Players who count as one person."""

from collections.abc import Iterable


def persons(pairs: Iterable[tuple[int, int]]) -> dict[int, int]:
    """Return, for each player in these pairs of equal persons, the smallest id of that person, transitively.

    >>> persons([(4, 9), (2, 9), (5, 6)])
    {4: 2, 9: 2, 2: 2, 5: 5, 6: 5}
    """
    person: dict[int, int] = {}
    for first, second in pairs:
        one, other = person.setdefault(first, first), person.setdefault(second, second)
        for player, of in person.items():
            if of in {one, other}:
                person[player] = min(one, other)
    return person
