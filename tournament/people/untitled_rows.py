"""Reads lists of people without column titles: each column is recognized by its content.

The lists may be pasted from anywhere: `Karel Host;CZ`, `1. Karel Host (CZ)`, or a spreadsheet without its first row.
"""

import csv
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from tournament.core.text import folded, whole_number
from tournament.countries import country_of

Line = tuple[int, str]
Record = tuple[int, list[str]]
"""The number of a line, and the line's text or its cells."""

YES = {
    "yes",
    "y",
    "x",
    "1",
    "true",
    "paid",
    "ok",
    "✓",
    "✔",
    "☑",
    "oui",
    "o",
    "paye",
    "payee",
    "ano",
    "a",
    "zaplaceno",
    "ja",
}
NO = {"no", "n", "0", "false", "unpaid", "-", "non", "ne", "nezaplaceno", "nein", "✗", "✘", "☐"}
"""Words for "not paid" in lists, as `folded` writes them."""

MOSTLY = 0.6
"""A column gets a meaning if at least this share of its filled cells fits the meaning; lines whose cells do not fit are
refused."""

PAID_WORDS = ("paid", "yes", "paye", "payee", "oui", "zaplaceno", "ano", "bezahlt", "ja")
UNPAID_WORDS = ("not", "unpaid", "pending", "non", "nezaplaceno", "nein", "nicht")
"""First words of a cell that mean "not paid", whatever follows, for example "not yet"."""

SCORE = re.compile(r"[-+−–]?\d{1,3}(?:[ \u00a0]?\d{3})*(?:[.,]\d+)?\s?%?")
BULLET = re.compile(r"^\s*[-*•·–]\s+")
COUNT = re.compile(r"^\s*(?:#?\d{1,3}[.):]\s+|#\d{1,3}\s+)")
BRACKETS = re.compile(r"(.+?)\s*[(\[]([^()\[\]]+)[)\]]\s*")
DASH = re.compile(r"(.+?)\s+[-–—]\s+([^-–—]+)")
COMMA = re.compile(r"(.+?)\s*,\s*([A-Z]{2,3})")
MAIL = re.compile(r"(.+?)\s*[<(]\s*([^<>()\s]+@[^<>()\s]+)\s*[>)]\s*")
EMA_NUMBER = re.compile(r"(.+?)[\s,]+(\d{7,8})\s*")

BREAKS = r"\n-\r\x1c-\x1f\x85\u2028\u2029"
BREAK = re.compile(f"[{BREAKS}]")
"""A pattern for the characters that begin a new line, which no name has."""

SPACES = re.compile(rf"[^\S{BREAKS}]+")
"""A pattern for spaces of every kind. Several in a row become one, because the other patterns take 0.08 s for a line of
300 spaces."""

LONGEST = 300
"""The most characters of a line that is matched, because the patterns take minutes for a line of 16,000 spaces."""


@dataclass(frozen=True, kw_only=True)
class UntitledRows:
    """The columns recognized in lines without titles.

    * `records`: each line's number and cells.
    * `columns`: the meaning of each cell, "" for ignored cells. A cell that was split into a name and other details is
      ignored; its parts come last.
    * `written`: the meanings as people see them: first of the columns of the pasted text, "name" included, then of the
      details that were split off from the names.
    """

    columns: list[str]
    records: list[Record]
    written: list[str]


def untitled_rows(lines: Sequence[Line]) -> UntitledRows:
    """Recognize the columns of these lines. Raises csv.Error if a quotation mark is not closed."""
    lines = [(number, BULLET.sub("", line)) for number, line in lines]
    separator = _separator(lines)
    if separator is None:
        return _names(lines)
    records = [(number, [cell.strip() for cell in _split(line, separator)]) for number, line in lines]
    width = max(len(cells) for _number, cells in records)
    columns = [[cells[at] if at < len(cells) else "" for _number, cells in records] for at in range(width)]
    meanings = _meanings(columns)
    if "name" not in meanings:
        return UntitledRows(columns=meanings, records=records, written=meanings)
    at_name = meanings.index("name")
    apart = _names([(number, cells[at_name] if at_name < len(cells) else "") for number, cells in records])
    return UntitledRows(
        columns=[*("" if meaning == "name" else meaning for meaning in meanings), *apart.columns],
        records=[
            (number, [*cells, *[""] * (width - len(cells)), *parts])
            for (number, parts), (_number, cells) in zip(apart.records, records, strict=True)
        ],
        written=[*meanings, *(meaning for meaning in apart.columns if meaning and meaning not in meanings)],
    )


def is_yes(text: str) -> bool | None:
    """Whether a cell says that somebody has paid; None if it says neither yes nor no."""
    word = folded(text)
    if word in YES:
        return True
    if word in NO | {""}:
        return False
    first = next(iter(word.replace(",", " ").split()), "")
    return True if first in PAID_WORDS else False if first in UNPAID_WORDS else None


