"""Finds names of removed people that only the side which removed them knew. The removal erased these names there.

For example, somebody is renamed on a laptop, to a name that an announcement or a ruling already mentions, and is then
removed. The laptop replaces both the old and the new name by "#3", so its file does not contain the new name. On the
site the announcement still has it.
"""

import re
from collections.abc import Collection, Iterator, Mapping
from typing import Any, NamedTuple, cast

from tournament.archive.tenbo.document import Document
from tournament.archive.tenbo.past.texts import Place, texts_of, with_texts
from tournament.people.erased_texts import is_full_name

LONGEST_NAME = 80
"""The most characters of a name (`Player.name`)."""

NAME_FIELDS = frozenset({"name", "substitute", "appealed_by"})
"""Fields of texts that are a person's name as a whole. A removal erases any name of the person there, also a single
word."""

LONGEST_PARTICLE = 3
"""The most letters of a word inside a name that is written in lower case, such as "von" or "de"."""

MARK = re.compile(r"#([1-9][0-9]{0,4})(?!\d)")
"""The mark of any person, such as "#3". The pattern does not list the numbers of the removed people: at each "#" of a
text it would try all of them, and no other thread of the process runs meanwhile."""

NAME_WORD = re.compile(r"[^\W\d_][^\d,;:!?()/]*")
"""A word of a name: it begins with a letter, and has no digits and no marks of a sentence but points."""


class Replaced(NamedTuple):
    """A name in a text, where another text has the person's mark. `is_numbered` says whether the person's number
    follows the name, as in "Anna (3)"."""

    number: int
    name: str
    is_numbered: bool


def names_on_laptop(own: Document, document: Document, renamings: Mapping[int, int]) -> dict[int, set[str]]:
    """Return names of removed people that are still in the texts of the site's document `own`, by the people's numbers.

    In `document`, from the laptop, the person's number stands where `own` has such a name. `renamings` has, for each
    removed person, how often the laptop renamed the person: a person has at most as many such names. Names that the
    site knows have been erased from `own` already. Only the file says that these words are a name, and whoever has the
    laptop can write the file. So words of a text count only if they look like a name, and not if they are all of the
    text, which may be a reason or a rule.
    """
    names: dict[int, set[str]] = {number: set() for number, times in renamings.items() if times}
    if not names:
        return {}
    theirs = texts_of(document)
    for place, text in texts_of(own).items():
        other = theirs.get(place, text)
        if other == text or _is_former_name(place):
            continue
        mark = MARK.fullmatch(other)
        is_whole = mark is not None and int(mark[1]) in names
        if is_whole and not _is_name(place):
            continue
        for number, name, is_numbered in _replaced(text, other, names)[0]:
            # A removal replaces a single word in a text only if the person's number follows.
            is_erased = is_numbered or is_full_name(name)
            if len(names[number]) < renamings[number] and (is_whole or (is_erased and looks_like_name(name))):
                names[number].add(name)
    return {number: known for number, known in names.items() if known}


def with_erased_texts(document: Document, own: Document, removed: Collection[int]) -> Document:
    """Return the laptop's document with the texts of the site's document `own` from which names of these people are
    erased: the texts in which `own` has a mark such as "#3" where `document` has a name, and which are equal else.

    Only the site knew such a name, for example a new spelling, and has erased it. What stands on the site stays so."""
    if not removed:
        return document
    people, ours = set(removed), texts_of(own)

    def erased(place: Place, text: str) -> str:
        other = ours.get(place, text)
        if other == text:
            return text
        replaced, rest = _replaced(text, other, people)
        return other if replaced and not rest else text

    return _with_short_names(with_texts(document, erased), document, own, people)


