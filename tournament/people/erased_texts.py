"""Replaces the names of a removed person in texts by the person's number."""

import re
from collections.abc import Callable, Collection, Iterable, Iterator
from functools import cache

from tournament.core.text import folded

WORD, WORD_BEGINS = re.compile(r"\w"), re.compile(r"(?<!\w)\S")
"""Patterns of a letter or digit, and of the first sign of a word, with which a name may begin."""

LONGEST_TEAM = 80
"""The most characters of a team's name."""


def without_names(names: Iterable[str], others: Iterable[str], number: int) -> Callable[[str], str]:
    """Return a function that replaces these names in a text by the number, except where a name is part of a name in
    `others`.

    >>> without_names(["Anna"], ["Anna Nováková"], 4)("ANNA (4) and Joanna met Anna Nováková")
    '#4 and Joanna met Anna Nováková'
    """
    gone = {_same_length(name) for name in names if name}
    stays = {_same_length(name) for name in others} - gone
    stays = {name for name in stays if any(each in name for each in gone)}
    # Names are looked up by their length. A pattern of two thousand alternatives would be tried at each word, and
    # neither the lock nor the interpreter would be released meanwhile.
    known = gone | stays
    lengths = sorted({len(name) for name in known}, reverse=True)
    counted = re.compile(rf" \({number}\)")

    def without(text: str) -> str:
        searched = _same_length(text)
        if not any(name in searched for name in gone):
            return text
        parts, copied, start = [], 0, 0
        while (word := WORD_BEGINS.search(searched, start)) is not None:
            begin = word.start()
            end = next(_ends(searched, begin, lengths, known), begin)
            if end == begin:
                start = begin + 1
                continue
            start = after.end() if (after := counted.match(text, end)) else end
            if searched[begin:end] in gone:
                parts += [text[copied:begin], f"#{number}"]
                copied = start
        return "".join([*parts, text[copied:]])

    return without


def _ends(text: str, begin: int, lengths: Iterable[int], known: Collection[str]) -> Iterator[int]:
    """Yield where known names end that begin here in a text, the longest first, unless a word goes on there."""
    for length in lengths:
        end = begin + length
        if text[begin:end] in known and not WORD.match(text, end):
            yield end


def _same_length(text: str) -> str:
    """Return a text in lower case, letter by letter, so that a place in it is the same place in the text."""
    return text.casefold() if text.isascii() else "".join(map(_lower_letter, text))


@cache
def _lower_letter(letter: str) -> str:
    """Return the letter in lower case; unchanged if it would be several letters."""
    return next((low for low in (letter.casefold(), letter.lower()) if len(low) == 1), letter)


def teams_without(teams: Collection[str], without: Callable[[str], str]) -> dict[str, str]:
    """Return the new name of each of an event's teams that are named like the person, by the name of before. Two teams
    stay two, also if one is called "#4" already.

    >>> teams_without(["Anna", "#4", "anna", "Red"], without_names(["Anna"], [], 4))
    {'Anna': '#4 (2)', 'anna': '#4 (2)'}
    """
    stay = {folded(team) for team in teams if without(team) == team}
    new: dict[str, str] = {}
    by_key: dict[str, str] = {}
    for team in sorted(teams):
        name = without(team)
        if name == team:
            continue
        if folded(team) not in by_key:
            by_key[folded(team)] = _free_name(name, stay | {folded(taken) for taken in by_key.values()})
        new[team] = by_key[folded(team)]
    return new


def _free_name(name: str, taken: Collection[str]) -> str:
    free, number = name[:LONGEST_TEAM], 1
    while folded(free) in taken:
        number += 1
        ending = f" ({number})"
        free = name[: LONGEST_TEAM - len(ending)] + ending
    return free