def _separator(lines: Sequence[Line]) -> str | None:
    """Return the separator of the cells, or None if each line is only a name; a name may contain a comma."""
    for separator in "\t;|":
        if any(separator in line.strip().rstrip(separator) for _number, line in lines):
            return separator
    split = [_split(line, ",") if "," in line else [line] for _number, line in lines]
    rest = [cell.strip() for cells in split for cell in cells[1:] if cell.strip()]
    is_telling = [bool(country_of(cell)) or _is_number(cell) or "@" in cell for cell in rest]
    return "," if rest and sum(is_telling) >= len(lines) * MOSTLY else None


def _split(line: str, separator: str) -> list[str]:
    (cells,) = csv.reader([line], delimiter=separator, strict=True)
    return cells


def _names(lines: Sequence[Line]) -> UntitledRows:
    """Read lines that have one name each. A list number may stand before the name; a country, an EMA number or a mail
    address may follow the name."""
    records = []
    for number, line in _without_counting(lines):
        name, country, ema_number = COUNT.sub("", line).strip('"“”*_,;| \t'), "", ""
        mail, name = "", SPACES.sub(" ", name)
        if len(name) > LONGEST or BREAK.search(name):
            records.append((number, [name, "", "", ""]))  # the form refuses it
            continue
        if parts := MAIL.fullmatch(name.rstrip(",;")):
            name, mail = parts[1].strip('"'), parts[2]
        for pattern in (BRACKETS, EMA_NUMBER, BRACKETS, DASH, COMMA):
            parts = pattern.fullmatch(name)
            if parts and _is_number(parts[2]):
                name, ema_number = parts[1], parts[2]
            elif parts and country_of(parts[2]) and not country:
                name, country = parts[1], parts[2]
        records.append((number, [name, country, ema_number, mail]))
    used = [any(cells[at] for _number, cells in records) for at in range(4)]
    meanings = zip(("name", "country", "ema_number", "mail"), (True, *used[1:]), strict=True)
    columns = [meaning if is_used else "" for meaning, is_used in meanings]
    return UntitledRows(columns=columns, records=records, written=[meaning for meaning in columns if meaning])


def _without_counting(lines: Sequence[Line]) -> Sequence[Line]:
    """Remove the numbers at the start of the lines if the numbers count up: "1 Karel Host", "2 Eva Malá"."""
    parts = [line.split(maxsplit=1) for _number, line in lines]
    if len(lines) > 1 and all(len(words) == 2 and words[0] == f"{at}" for at, words in enumerate(parts, 1)):
        return [(number, words[1]) for (number, _line), words in zip(lines, parts, strict=True)]
    return lines


def _meanings(columns: Sequence[Sequence[str]]) -> list[str]:
    meanings = [_of_cells(cells) for cells in columns]
    texts = [at for at, meaning in enumerate(meanings) if meaning == "text"]
    if not texts:  # Jordan, Georgia and Chad are names, too
        texts = [at for at, meaning in enumerate(meanings) if meaning == "country"][:1]
    names = ["name", "club"]
    if len(texts) > 1 and all(_mostly(columns[at], lambda cell: len(cell.split()) == 1) for at in texts[:2]):
        names = ["first", "last", "club"]
    for at, meaning in zip(texts, [*names, *[""] * len(texts)], strict=False):
        meanings[at] = meaning
    first: dict[str, int] = {}
    for at, meaning in enumerate(meanings):
        first.setdefault(meaning, at)
    return [meaning if first[meaning] == at else "" for at, meaning in enumerate(meanings)]


def _of_cells(cells: Sequence[str]) -> str:
    filled = [cell for cell in cells if cell]
    counted = [whole_number(cell.rstrip(".")) for cell in filled]
    if not filled or all(SCORE.fullmatch(cell) and not _is_number(cell) for cell in filled):
        return ""
    if None not in counted and all(number is not None and number < 1000 for number in counted):
        return ""
    kinds: list[tuple[str, Callable[[str], object]]] = [
        ("ema_number", _is_number),
        ("mail", lambda cell: "@" in cell),
        ("phone", lambda cell: re.fullmatch(r"\+?[\d ()/.-]{7,}", cell)),
        ("country", country_of),
    ]
    # "No" is also Norway: a column of yes and no contains a word that is not a country.
    if all(is_yes(cell) is not None for cell in filled) and not all(country_of(cell) for cell in filled):
        return "paid"
    return next((meaning for meaning, fits in kinds if _mostly(filled, fits)), "text")


def _mostly(cells: Sequence[str], fits: Callable[[str], object]) -> bool:
    filled = [cell for cell in cells if cell]
    return sum(bool(fits(cell)) for cell in filled) >= len(filled) * MOSTLY


def _is_number(text: str) -> bool:
    """Whether this is an EMA number, or an EMA number whose leading 0 a spreadsheet removed."""
    return text.isascii() and text.isdecimal() and len(text) in {7, 8}