def with_own_words(document: Document, own: Document, renamed: Collection[int]) -> Document:
    """Return the laptop's document with the texts of the site's document `own` in which `document` has a mark of one of
    these people instead of other words, and which are equal else. `names_on_laptop` did not take the words for a name.

    The words stay on the site, even if they were a name, because a file must not erase what others wrote."""
    if not renamed:
        return document
    people, ours = set(renamed), texts_of(own)

    def kept(place: Place, text: str) -> str:
        other = ours.get(place, text)
        if other == text or _is_former_name(place):
            return text
        replaced, rest = _replaced(other, text, people)
        return other if replaced and not rest else text

    return _with_short_names(with_texts(document, kept), document, own, people)


def _with_short_names(changed: Document, document: Document, own: Document, people: Collection[int]) -> Document:
    """Return the document `changed`, made from `document`, with the site's short names of teams that only one side
    calls by a removed person's number and that now have the site's name. The removal emptied these short names there.
    """
    teams: list[Any] = [*changed.get("teams", [])]
    for place, (theirs, ours) in enumerate(zip(document.get("teams", []), own.get("teams", []), strict=False)):
        is_marked = _has_mark(theirs["name"], people) or _has_mark(ours["name"], people)
        if is_marked and theirs["name"] != ours["name"] == teams[place]["name"]:
            teams[place] = teams[place] | {"short_name": ours["short_name"]}
    whole: Any = changed
    return cast("Document", whole | {"teams": teams} if teams else whole)


def looks_like_name(words: str) -> bool:
    """Whether these words look like a name: letters alone, and each word begins with a capital but short particles
    between the first and the last one. Words in a script without capitals never do, as they may be any words.

    >>> looks_like_name("J. von Neumann"), looks_like_name("Insulted the referee"), looks_like_name("Rule 4: Abuse")
    (True, False, False)
    >>> looks_like_name("was not"), looks_like_name("Not he"), looks_like_name("審判 侮辱")
    (False, False, False)
    """
    each = words.split()
    particles = {place for place in range(1, len(each) - 1) if len(each[place]) <= LONGEST_PARTICLE}
    return all(
        NAME_WORD.fullmatch(word) and (place in particles or word[0] != word[0].lower())
        for place, word in enumerate(each)
    )


def _is_name(place: Place) -> bool:
    """Whether the text at this place is a person's name as a whole. The name of a team is none, because others chose
    it, and the log has names of persons only where `_is_former_name` says so."""
    return place[-1] in NAME_FIELDS and place[0] not in {"teams", "log"}


def _is_former_name(place: Place) -> bool:
    """Whether this is a name in the data of a log entry, which belongs to the person of the entry. Longer places in the
    log are those of settings."""
    return place[0] == "log" and place[2:] in {("before",), ("name",)}


def _replaced(text: str, marked: str, people: Collection[int]) -> tuple[list[Replaced], str]:
    """Return the names that a text has where the text `marked` has the mark of one of these people, such as "#3"; and
    the rest of the text from where the two differ in more than a name ("" if they do not)."""
    replaced: list[Replaced] = []
    parts = _parts(marked, people)
    _number, before = next(parts)
    if not text.startswith(before):
        return [], text
    at = len(before)
    for number, after in parts:
        if text.startswith(f"#{number}{after}", at):
            at += len(f"#{number}{after}")
            continue
        end = text.find(after, at + 1) if after else len(text)
        words = text[at:end] if end > at else ""
        name = words.removesuffix(f" ({number})")
        if not 0 < len(name) <= LONGEST_NAME or name != name.strip():
            return replaced, text[at:]
        replaced.append(Replaced(number, name, is_numbered=name != words))
        at = end + len(after)
    return replaced, text[at:]


def _has_mark(text: str, people: Collection[int]) -> bool:
    return any(number for number, _text in _parts(text, people))


def _parts(text: str, people: Collection[int]) -> Iterator[tuple[int, str]]:
    """Yield the parts of a text between the marks of these people, each with the number in the mark before it. The
    first part, which has no mark before it, comes with 0."""
    number = begin = 0
    for mark in MARK.finditer(text):
        if int(mark[1]) in people:
            yield number, text[begin : mark.start()]
            number, begin = int(mark[1]), mark.end()
    yield number, text[begin:]
