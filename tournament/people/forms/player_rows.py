"""Parse a text with players: one name per line, or the rows of a spreadsheet with or without column titles."""

import csv
import io
import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament.core.forms.facts import EmaNumberField
from tournament.models import EntryFacts
from tournament.people.column_titles import meanings_of
from tournament.people.forms.entry import EntryForm
from tournament.people.queries.players import PastedPlayer
from tournament.people.untitled_rows import is_yes, untitled_rows

MOST_ROWS = 400  # a row has two fields in the preview (`DATA_UPLOAD_MAX_NUMBER_FIELDS`)

COLUMN_NAMES = {
    "name": gettext_lazy("Name"),
    "first": gettext_lazy("First name"),
    "last": gettext_lazy("Last name"),
    "country": gettext_lazy("Country"),
    "club": gettext_lazy("Club"),
    "ema_number": gettext_lazy("EMA number"),
    "mail": gettext_lazy("Mail"),
    "phone": gettext_lazy("Phone"),
    "paid": gettext_lazy("Has paid"),
    "": gettext_lazy("not read"),
}
"""The names that the preview gives to the recognized columns of a list without titles."""

SEPARATORS = "\t;,|"
FLAG = re.compile("[\U0001f1e6-\U0001f1ff]{2}")

TITLES_WITHIN = 6
"""How many lines from the top may contain the titles; the name of the event may stand above the titles, for example."""


@dataclass(frozen=True, kw_only=True)
class Rows:
    """The valid lines (`lines`), and sentences about the invalid lines (`problems`).

    `unread` are column titles that are not recognized; `columns` are the recognized columns of a list without titles;
    `remarks` are sentences about text that was changed or skipped while the list was read.
    """

    lines: tuple[PastedPlayer, ...]
    problems: tuple[str, ...]
    unread: tuple[str, ...] = ()
    columns: tuple[str, ...] = ()
    remarks: tuple[str, ...] = ()


class ReadEmaNumberField(EmaNumberField):
    """An EMA number of eight digits. A spreadsheet removes a leading 0, so a number of seven digits gets its 0 back;
    "-" counts as empty."""

    def clean(self, value: Any) -> str:
        text = str(value or "").strip()
        if text.isascii() and text.isdecimal() and len(text) == 7:
            text = f"0{text}"
        return super().clean("" if text in {"-", "–", "—"} else text)


class PaidField(forms.CharField):
    """Yes or no, as people write it in a list; an empty cell means no."""

    def clean(self, value: Any) -> bool:
        has_paid = is_yes(str(value or ""))
        if has_paid is None:
            raise forms.ValidationError(_("Write yes or no."))
        return has_paid


NO_PART_OF_NAMES = set(":;|<>[]{}=*@#/\\_~^+")
"""Characters that occur in headings, links and lists, but in no name."""


class RowForm(EntryForm):
    """One row of a file; missing details get their defaults."""

    ema_number = ReadEmaNumberField(label=gettext_lazy("EMA number"))
    paid = PaidField(label=gettext_lazy("Has paid"), required=False)  # type: ignore[assignment]
    status = None  # type: ignore[assignment]
    may_publish = None  # type: ignore[assignment]

    def clean_name(self) -> str:
        name = super().clean_name()
        for sign in name:
            if sign in NO_PART_OF_NAMES or unicodedata.category(sign) in {"So", "Sm", "Sc"}:
                message = _("“%(name)s” contains “%(sign)s”, which names do not have. Is this one person?")
                raise forms.ValidationError(message % {"name": name, "sign": sign})
        if name.count(",") > 1:
            raise forms.ValidationError(_("Are these several people? Write one person on each line."))
        return name

    @property
    def entry_facts(self) -> EntryFacts:
        return EntryFacts(**{name: self.cleaned_data[name] for name in ("team", "reserved_table", "note", "paid")})


