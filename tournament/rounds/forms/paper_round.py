"""Forms for the grid in which a round is entered from paper: a form for each table, all sent together."""

from functools import cached_property
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.seats import SEATS, STARTING_WINDS, Wind
from tournament.core.text import whole_number
from tournament.core.words.scores import points as points_words
from tournament.games.game import Game
from tournament.games.words.hands import wind_letters
from tournament.rounds.paper_line import Keying, LineAnswer, LineState, answer
from tournament.rounds.queries.paper_round import Keys, PaperTable
from tournament.table.amounts import written

LONGEST = 24


class PaperLineForm(forms.Form):
    """One table: four amounts, riichi bets left and chombo, as text. `keys` (whether this is the first or the second
    entry) and `revision` describe the table as it was shown to the person. The prefix of the fields' names is the
    hanchan's id."""

    keys = forms.ChoiceField(choices=[(keys.value, keys.value) for keys in Keys], widget=forms.HiddenInput)
    revision = forms.IntegerField(min_value=0, widget=forms.HiddenInput)
    bets = forms.CharField(label=gettext_lazy("Bets left"), required=False, max_length=LONGEST)
    chombo = forms.CharField(label=gettext_lazy("Chombo"), required=False, max_length=LONGEST)

    def __init__(self, table: PaperTable, data: QueryDict | None = None, *, drawn_anew: bool = False) -> None:
        self.prefix = prefix_of(table.game)
        if data is not None and drawn_anew:  # show the typed text again, with the hanchan's current revision
            data = data.copy()
            data[self.add_prefix("keys")] = table.keys or ""
            data[self.add_prefix("revision")] = str(table.hanchan.revision)
        super().__init__(data, prefix=self.prefix, initial=_initial(table), use_required_attribute=False)
        self.table = table
        for (_wind, name), seat in zip(table.seats, SEATS, strict=True):
            self.fields[f"points_{seat:d}"] = forms.CharField(label=name, required=False, max_length=LONGEST)
        for field in self.visible_fields():
            field.field.widget.attrs |= {"autocomplete": "off", "spellcheck": "false", "class": "paper-field"}

    @property
    def points(self) -> list[forms.BoundField]:
        return [self[f"points_{seat:d}"] for seat in SEATS]

    @property
    def seats(self) -> list[tuple[forms.BoundField, Wind]]:
        """Return the field of each player's points, with the player's starting wind."""
        return list(zip(self.points, STARTING_WINDS, strict=True))

    @property
    def texts(self) -> list[str]:
        """The typed or initial text of each field: four amounts, bets and chombo."""
        fields = [*self.points, self["bets"], self["chombo"]]
        return [str(field.value() if field.value() is not None else "")[:LONGEST] for field in fields]

    @cached_property
    def answer(self) -> LineAnswer:
        """Return the typed line as `paper_line.answer` understands it; amounts may still be missing."""
        *amounts, bets, chombo = self.texts
        return answer(amounts, bets, chombo, self.table.game)

    @property
    def new_keying(self) -> Keying | None:
        """Return the points to save; None if the line is incomplete or wrong, or if the same points are saved
        already."""
        keying = self.answer.keying
        return None if keying is None or keying.equals(self.table.own_paper) else keying

    @property
    def problem(self) -> str:
        """Return the reason why a submitted line cannot be saved; empty if it can be saved, and for an empty line of a
        table that has no points yet."""
        too_long = next((str(errors[0]) for errors in self.errors.values()), "")
        read = self.answer
        if too_long or read.problem:
            return too_long or f"{read.problem} {read.hint}".strip()
        if read.state is LineState.UNFINISHED:
            return _("A player’s points are missing, so this line is not saved yet.")
        if read.state is LineState.EMPTY and self.table.own_paper:
            return _("These points are already saved. To remove them, open the table.")
        return ""


class KeyForm(forms.Form):
    """The form with the idempotency key of the whole grid."""

    key = forms.UUIDField(widget=forms.HiddenInput)


def prefix_of(game: Game) -> str:
    return f"t{game.hanchan.pk}"


def was_sent(table: PaperTable, data: QueryDict) -> bool:
    """Whether the submitted grid has a line for this table."""
    return f"{prefix_of(table.game)}-revision" in data


def sheets_in(data: QueryDict) -> list[tuple[int, int]]:
    """Return the sheets to sign: each hanchan's id and the revision that was shown. Invalid values are left out."""
    pairs = [text.partition("-")[::2] for text in data.getlist("sheet")]
    numbers = [(whole_number(pk), whole_number(revision)) for pk, revision in pairs]
    return [(pk, revision) for pk, revision in numbers if pk is not None and revision is not None]


def _initial(table: PaperTable) -> dict[str, Any]:
    initial: dict[str, Any] = {"keys": table.keys, "revision": table.hanchan.revision}
    if table.own_paper is None:
        return initial
    initial["bets"] = table.own_paper.riichi_sticks or ""
    counts = zip(wind_letters(), table.own_paper.chombo_by_seat, strict=True)
    initial["chombo"] = "".join(letter * count for letter, count in counts)
    points = table.own_paper.points
    return initial | {f"points_{seat:d}": written(points[seat], points_words(points[seat])) for seat in SEATS}
