"""Patterns, which say which seeds sit together in a round: a text such as `[1,2,7,8] [3,4,5,6]`, or a named pattern.

A seed is a place in a fixed ranking, from 1. Sources of the patterns: Toronto's opens of 2025 and 2026 seat their eight
finalists `[1,2,7,8] [3,4,5,6]`, then `[1,3,6,8] [2,4,5,7]` (the club's announcements); the other patterns are
common.
"""

import re
from collections.abc import Mapping, Sequence
from enum import StrEnum

SeedTable = tuple[int, int, int, int]
Pattern = tuple[SeedTable, ...]

MOST_SEEDS = 400
LONGEST_TEXT = 2_000
LONGEST_PLAN = 10_000


class Fault(StrEnum):
    """The errors that a typed pattern can have. The comment at each error lists the `values` of `BadPattern`."""

    EMPTY = "empty"
    TEXT = "text"  # `text` is neither a number nor a separator
    NOT_FOUR = "not_four"  # table number `table` has `count` seeds
    TWICE = "twice"  # seed `seed` has two seats, seed `missing` none
    NO_SEED = "no_seed"  # `seed` is none of the seeds 1 to `last`
    SIZE = "size"  # the pattern has `seats` seats for `players` players


class BadPattern(Exception):
    """A typed pattern cannot be used. The exception's `values` are listed in the comment at its `Fault`."""

    def __init__(self, fault: Fault, values: Mapping[str, int | str] | None = None) -> None:
        super().__init__(fault, values)
        self.fault, self.values = fault, values or {}


class NamedPattern(StrEnum):
    """A pattern for any number of tables. The values are used in query strings and settings."""

    PLACES = "places"  # 1-2-3-4, 5-6-7-8
    SNAKE = "snake"  # of 16: 1-8-9-16, 2-7-10-15, 3-6-11-14, 4-5-12-13
    QUARTERS = "quarters"  # of 16: 1-5-9-13, 2-6-10-14, …: one of each quarter
    ENDS = "ends"  # of 8: 1-2-7-8, 3-4-5-6: pairs from both ends, as in Toronto's first final round
    CROSSED = "crossed"  # of 8: 1-3-6-8, 2-4-5-7, as in Toronto's second final round


def read_pattern(text: str) -> Pattern:
    """Read a pattern. Each table is in brackets, or the tables are separated by spaces or semicolons. The seeds of a
    table are separated by commas or hyphens; in brackets also by spaces.

    Raises `BadPattern` unless each table has four seeds, and each seed from 1 to the highest has exactly one seat.

    >>> read_pattern("1-8-9-16 2-7-10-15 3-6-11-14 4-5-12-13")[0]
    (1, 8, 9, 16)
    """
    groups = _groups(text[:LONGEST_TEXT])
    tables: list[SeedTable] = []
    for number, group in enumerate(groups, start=1):
        seeds = [int(seed) for seed in re.findall(r"\d+", group)]
        if len(seeds) != 4:
            raise BadPattern(Fault.NOT_FOUR, {"table": number, "count": len(seeds)})
        first, second, third, fourth = seeds
        tables.append((first, second, third, fourth))
    _check_seeds([seed for table in tables for seed in table])
    return tuple(tables)


def write_pattern(pattern: Pattern) -> str:
    """Return a pattern as text that `read_pattern` reads.

    >>> write_pattern(((1, 2, 7, 8), (3, 4, 5, 6)))
    '[1,2,7,8] [3,4,5,6]'
    """
    return " ".join(f"[{','.join(map(str, table))}]" for table in pattern)


def read_plan(text: str) -> tuple[Pattern, ...]:
    """Read the patterns of several rounds, one from each line; empty lines are skipped. Raises `BadPattern`, with the
    number of the line as `line` in its `values`."""
    plan: list[Pattern] = []
    for number, line in enumerate(text[: LONGEST_PLAN + 1].splitlines(), start=1):
        if not line.strip():
            continue
        try:
            plan.append(read_pattern(line))
        except BadPattern as bad:
            raise BadPattern(bad.fault, {**bad.values, "line": number}) from None
    return tuple(plan)