def read_rows(text: str) -> Rows:
    """Read all players of the text. Raises ValidationError if the text has no player, if it has too many players, or if
    a line seems to have several players."""
    text = text.lstrip("\ufeff").replace("\r\n", "\n").replace("\r", "\n")  # as Excel's "CSV (Macintosh)" ends lines
    text = FLAG.sub(_letters_of_flag, text)
    written = [(number, line) for number, line in enumerate(text.split("\n"), 1) if _has_letters(line)]
    if not written:
        raise forms.ValidationError(_("The name is missing."))
    try:
        titles = _titles(written)
        if titles is None:
            _check_count(len(written))
            _check_titles_name_people(*written[0])
            _check_one_person_a_line(written)
            untitled = untitled_rows(written)
            named = tuple(str(COLUMN_NAMES[meaning]) for meaning in untitled.written)
            return replace(_table(untitled.columns, untitled.records), columns=named if len(named) > 1 else ())
        above, separator = titles
        records = [
            (number, cells)
            for number, cells in _records(text, separator)
            if number >= written[above][0] and _has_letters("".join(cells))
        ]
    except csv.Error:
        raise forms.ValidationError(_("Tenbo cannot separate the rows. Is a closing quotation mark missing?")) from None
    if len(records) < 2:
        raise forms.ValidationError(_("The name is missing."))
    _check_count(len(records) - 1)
    columns = meanings_of(records[0][1])
    rows = _table(columns, records[1:])
    unread = _unread(columns, records)
    above_titles = [
        _("Line %(line)s is above the titles and is ignored.") % {"line": n} for n, _line in written[:above]
    ]
    return replace(rows, unread=tuple(unread), remarks=(*above_titles, *rows.remarks))


def _check_count(count: int) -> None:
    if count > MOST_ROWS:
        raise forms.ValidationError(
            _("You can add at most %(most)s names at once. Add the names in several parts.") % {"most": MOST_ROWS}
        )


def _has_letters(text: str) -> bool:
    return any(c.isalnum() for c in text)


def _letters_of_flag(flag: re.Match[str]) -> str:
    """Return the country's letters for a flag emoji, which consists of two regional indicators: " (CZ)"."""
    return f" ({''.join(chr(ord(letter) - 0x1F1E6 + ord('A')) for letter in flag[0])})"


def _check_one_person_a_line(written: Sequence[tuple[int, str]]) -> None:
    for number, line in written:
        parts = [part for part in re.split("[,;]", line) if len(part.split()) > 1]
        if line.count("@") > 1 or (len(written) == 1 and len(parts) > 2):
            message = _("Line %(line)s seems to hold several people. Write one person on each line.")
            raise forms.ValidationError(message % {"line": number})


def _unread(columns: Sequence[str], records: Sequence[tuple[int, list[str]]]) -> list[str]:
    """Return the columns whose content is ignored: each by its title or, without a title, by the content of one of its
    cells."""
    (_number, titles), *rows = records
    unread = []
    for at in range(max(len(cells) for _number, cells in records)):
        title = titles[at].strip() if at < len(titles) else ""
        example = next((cells[at].strip() for _number, cells in rows if at < len(cells) and cells[at].strip()), "")
        if at >= len(columns) or not columns[at]:
            unread.append(
                title or (example and _("column %(number)s, “%(example)s”") % {"number": at + 1, "example": example})
            )
    return [words for words in unread if words]


def _titles(written: Sequence[tuple[int, str]]) -> tuple[int, str] | None:
    """Return the number of lines above the line of titles, and the separator of its cells; None if no line has titles.

    If several lines have titles, the line with the most titles is used: a line with "Name" may stand above a line with
    "First" and "Last".
    """
    best: tuple[int, int, str] | None = None
    for above, (_number, line) in enumerate(written[:TITLES_WITHIN]):
        for separator in SEPARATORS:
            columns = meanings_of(next(csv.reader([line], delimiter=separator)))
            count = sum(map(bool, columns))
            # A single title below other lines could also be somebody's name.
            is_line_of_titles = {"name", "first", "last"} & {*columns} and (not above or count > 1)
            if is_line_of_titles and (best is None or (count, above) > best[:2]):
                best = count, above, separator
    return best[1:] if best else None


