"""Parse a text with players: one name per line, or spreadsheet rows below a line of titles."""

import csv
import io
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django import forms
from django.utils.translation import gettext as _

from tournament.core.forms.facts import clean_name, name_problem
from tournament.core.text import folded
from tournament.models import EntryFacts, PlayerFacts
from tournament.people.forms.entry import EntryForm
from tournament.people.queries.players import PastedPlayer

MOST_ROWS = 400  # each is two fields of the preview (`DATA_UPLOAD_MAX_NUMBER_FIELDS`)

TITLES = {
    "name": "name fullname player playername players nomcomplet jmenoaprijmeni nazwisko nev",
    "first": "firstname first givenname forename prenom vorname krestnijmeno imie keresztnev",
    "last": "lastname last surname familyname nomdefamille nachname prijmeni vezeteknev",
    "name or first": "jmeno",
    "name or last": "nom",
    "country": "country nation nationality countrycode pays land zeme stat kraj orszag",
    "club": "club klub association verein",
    "ema_number": "ema emanumber emano emanr emaid emamembernumber emamember numeroema cisloema federationnumber",
    "team": "team teamname equipe tym mannschaft druzyna",
    "mail": "mail email emailaddress mailaddress courriel",
    "phone": "phone phonenumber telephone telefon tel mobile mobil",
    "reserved_table": "table reservedtable fixedtable tisch stul stol",
    "note": "note notes comment comments remark remarks remarque poznamka",
}
"""The titles that a column may have, without accents, spaces and capitals."""

MEANINGS = {title: meaning for meaning, titles in TITLES.items() for title in titles.split()}


@dataclass(frozen=True, kw_only=True)
class Rows:
    """The valid lines, the problems of the others in words, and titles that are not recognized."""

    lines: tuple[PastedPlayer, ...]
    problems: tuple[str, ...]
    unread: tuple[str, ...] = ()


class RowForm(EntryForm):
    """One row of a file; details that it lacks get their defaults."""

    status = None  # type: ignore[assignment]
    paid = None  # type: ignore[assignment]
    may_publish = None  # type: ignore[assignment]

    @property
    def entry_facts(self) -> EntryFacts:
        return EntryFacts(**{name: self.cleaned_data[name] for name in ("team", "reserved_table", "note")})


def read_rows(text: str) -> Rows:
    """Return every player of the text. Raises ValidationError for no player or too many."""
    text = text.replace("\r\n", "\n").replace("\r", "\n")  # as Excel's "CSV (Macintosh)" ends lines
    written = [(number, line) for number, line in enumerate(text.split("\n"), 1) if line.strip()]
    if not written:
        raise forms.ValidationError(_("The name is missing."))
    try:
        separator = _separator(written[0][1])
        if separator is None:
            _check_count(len(written))
            return _names(written)
        records = [
            (number, cells) for number, cells in _records(text, separator) if any(cell.strip() for cell in cells)
        ]
    except csv.Error:
        raise forms.ValidationError(_("The rows cannot be told apart. Is a quotation mark open?")) from None
    if len(records) < 2:
        raise forms.ValidationError(_("The name is missing."))
    _check_count(len(records) - 1)
    return _table(records[0][1], records[1:])


def _check_count(count: int) -> None:
    if count > MOST_ROWS:
        raise forms.ValidationError(_("More than %(most)s names. Add them in several parts.") % {"most": MOST_ROWS})


def _names(written: Sequence[tuple[int, str]]) -> Rows:
    lines, problems = [], []
    for number, line in written:
        problem = name_problem(line)
        if problem:
            problems.append(_("Line %(line)s: %(problem)s") % {"line": number, "problem": problem})
        else:
            lines.append(PastedPlayer(number=number, player=PlayerFacts(name=clean_name(line))))
    return Rows(lines=tuple(lines), problems=tuple(problems))


def _separator(first: str) -> str | None:
    """Return the separator of the cells if this is a line of titles, else None."""
    for separator in "\t;,":
        if any(
            meaning in {"name", "first", "last"} for meaning in _columns(next(csv.reader([first], delimiter=separator)))
        ):
            return separator
    return None


def _columns(titles: Sequence[str]) -> list[str]:
    """Return the meaning of each column, "" for an unknown title. What "name" means depends on the other columns."""
    meanings = [MEANINGS.get(_plain(title), "") for title in titles]
    if "last" in meanings or "name or last" in meanings:
        meanings = ["first" if meaning == "name or first" else meaning for meaning in meanings]
    if "first" in meanings:
        meanings = ["last" if meaning == "name or last" else meaning for meaning in meanings]
        if "last" not in meanings:
            meanings = ["last" if meaning == "name" else meaning for meaning in meanings]
    return ["name" if meaning in {"name or first", "name or last"} else meaning for meaning in meanings]


def _records(text: str, separator: str) -> Iterator[tuple[int, list[str]]]:
    """Yield each record with the number of its first line."""
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator)
    begins = 1
    for cells in reader:
        yield begins, cells
        begins = reader.line_num + 1


def _table(titles: Sequence[str], records: Sequence[tuple[int, list[str]]]) -> Rows:
    columns = _columns(titles)
    lines: list[PastedPlayer] = []
    problems: list[str] = []
    of_number: dict[str, int] = {}
    for number, cells in records:
        form = RowForm(_facts(columns, cells))
        if not form.is_valid():
            problems += _problems(number, form)
            continue
        player = form.player_facts
        if player.ema_number and player.ema_number in of_number:
            message = _("Line %(line)s, %(name)s: the EMA number is that of line %(other)s.")
            problems.append(message % {"line": number, "name": player.name, "other": of_number[player.ema_number]})
            continue
        of_number.setdefault(player.ema_number, number)
        lines.append(PastedPlayer(number=number, player=player, entry=form.entry_facts))
    unread = [title.strip() for title, meaning in zip(titles, columns, strict=True) if not meaning and title.strip()]
    return Rows(lines=tuple(lines), problems=tuple(problems), unread=tuple(unread))


def _facts(columns: Sequence[str], cells: Sequence[str]) -> dict[str, str]:
    """Return the row as form data. If two columns mean one thing, the first that is filled counts."""
    facts: dict[str, str] = {}
    for meaning, cell in zip(columns, cells, strict=False):
        if meaning and cell.strip():
            facts.setdefault(meaning, cell.strip())
    parts = [facts.pop(part) for part in ("first", "last") if part in facts]
    return {"name": " ".join(parts)} | facts if parts else facts


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


def _plain(title: str) -> str:
    return "".join(c for c in folded(title) if c.isalnum())
