"""Parse a text with players: names, one a line, or the rows of a spreadsheet, with titles or without."""

import csv
import io
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament.core.forms.facts import EmaNumberField
from tournament.core.text import folded
from tournament.models import EntryFacts
from tournament.people.forms.entry import EntryForm
from tournament.people.queries.players import PastedPlayer
from tournament.people.untitled_rows import is_yes, untitled_rows

MOST_ROWS = 400  # each is two fields of the preview (`DATA_UPLOAD_MAX_NUMBER_FIELDS`)

TITLES = {
    "name": "name fullname player playername players nomcomplet jmenoaprijmeni nazwisko nev",
    "first": "firstname first givenname forename prenom vorname krestnijmeno imie keresztnev",
    "last": "lastname last surname familyname nomdefamille nachname prijmeni vezeteknev",
    "name or first": "jmeno",
    "name or last": "nom",
    "country": "country nation nationality countrycode pays land zeme stat kraj orszag",
    "club": "club klub association verein",
    "ema_number": "ema emanumber emano emanr emanbr nema noema emaid emamembernumber emamember numeroema cisloema"
    " federationnumber",
    "team": "team teamname equipe tym mannschaft druzyna",
    "mail": "mail email emailaddress mailaddress courriel",
    "phone": "phone phonenumber telephone telefon tel mobile mobil",
    "paid": "paid haspaid payment fee feepaid paye paiement regle zaplaceno platba uhrazeno startovne bezahlt",
    "reserved_table": "table reservedtable fixedtable tisch stul stol",
    "note": "note notes comment comments remark remarks remarque poznamka",
}
"""The titles that a column may have, without accents, spaces and capitals."""

MEANINGS = {title: meaning for meaning, titles in TITLES.items() for title in titles.split()}


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
"""What a column without a title may hold, as the preview calls it."""

TITLES_WITHIN = 6
"""Lines in which the titles may stand: below the name of the event, for example."""


@dataclass(frozen=True, kw_only=True)
class Rows:
    """The valid lines, the problems of the others in words, and what else the organizer has to know.

    `unread` are titles that are not recognized; `columns` says what was taken for what where there are no titles;
    `remarks` are sentences about what was read otherwise than it is written.
    """

    lines: tuple[PastedPlayer, ...]
    problems: tuple[str, ...]
    unread: tuple[str, ...] = ()
    columns: tuple[str, ...] = ()
    remarks: tuple[str, ...] = ()


class ReadEmaNumberField(EmaNumberField):
    """Eight digits; seven get the leading 0 that a spreadsheet takes away. "-" is no number."""

    def clean(self, value: Any) -> str:
        text = str(value or "").strip()
        if text.isascii() and text.isdecimal() and len(text) == 7:
            text = f"0{text}"
        return super().clean("" if text in {"-", "–", "—"} else text)


class PaidField(forms.CharField):
    """Yes or no, as people write it in a list; nothing is no."""

    def clean(self, value: Any) -> bool:
        has_paid = is_yes(str(value or ""))
        if has_paid is None:
            raise forms.ValidationError(_("Write yes or no."))
        return has_paid


class RowForm(EntryForm):
    """One row of a file; details that it lacks get their defaults."""

    ema_number = ReadEmaNumberField(label=gettext_lazy("EMA number"))
    paid = PaidField(label=gettext_lazy("Has paid"), required=False)  # type: ignore[assignment]
    status = None  # type: ignore[assignment]
    may_publish = None  # type: ignore[assignment]

    @property
    def entry_facts(self) -> EntryFacts:
        return EntryFacts(**{name: self.cleaned_data[name] for name in ("team", "reserved_table", "note", "paid")})


def read_rows(text: str) -> Rows:
    """Return every player of the text. Raises ValidationError for no player or too many."""
    text = text.lstrip("\ufeff").replace("\r\n", "\n").replace("\r", "\n")  # as Excel's "CSV (Macintosh)" ends lines
    written = [(number, line) for number, line in enumerate(text.split("\n"), 1) if line.strip()]
    if not written:
        raise forms.ValidationError(_("The name is missing."))
    try:
        titles = _titles(written)
        if titles is None:
            _check_count(len(written))
            untitled = untitled_rows(written)
            named = tuple(str(COLUMN_NAMES[meaning]) for meaning in untitled.columns)
            return replace(_table(untitled.columns, untitled.records), columns=named if len(named) > 1 else ())
        above, separator = titles
        records = [
            (number, cells)
            for number, cells in _records(text, separator)
            if number >= written[above][0] and any(cell.strip() for cell in cells)
        ]
    except csv.Error:
        raise forms.ValidationError(_("The rows cannot be told apart. Is a quotation mark open?")) from None
    if len(records) < 2:
        raise forms.ValidationError(_("The name is missing."))
    _check_count(len(records) - 1)
    columns = _columns(records[0][1])
    rows = _table(columns, records[1:])
    unread = [
        title.strip() for title, meaning in zip(records[0][1], columns, strict=True) if not meaning and title.strip()
    ]
    above_titles = [
        _("Line %(line)s stands above the titles and is left out.") % {"line": n} for n, _line in written[:above]
    ]
    return replace(rows, unread=tuple(unread), remarks=(*above_titles, *rows.remarks))


def _check_count(count: int) -> None:
    if count > MOST_ROWS:
        raise forms.ValidationError(_("More than %(most)s names. Add them in several parts.") % {"most": MOST_ROWS})


def _titles(written: Sequence[tuple[int, str]]) -> tuple[int, str] | None:
    """Return how many lines stand above the line of titles, and the separator of its cells; None without titles."""
    for above, (_number, line) in enumerate(written[:TITLES_WITHIN]):
        for separator in "\t;,|":
            columns = _columns(next(csv.reader([line], delimiter=separator)))
            # Below other lines a single title may as well be somebody's name.
            if {"name", "first", "last"} & {*columns} and (not above or sum(map(bool, columns)) > 1):
                return above, separator
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
            message = _("Line %(line)s, %(name)s: the EMA number is that of line %(other)s.")
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
