"""Forms for players that are pasted or uploaded as a file, one per line, and the organizer's choice for each line."""

from collections.abc import Iterable
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament.core.spreadsheets import text_of
from tournament.core.text import whole_number
from tournament.people.forms.player_rows import MOST_ROWS, Rows, read_rows
from tournament.people.queries.players import Choice, NameLine, PastedName, PastedPlayer

LONGEST_TEXT = MOST_ROWS * 400


class PasteForm(forms.Form):
    """Players as text, or a file that is read as text. Empty lines are skipped, but they count in line numbers."""

    names = forms.CharField(
        label=gettext_lazy("Names, one per line, or rows of a spreadsheet"),
        strip=False,
        required=False,
        max_length=LONGEST_TEXT,
        widget=forms.Textarea(attrs={"rows": 12, "autocomplete": "off", "spellcheck": "false", "wrap": "off"}),
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

    example = "Name;Country;Club;EMA number\nJan Novák;CZE;Riichi Praha;09010001\nAnaïs Dupont;FR;Tsubame;"
    """Return an example whose titles are recognized in every language of the page."""

    rows: Rows

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or {}
        if self.errors:
            return cleaned
        text: str = cleaned.get("names", "")
        upload = cleaned.get("file")
        if upload is not None and text.strip():
            self.add_error("file", _("Paste the players or choose a file, not both."))
            return cleaned
        if upload is not None:
            try:
                text = self.fields["names"].clean(text_of(upload))
            except forms.ValidationError as error:
                self.add_error("file", error)
                return cleaned
            # Show the file's text in the field, where it can be corrected.
            self.data = {**self.data, "names": text}
        try:
            self.rows = read_rows(text)
        except forms.ValidationError as error:
            self.add_error("names", error)
            return cleaned
        if self.rows.problems:
            self.add_error("names", forms.ValidationError(list(self.rows.problems)))
        return cleaned | {"names": text}

    @property
    def lines(self) -> tuple[PastedPlayer, ...]:
        return self.rows.lines


class ChoicesForm(PasteForm):
    """The pasted text again, hidden. For each name that a known player has too, the form asks: is it the same person,
    or a new person?"""

    names = forms.CharField(strip=False, max_length=LONGEST_TEXT, widget=forms.HiddenInput)
    file = None  # type: ignore[assignment]
    key = forms.UUIDField(widget=forms.HiddenInput)


def pasted_names(data: QueryDict, lines: Iterable[NameLine]) -> tuple[list[PastedName], dict[int, str]]:
    """Return the choice for each line, and error messages for missing or impossible choices by line number.

    The form carries the ids of the known players that it offered, so that the action can detect that the preview is
    stale.
    """
    pasted: list[PastedName] = []
    problems: dict[int, str] = {}
    line_of_player: dict[int, int] = {}
    for line in lines:
        words = data.get(f"known-{line.number}", "").split()
        known = frozenset(player for word in words if (player := whole_number(word)) is not None)
        choice = _choice(data.get(f"choice-{line.number}", ""))
        if not known and line.same_as is None:
            choice = "new"
        elif choice is None or (isinstance(choice, int) and choice not in known):
            problems[line.number] = _("Choose who this player is.")
            continue
        if isinstance(choice, int):
            if choice in line_of_player:
                problems[line.number] = _("This is the same person as in line %(line)s.") % {
                    "line": line_of_player[choice]
                }
                continue
            line_of_player[choice] = line.number
        pasted.append(PastedName(player=line.player, choice=choice, known=known, entry=line.entry))
    return pasted, problems


def _choice(text: str) -> Choice | None:
    if text in {"new", "skip"}:
        return "new" if text == "new" else "skip"
    return whole_number(text)
