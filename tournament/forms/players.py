"""Names pasted one a line, and what was said of each."""

import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass

from django import forms
from django.http import QueryDict
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament.models import Player
from tournament.queries.players import Choice, NameLine, PastedName

LONGEST_NAME = Player._meta.get_field("name").max_length or 0
MOST_LINES = 400  # each is two fields of the preview, and Django takes no more than 1,000
# Characters that turn the direction of what follows: a name could then read as another one.
TURNING = {"RLO", "LRO", "RLE", "LRE", "PDF", "RLI", "LRI", "FSI", "PDI"}
# Characters that show nothing: a name of these alone is none.
UNSEEN = {"Cf", "Mn", "Zs", "Zl", "Zp"}
BLANK_LETTERS = "\u115f\u1160\u3164\uffa0\u2800"  # Hangul fillers and the empty Braille cell


@dataclass(frozen=True)
class LineError:
    """What is wrong with a line; lines count from 1."""

    line: int
    message: str


def clean_name(text: str) -> str:
    """A name as it is kept: composed letters, single spaces, none around."""
    return " ".join(unicodedata.normalize("NFC", text).split())


def name_problem(text: str) -> str | Promise | None:
    """Why this cannot be a name, or None."""
    inner = text.strip()
    if all(unicodedata.category(c) in UNSEEN or c in BLANK_LETTERS for c in inner):
        return gettext_lazy("There is no name here.")
    if any(unicodedata.category(c) == "Cc" or unicodedata.bidirectional(c) in TURNING for c in inner):
        return gettext_lazy("There is a tab or another character in it that names do not have.")
    if len(clean_name(inner)) > LONGEST_NAME:
        return _("This is longer than %(longest)s characters.") % {"longest": LONGEST_NAME}
    return None


class PasteForm(forms.Form):
    """The names, one a line. Empty lines are left out, but counted."""

    names = forms.CharField(
        label=gettext_lazy("Names, one a line"),
        strip=False,
        max_length=MOST_LINES * (LONGEST_NAME + 20),
        widget=forms.Textarea(attrs={"rows": 12, "autocomplete": "off", "spellcheck": "false"}),
    )

    line_errors: list[LineError]
    lines: list[tuple[int, str]]

    def clean_names(self) -> str:
        text: str = self.cleaned_data["names"]
        self.lines, self.line_errors = [], []
        written = [(number, line) for number, line in enumerate(text.split("\n"), 1) if line.strip()]
        if not written:
            raise forms.ValidationError(gettext_lazy("There is no name here."))
        if len(written) > MOST_LINES:
            raise forms.ValidationError(
                _("These are more than %(most)s names. Add them in several parts.") % {"most": MOST_LINES}
            )
        for number, line in written:
            problem = name_problem(line)
            if problem:
                self.line_errors.append(LineError(number, str(problem)))
            else:
                self.lines.append((number, clean_name(line)))
        if self.line_errors:
            raise forms.ValidationError(
                [
                    _("Line %(line)s: %(problem)s") % {"line": error.line, "problem": error.message}
                    for error in self.line_errors
                ]
            )
        return text


class ChoicesForm(PasteForm):
    """The pasted names again, with what was said of those that are known: the same person, or a new one."""

    names = forms.CharField(strip=False, max_length=MOST_LINES * (LONGEST_NAME + 20), widget=forms.HiddenInput)
    key = forms.UUIDField(widget=forms.HiddenInput)


def pasted_names(data: QueryDict, lines: Iterable[NameLine]) -> tuple[list[PastedName], dict[int, str]]:
    """What was said of each line, and by line number what is missing or impossible.

    Whom the form showed is taken from the form: the action compares it with whom there is now.
    """
    pasted: list[PastedName] = []
    problems: dict[int, str] = {}
    taken: dict[int, int] = {}
    for line in lines:
        known = frozenset(int(word) for word in data.get(f"known-{line.number}", "").split() if _is_number(word))
        choice = _choice(data.get(f"choice-{line.number}", ""))
        if not known and line.same_as is None:
            choice = "new"
        elif choice is None or (isinstance(choice, int) and choice not in known):
            problems[line.number] = _("Say who this is.")
            continue
        if isinstance(choice, int):
            if choice in taken:
                problems[line.number] = _("This is the same person as in line %(line)s.") % {"line": taken[choice]}
                continue
            taken[choice] = line.number
        pasted.append(PastedName(name=line.name, choice=choice, known=known))
    return pasted, problems


def _choice(text: str) -> Choice | None:
    if text in {"new", "skip"}:
        return "new" if text == "new" else "skip"
    return int(text) if _is_number(text) else None


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdecimal() and len(text) < 18
