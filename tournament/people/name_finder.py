"""Finds many names in a text, in a time that depends on the length of the text, however many names begin alike."""

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from typing import NamedTuple

NO_WORD_FOLLOWS = re.compile(r"(?!\w)")
"""A pattern for each place where a name may end."""

MARK = "\0"
"""Stands at each place where a name may end, in names and texts that are compared (`_marked`)."""

TOKEN = re.compile(rf"\w+|{MARK}\W?")
"""A pattern for the words and the other characters of a text with marks."""

NO_SPACE = re.compile(r"\S")


class Found(NamedTuple):
    """A name in a text: where it begins and where it ends. `until` is the end of the ending that follows the name, or
    equals `end`."""

    begin: int
    end: int
    until: int


class NameFinder:
    """Finds the longest of many names at each place of a text. A name begins and ends where a word does.

    Names in `before_ending` are found where the text `ending` follows, even if a word follows the ending. Names and
    texts are compared letter by letter, so the caller folds both.

    >>> finder = NameFinder(["anna li", "anna li lee"], ["anna", "anna li"], " (4)")
    >>> text = "anna (4), anna li (4), anna li lee (4), anna, joanna li"
    >>> [text[begin:until] for begin, end, until in finder.find(text)]
    ['anna (4)', 'anna li (4)', 'anna li lee']
    """

    def __init__(self, names: Iterable[str], before_ending: Iterable[str] = (), ending: str = "") -> None:
        found = {_marked(name): (len(name), len(name)) for name in names if NO_SPACE.match(name)}
        for name in filter(NO_SPACE.match, before_ending):
            found[_marked(name + ending).removesuffix(MARK)] = len(name), len(name + ending)
        # A sorted name is followed by all names that begin with it. `_above` leads from a name to the longest other
        # name with which it begins, so that of names that begin alike only those few are compared that the text has.
        self._names, self._ends, self._above, self._skips = [""], [(0, 0)], [0], [0]
        depths, path = [0], [0]
        for name in sorted(found):
            while not name.startswith(self._names[path[-1]]):
                path.pop()
            above = path[-1]
            if found[name] < self._ends[above]:
                continue  # with the ending, the name above is found here: it is the longer name
            self._skips.append(self._skip_from(above, depths))
            path.append(len(self._names))
            depths.append(depths[above] + 1)
            self._names.append(name)
            self._ends.append(found[name])
            self._above.append(above)
        self._first = {token[0] for name in self._names[1:] if (token := TOKEN.match(name))}
        self._longest = max(map(len, self._names))

    def _skip_from(self, above: int, depths: list[int]) -> int:
        """Return where the search may skip to from a new name under the name `above`. With these skips the longest name
        that a text has is found in few steps, also if each of eighty names begins with the name before."""
        skip = self._skips[above]
        is_pair = depths[above] - depths[skip] == depths[skip] - depths[self._skips[skip]]
        return self._skips[skip] if is_pair else above

    def find(self, text: str) -> Iterator[Found]:
        """Yield the longest name at each place of a text where one begins, but at no place inside the name before."""
        marked = _marked(text)
        begin = at = until = 0
        is_after_word = False
        for place in TOKEN.finditer(marked):
            token = place[0]
            is_word = not token.startswith(MARK)
            if token in self._first and begin >= until and not is_after_word:
                name_length, length = self._at(marked, at)
                if length:
                    until = begin + length
                    yield Found(begin, begin + name_length, until)
            at += len(token)
            begin += len(token) if is_word else 1
            is_after_word = is_word

    def _at(self, marked: str, at: int) -> tuple[int, int]:
        """Return the length of the longest name at this place of a text with marks, alone and with the ending."""
        found = bisect_right(self._names, marked[at : at + self._longest]) - 1
        while not marked.startswith(self._names[found], at):
            skip = self._skips[found]
            found = self._above[found] if marked.startswith(self._names[skip], at) else skip
        return self._ends[found]


def _marked(text: str) -> str:
    """Return a text with a mark at each place where a name may end: then a name is at a place of a text exactly if the
    text goes on there with the marked name."""
    return NO_WORD_FOLLOWS.sub(MARK, text)
