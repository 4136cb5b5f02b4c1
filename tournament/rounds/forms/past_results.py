"""The form to import past results, and the check of its rows against the tournament's players and rules."""

import datetime
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.placement import Placement
from scoring.seats import by_seat
from scoring.uma import Tenths
from tournament.core.forms.days import DayField
from tournament.core.spreadsheets import text_of
from tournament.core.text import folded, whole_number
from tournament.core.words.scores import score as score_words
from tournament.games.game import Game
from tournament.models import Hanchan, Tournament
from tournament.rounds.forms.past_rows import PastSeat, PastTable, all_seats, read_past
from tournament.rounds.forms.seating_import import LONGEST_TEXT
from tournament.rounds.forms.seating_rows import PlayerIndex
from tournament.rounds.paper_line import Keying, LineAnswer, answer

CLOSE = Fraction(6, 100)
"""How far a rounded score in a file may be from the exact score, in thousands of points."""

SCORE = re.compile(r"[-+]?(?:[0-9]{1,7}(?:\.[0-9]{0,6})?|\.[0-9]{1,6})")

DIGIT = re.compile(r"([0-9])(?:[.,]0*)?")
"""A number of chombo, such as "1", or "1.0" from a spreadsheet."""

NO_CHOMBO = {"", "-", "–", "—", "−", "no", "none", "non", "aucun", "ne", "zadne", "zadny", "nein", "kein", "☐"}
ONE_CHOMBO = {"x", "×", "yes", "oui", "ano", "ja", "chombo", "✓", "✔", "☑"}
"""Words and signs in a column of chombo, as `folded` writes them."""


@dataclass(frozen=True, kw_only=True)
class ReadTable:
    """One hanchan of the file. `numbers` and `names` are the players' entry numbers and names. For a player who was not
    found, the number is None, and the name is the text in the file.

    `differences` are sentences about places and scores in the file that differ from those computed from the points. The
    computed values are saved.
    """

    past: PastTable
    numbers: tuple[int | None, ...]
    names: tuple[str, ...]
    answer: LineAnswer | None
    problems: tuple[str, ...]
    differences: tuple[str, ...]

    @property
    def rows(self) -> list[tuple[str, PastSeat, Placement | None, Tenths]]:
        """Return each player's name, the player's seat as written in the file, the computed result, and the penalty for
        chombo."""
        placements: Sequence[Placement] = self.answer.placements if self.answer else ()
        penalties: Sequence[Tenths] = self.answer.penalties if self.answer else (0,) * len(self.names)
        return list(zip(self.names, self.past.seats, placements or (None,) * len(self.names), penalties, strict=True))

    @property
    def keying(self) -> Keying | None:
        return self.answer.keying if self.answer else None


@dataclass(frozen=True)
class ReadResults:
    """All hanchans of the file, and the names that belong to no player."""

    tables: tuple[ReadTable, ...]
    unknown: tuple[str, ...]

    @property
    def is_right(self) -> bool:
        return not any(table.problems for table in self.tables)

    @property
    def differs(self) -> bool:
        return any(table.differences for table in self.tables)


class PastResultsForm(forms.Form):
    """The results as text or a file, and the day on which they were played. `results` are the parsed results, None if
    the text could not be read."""

    key = forms.UUIDField(widget=forms.HiddenInput)
    played_on = DayField(
        label=gettext_lazy("Played on"),
        help_text=gettext_lazy("This day is used for rows without a date."),
    )
    text = forms.CharField(
        label=gettext_lazy("The results: a row for each table, or for each player"),
        strip=False,
        required=False,
        max_length=LONGEST_TEXT,
        widget=forms.Textarea(attrs={"rows": 10, "autocomplete": "off", "spellcheck": "false", "wrap": "off"}),
    )
    file = forms.FileField(
        label=gettext_lazy("Or a file: CSV or Excel (.xlsx)"),
        required=False,
        widget=forms.FileInput(
            attrs={
                "accept": ".csv,.tsv,.txt,.xlsx,text/csv,text/plain,"
                "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
            }
        ),
    )

    examples = (
        "{0};Table;East;Points;South;Points;West;Points;North;Points;Bets\n{1};1;Jan Novák;41.7;3;33.1;7;29;8;15.2;1\n",
        "{0};Table;Player;Points;Place;Score\n{1};1;Jan Novák;41700;1;+26.7\n{1};1;Anaïs Dupont;33100;2;+8.1\n",
    )
    """Examples whose column titles are understood in every language of the page."""

    results: ReadResults | None = None

    def __init__(self, tournament: Tournament, names: dict[int, str], first_round: int, *args: Any, **kwargs: Any):
        super().__init__(*args, **kwargs)
        self.tournament, self.names, self.first_round = tournament, names, first_round

    @property
    def examples_here(self) -> list[str]:
        """Return the examples for this event: with rounds or, on a club night, with days."""
        first = ("Round", 1) if self.tournament.kind.has_rounds else ("Date", "2026-03-01")
        return [example.format(*first) for example in self.examples]

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or {}
        if self.errors.keys() - {"played_on"}:
            return cleaned
        text, upload = cleaned.get("text", ""), cleaned.get("file")
        if upload is not None and text.strip():
            self.add_error("file", _("Paste the results or choose a file, not both."))
            return cleaned
        try:
            if upload is not None:
                text = self.fields["text"].clean(text_of(upload))
                # The text of the file is shown in the field, where it can be corrected.
                self.data = {**self.data, "text": text}
            self.results = self._read(text)
        except forms.ValidationError as error:
            self.add_error("text" if upload is None else "file", error)
        return cleaned | {"text": text}

    def _read(self, text: str) -> ReadResults:
        tables = read_past(text, first_round=self.first_round, has_rounds=self.tournament.kind.has_rounds)
        index = PlayerIndex(self.names, {number: number for number in self.names})
        game = Game(
            hanchan=Hanchan(), rules=self.tournament.ruleset, seats=(), hands=(), paper=None, signatures=(), sheet=None
        )
        unknown = {
            seat.player: None
            for seat in all_seats(tables)
            if whole_number(seat.player) is None and seat.player and not index.knows(seat.player)
        }
        seated: dict[tuple[int, int], int] = {}
        read = [_read_table(past, index, game, seated, self.names) for past in tables]
        return ReadResults(tuple(read), tuple(unknown))

    def day_of(self, table: ReadTable) -> datetime.date:
        """Return the day on which a table was played: the day in its row or, without one, the day in the form."""
        day: datetime.date = table.past.day or self.cleaned_data["played_on"]
        return day


