"""Replaces the names of a removed person in typed texts."""

import re
from array import array
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from itertools import accumulate

from tournament.core.text import folded
from tournament.games.substitutes import name_key
from tournament.people.letters import compared, compared_text, letters_of
from tournament.people.name_finder import NameFinder

SHORTEST_FULL_NAME = 5
"""The fewest characters of a full name, such as "Bo Li"."""

LONGEST_TEAM_NAME = 80
"""The most characters of a team's name (`PlayerTeam.name`)."""

WORDS = re.compile(r"\w+")
LETTER = re.compile(r"[^\W\d_]")


def is_full_name(name: str) -> bool:
    """Whether this is a full name, which is erased wherever a text contains it. A full name has two words at least,
    because a single word, such as "Place", may stand in a text that is about nobody. "12:30 Lunch" is no name: it has
    one word with letters.

    >>> is_full_name("Bo Li"), is_full_name("J. Novák"), is_full_name("Anna"), is_full_name("12:30 Lunch")
    (True, True, False, False)
    """
    with_letters = [word for word in name.split() if LETTER.search(word)]
    return len(name) >= SHORTEST_FULL_NAME and len(with_letters) >= 2 and _may_stand_in_text(name)


def _may_stand_in_text(name: str) -> bool:
    """Whether a name can be erased from a text without damage to the text's form. Such a name begins with a letter,
    because lines of the timetable's breaks begin with a time. It has no braces, because placeholders such as `{link}`
    have braces."""
    return bool(LETTER.match(name)) and "{" not in name and "}" not in name


class ErasedNames:
    """A removed person's names, which are replaced by the person's number, as in "#4". In an event in which the person
    has no number, "…" replaces the names.

    In a running text, a full name is always replaced (`is_full_name`). Any other name is replaced only if the number
    follows, as in "Anna (4)". Names of other people (`others`) that contain a removed name stay. No text becomes
    longer. In a field for a name, any removed name is replaced if it is the whole value, however it is spelt
    (`name_key`).

    >>> erased = ErasedNames(["Anna Li", "Anna"], ["Anna Li Nováková"], 4)
    >>> erased.in_text("ANNA LI, Anna (4) and Joanna Li met Anna and Anna Li Nováková")
    '#4, #4 and Joanna Li met Anna and Anna Li Nováková'
    >>> erased.in_name("anna"), erased.in_name("Anna's team")
    ('#4', "Anna's team")
    """

    def __init__(self, names: Iterable[str], others: Iterable[str], number: int | None) -> None:
        names = [name for name in names if name]
        self._mark = "…" if number is None else f"#{number}"
        self._keys = {key for name in names if (key := name_key(name))}
        gone = {name for name in map(compared_text, names) if _may_stand_in_text(name)}
        full = {name for name in gone if is_full_name(name)}
        stays = set(map(compared_text, others)) - gone
        finder = NameFinder(gone)
        self._stays = {name for name in stays if any(finder.find(name))}
        self._first_words = {word[0] for name in gone if (word := WORDS.match(name))}
        counted = () if number is None else gone
        self._finder = NameFinder(full | self._stays, counted, f" ({number})")

    def in_text(self, text: str) -> str:
        """Return a running text without the names. Everything else in it stays as it is stored."""
        letters = letters_of(text)
        searched = "".join(map(compared, letters))
        if self._first_words.isdisjoint(WORDS.findall(searched)):
            return text
        found = [place for place in self._finder.find(searched) if searched[place.begin : place.end] not in self._stays]
        if not found:
            return text
        begins = array("q", accumulate((len(compared(letter)) for letter in letters), initial=0))  # in `searched`
        parts: list[str] = []
        copied = 0
        for begin, _end, until in found:
            first, after = bisect_right(begins, begin) - 1, bisect_left(begins, until)
            # A form may be a letter and a mark, which the name has not: then the text has another name.
            is_whole_letters = begins[first] == begin and begins[after] == until
            is_long_enough = sum(map(len, letters[first:after])) >= len(self._mark)
            if is_whole_letters and is_long_enough:
                parts += [*letters[copied:first], self._mark]
                copied = after
        return "".join([*parts, *letters[copied:]])

    def in_lines(self, text: str) -> str:
        """Return a text whose lines have a form, such as a timetable, without the names. No name is found over two
        lines."""
        return "".join(map(self.in_text, text.splitlines(keepends=True)))

    def in_name(self, name: str) -> str:
        """Return a field for a name, such as a substitute or a team, without the person's names."""
        return self._mark if name_key(name) in self._keys else self.in_text(name)

    def in_team_names(self, teams: Iterable[str]) -> Mapping[str, str]:
        """Return new names for those teams whose names contain a removed name; the keys are the teams' folded old
        names. A new name differs from the names of all other teams."""
        spellings = sorted(filter(None, teams))
        taken = {folded(name) for name in spellings}
        last = Counter[str]()  # without it, thousands of teams of one name would each be counted from 2
        renamed: dict[str, str] = {}
        for name in spellings:
            new = self.in_name(name)
            if new != name and folded(name) not in renamed:
                renamed[folded(name)] = free = _free(new, taken, last)
                taken.add(folded(free))
        return renamed


def _free(name: str, taken: Collection[str], last: Counter[str]) -> str:
    """Return this name for a team, with a number after it if another team already has the name. `last` has, for each
    name, the last number that was tried."""
    free = name
    while folded(free) in taken:
        last[name] = max(last[name], 1) + 1
        free = f"{name[: LONGEST_TEAM_NAME - 8]} ({last[name]})"
    return free
