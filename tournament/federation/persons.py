"""Groups players into persons, if several players count as one person."""

from collections.abc import Iterable


def persons(pairs: Iterable[tuple[int, int]]) -> dict[int, int]:
    """Return the id of a person for each player in these pairs: the smallest id among the person's players. The two
    players of a pair are one person, so (4, 9) and (2, 9) make the players 2, 4 and 9 one person.

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