def _check_titles_name_people(number: int, line: str) -> None:
    """Raise ValidationError if the first line has column titles, but none for the name: otherwise the line would be
    read as a person."""
    for separator in SEPARATORS:
        cells = next(csv.reader([line], delimiter=separator))
        known = [cell for cell, meaning in zip(cells, meanings_of(cells), strict=True) if meaning]
        if len(cells) > 1 and known:
            message = _("Line %(line)s has column titles, such as “%(title)s”, but the title “Name” is missing.")
            raise forms.ValidationError(message % {"line": number, "title": known[0].strip()})


def _records(text: str, separator: str) -> Iterator[tuple[int, list[str]]]:
    """Yield the cells of each record, with the number of the record's first line. A record may span several lines,
    because a quoted cell may contain line breaks."""
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator)
    begins = 1
    for cells in reader:
        yield begins, cells
        begins = reader.line_num + 1


def _table(columns: Sequence[str], records: Sequence[tuple[int, list[str]]]) -> Rows:
    lines: list[PastedPlayer] = []
    problems: list[str] = []
    remarks: list[str] = []
    of_number: dict[str, int] = {}
    for number, cells in records:
        form = RowForm(_facts(columns, cells))
        if not form.is_valid():
            problems += _problems(number, form)
            continue
        player = form.player_facts
        if player.ema_number and player.ema_number in of_number:
            message = _("Line %(line)s, %(name)s: line %(other)s has the same EMA number.")
            problems.append(message % {"line": number, "name": player.name, "other": of_number[player.ema_number]})
            continue
        of_number.setdefault(player.ema_number, number)
        if player.ema_number and player.ema_number != form.data["ema_number"]:
            message = _("Line %(line)s, %(name)s: the EMA number %(written)s is read as %(number)s.")
            written = form.data["ema_number"]
            remarks.append(
                message % {"line": number, "name": player.name, "written": written, "number": player.ema_number}
            )
        lines.append(PastedPlayer(number=number, player=player, entry=form.entry_facts))
    return Rows(lines=tuple(lines), problems=tuple(problems), remarks=tuple(remarks))


def _facts(columns: Sequence[str], cells: Sequence[str]) -> dict[str, str]:
    """Return the row as form data. If two columns have the same meaning, the first column with content in this row is
    used."""
    facts: dict[str, str] = {}
    for meaning, cell in zip(columns, cells, strict=False):
        if meaning and cell.strip():
            facts.setdefault(meaning, cell.strip())
    parts = {part: facts.pop(part) for part in ("first", "last") if part in facts}
    if parts:
        facts |= {"name": " ".join(parts.values()), "last_name": parts["last"] if len(parts) == 2 else ""}
    legal_name = facts.pop("legal_name", "")
    if (
        legal_name and facts.setdefault("name", legal_name) != legal_name
    ):  # without a preferred name the legal name is the name
        facts["legal_name"] = legal_name
    return facts


def _problems(number: int, form: RowForm) -> Iterator[str]:
    for field, errors in form.errors.items():
        cell = str(form.data.get(field, ""))
        who = str(form.data.get("name", "")) if field != "name" else ""
        where = (
            _("Line %(line)s, %(name)s") % {"line": number, "name": who}
            if who
            else _("Line %(line)s") % {"line": number}
        )
        parts = {"where": where, "field": form.fields[field].label, "cell": cell, "problem": errors[0]}
        if cell and field != "name":
            yield _("%(where)s: %(field)s “%(cell)s”: %(problem)s") % parts
        else:
            yield _("%(where)s: %(problem)s") % parts