def _read_table(
    past: PastTable, index: PlayerIndex, game: Game, seated: dict[tuple[int, int], int], names: Mapping[int, str]
) -> ReadTable:
    problems = list(past.problems)
    numbers: list[int | None] = []
    for seat in past.seats:
        number, problem = index.find(seat.player)
        numbers.append(number)
        if number is not None and (first := seated.setdefault((past.round, number), seat.line)) != seat.line:
            problem = _("%(name)s already has a seat in this round, in line %(line)s.") % {
                "name": seat.player,
                "line": first,
            }
        elif number is not None and numbers.count(number) > 1:
            problem = _("%(name)s has two seats at this table.") % {"name": seat.player}
        if problem:
            problems.append(_at(seat, problem))
    read = None
    if len(past.seats) == 4:
        chombo, unread = _chombo(past)
        problems += unread
        read = answer([seat.points for seat in past.seats], past.bets, chombo, game)
        if read.keying is None:
            where = _("Line %(line)s") % {"line": past.line}
            missing = _("A player’s points are missing.")
            problems.append(f"{where}: {read.problem or missing} {read.hint}".strip())
    differences = _differences(past.seats, read.placements) if read else ()
    return ReadTable(
        past=past,
        numbers=tuple(numbers),
        names=tuple(names.get(number or 0, seat.player) for number, seat in zip(numbers, past.seats, strict=True)),
        answer=read,
        problems=tuple(problems),
        differences=tuple(differences),
    )


def _chombo(past: PastTable) -> tuple[str, list[str]]:
    """Return the columns of the players who made a chombo, one digit for each chombo, and the problems of cells that
    cannot be read. The text of a row for the whole table is returned unchanged, or "" if it says that nobody made a
    chombo."""
    if past.chombo:
        return ("" if _count(past.chombo) == 0 else past.chombo), []
    columns, problems = "", []
    for column, seat in enumerate(past.seats, 1):
        count = _count(seat.chombo)
        if count is None:
            problem = _(
                "Chombo “%(cell)s” cannot be read. Write how many the player made, such as 1, or leave the cell empty."
            )
            problems.append(_at(seat, problem % {"cell": seat.chombo[:30]}))
        columns += str(column) * (count or 0)
    return columns, problems


def _count(cell: str) -> int | None:
    """Return the number of chombo in a cell: a digit, or a word or sign for one or none; None for any other text."""
    if number := DIGIT.fullmatch(cell):
        return int(number[1])
    word = folded(cell)
    return 0 if word in NO_CHOMBO else 1 if word in ONE_CHOMBO else None


def _differences(seats: Sequence[PastSeat], placements: Sequence[Placement]) -> list[str]:
    """Return sentences about places and scores in the file that differ from the computed places and scores."""
    differences = []
    for seat, placement in zip(seats, placements, strict=False):
        if seat.place and whole_number(seat.place.rstrip(".")) != placement.place:
            problem = _("The file says place “%(cell)s”; the event’s rules give place %(right)s.") % {
                "cell": seat.place,
                "right": placement.place,
            }
            differences.append(_at(seat, problem))
        written = _exact(seat.score)
        if seat.score and (written is None or abs(written - placement.score) > CLOSE):
            right = {"cell": seat.score, "right": score_words(placement.score)}
            differences.append(
                _at(seat, _("The file says score “%(cell)s”; the event’s rules give %(right)s.") % right)
            )
    return differences


def _exact(text: str) -> Fraction | None:
    """Read a score as people write it: +26.7, −6,1. Return None for any other text."""
    plain = text.replace(",", ".").replace("−", "-").replace("–", "-").replace(" ", "")
    # "1e999999999" would stop the whole process for hours.
    return Fraction(plain) if SCORE.fullmatch(plain) else None


def _at(seat: PastSeat, problem: str) -> str:
    where = {"line": seat.line, "name": seat.player[:80], "problem": problem}
    return _("Line %(line)s, %(name)s: %(problem)s") % where


def seats_of(table: ReadTable, entries: dict[int, int]) -> tuple[int, int, int, int]:
    """Return the entry ids of a table without problems, by seat; `entries` are the ids by entry number."""
    return by_seat(entries[number] for number in table.numbers if number is not None)