def write_plan(plan: Sequence[Pattern]) -> str:
    """Return the patterns of the rounds as text that `read_plan` reads, one line for each round."""
    return "\n".join(map(write_pattern, plan))


def named_pattern(name: NamedPattern, tables: int) -> Pattern | None:
    """Return the named pattern for this number of tables; None if the pattern does not exist for so many tables.

    >>> write_pattern(named_pattern(NamedPattern.ENDS, 2))
    '[1,2,7,8] [3,4,5,6]'
    """
    count = 4 * tables
    if not tables:
        return None
    match name:
        case NamedPattern.PLACES:
            return intervals(count, 1)
        case NamedPattern.QUARTERS:
            return intervals(count, tables)
        case NamedPattern.SNAKE:
            down, up = range(1, tables + 1), range(tables, 0, -1)
            return _tables(
                [
                    (first, tables + second, 2 * tables + first, 3 * tables + second)
                    for first, second in zip(down, up, strict=True)
                ]
            )
        case NamedPattern.ENDS:
            starts = range(1, count // 2, 2)
            return _tables([(low, low + 1, count - low, count + 1 - low) for low in starts])
        case NamedPattern.CROSSED:
            return ((1, 3, 6, 8), (2, 4, 5, 7)) if tables == 2 else None


def intervals(count: int, step: int) -> Pattern:
    """Seat every `step`-th of `count` players together. With step 1 the players in places 1 to 4 sit together, then 5
    to 8; with step 2 it is 1, 3, 5, 7, then 2, 4, 6, 8. So `step` tables form a block. If too few players are left for
    the last block, this block has a smaller step.

    >>> intervals(8, 2)
    ((1, 3, 5, 7), (2, 4, 6, 8))
    """
    tables: list[tuple[int, ...]] = []
    for first in range(1, count + 1, 4 * step):
        width = min(step, (count + 1 - first) // 4)
        tables += [tuple(range(first + offset, first + 4 * width, width)) for offset in range(width)]
    return _tables(tables)


def check_size(pattern: Pattern, players: int) -> None:
    """Raise `BadPattern` if the pattern is for another number of players."""
    if 4 * len(pattern) != players:
        raise BadPattern(Fault.SIZE, {"seats": 4 * len(pattern), "players": players})


def seat_by(pattern: Pattern, ranking: Sequence[int]) -> list[list[int]]:
    """Return the players of each table; seed 1 is the first of the ranking."""
    return [[ranking[seed - 1] for seed in table] for table in pattern]


def _groups(text: str) -> list[str]:
    """Return the text of each table in a pattern."""
    strange = re.search(r"[^\d\s,;:|/\-\N{EN DASH}\[\]()]+", text)
    if strange:
        raise BadPattern(Fault.TEXT, {"text": strange[0][:20]})
    bracketed = re.findall(r"[\[(]([^\[\]()]*)[\])]", text)
    if bracketed:
        outside = re.sub(r"[\[(][^\[\]()]*[\])]", "", text)
        left = re.search(r"[^\s,;:|/\-]+", outside)
        if left:
            raise BadPattern(Fault.TEXT, {"text": left[0][:20]})
        return bracketed
    joined = re.sub(r" ?([,\-\N{EN DASH}]) ?", r"\1", " ".join(text.split()))
    groups = [group for group in re.split(r"[\s;:|/]+", joined) if re.search(r"\d", group)]
    if not groups:
        raise BadPattern(Fault.EMPTY)
    return groups


def _check_seeds(seeds: Sequence[int]) -> None:
    last = len(seeds)
    for position, seed in enumerate(seeds):
        if not 1 <= seed <= last or last > MOST_SEEDS:
            raise BadPattern(Fault.NO_SEED, {"seed": seed, "last": last})
        if seed in seeds[:position]:
            missing = min(set(range(1, last + 1)).difference(seeds))
            raise BadPattern(Fault.TWICE, {"seed": seed, "missing": missing})


def _tables(rows: Sequence[Sequence[int]]) -> Pattern:
    return tuple((first, second, third, fourth) for first, second, third, fourth in rows)
