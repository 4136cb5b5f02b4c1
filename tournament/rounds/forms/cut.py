"""How many go on, who of those tied at the line, and how much of their scores."""

from collections.abc import Collection, Sequence
from typing import Any, cast
from uuid import uuid4

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.stages import Line, all_allow
from tournament.core.text import whole_number
from tournament.models import Cut
from tournament.rounds.forms.seating import LARGEST_SEED
from tournament.rounds.queries.cut import BeforeCut, DrawnBy

CARRIED = [
    (Cut.Carried.FULL, gettext_lazy("The whole score")),
    (Cut.Carried.HALF, gettext_lazy("Half of the score")),
    (Cut.Carried.NONE, gettext_lazy("Nothing: all start at 0")),
]


class LineForm(forms.Form):
    """Where to draw the line: after so many, or after two of each table. With a seed, the draw among those tied at it.
    Stands in the address.
    """

    by = forms.TypedChoiceField(
        widget=forms.HiddenInput,
        required=False,
        choices=[(way.value, way.name) for way in DrawnBy],
        coerce=DrawnBy,
        empty_value=DrawnBy.STANDINGS,
    )
    count = forms.IntegerField(
        label=gettext_lazy("How many advance"),
        required=False,
        min_value=1,
        max_value=9_999,
        help_text=gettext_lazy("16 are four full tables."),
    )
    seed = forms.IntegerField(widget=forms.HiddenInput, required=False, min_value=0, max_value=LARGEST_SEED)

    def __init__(self, before: BeforeCut, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.before = before

    def clean_count(self) -> int | None:
        count: int | None = self.cleaned_data["count"]
        if self.cleaned_data.get("by"):
            if not self.before.tables:
                raise forms.ValidationError(_("A knock-out needs a table of players who advanced at an earlier cut."))
            return None
        if count is None:
            raise forms.ValidationError(_("Enter how many."))
        if count >= len(self.before.rows):
            raise forms.ValidationError(
                _("At most %(most)s of %(players)s players can advance.")
                % {"players": len(self.before.rows), "most": len(self.before.rows) - 1}
            )
        return count

    @property
    def drawn_by(self) -> DrawnBy:
        """What the line is drawn by; the standings where nothing valid is asked for."""
        return self.cleaned_data["by"] if self.is_bound and self.is_valid() else DrawnBy.STANDINGS

    @property
    def lines(self) -> tuple[Line, ...]:
        """Where the line falls; the usual one where nothing valid is asked for."""
        if not self.is_bound or not self.is_valid():
            return (self.before.line(self.before.usual),)
        if self.drawn_by:
            return tuple(self.before.table_lines(self.drawn_by).values())
        return (self.before.line(self.cleaned_data["count"]),)


class CutForm(forms.Form):
    """The cut itself, for the line that the page showed. `finalists` holds the entries when the form is valid; when
    the line is another by now, the form goes on with that one."""

    key = forms.UUIDField(widget=forms.HiddenInput)
    after = forms.IntegerField(widget=forms.HiddenInput, min_value=1, max_value=30_000)
    by = forms.CharField(widget=forms.HiddenInput, required=False)
    shown = forms.CharField(widget=forms.HiddenInput)
    seed = forms.IntegerField(widget=forms.HiddenInput, required=False, min_value=0, max_value=LARGEST_SEED)
    carried = forms.ChoiceField(label=gettext_lazy("Score carried over"), choices=CARRIED)
    reason = forms.CharField(label=gettext_lazy("Note for the log (optional)"), max_length=300, required=False)

    finalists: frozenset[int]

    def __init__(self, before: BeforeCut, lines: Sequence[Line], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.before = before
        self.lines = lines

    @classmethod
    def empty(cls, before: BeforeCut, where: LineForm, said: QueryDict | None = None) -> "CutForm":
        """One for the line asked for, drawn with its seed where somebody is tied at it. It keeps what was `said`
        of what is carried, and why."""
        asked = where.cleaned_data if where.is_bound and where.is_valid() else {"count": before.usual}
        return cls(
            before,
            where.lines,
            initial={
                "key": uuid4(),
                "after": before.after_round,
                "by": asked.get("by", ""),
                "shown": shown(where.lines),
                "seed": asked.get("seed"),
                "carried": Cut.Carried.NONE if asked.get("by") else Cut.Carried.FULL,
            }
            | {name: said[name] for name in ("carried", "reason") if said and name in said},
        )

    @property
    def tied(self) -> int:
        """How many are tied at the line, or at some table's."""
        return sum(len(line.tied) for line in self.lines)

    @property
    def open(self) -> int:
        """How many places are left for them."""
        return sum(line.open for line in self.lines)

    @property
    def ticked(self) -> Collection[int]:
        """Those at the line whose box is ticked: by hand, by the draw, or nobody's."""
        if self.is_bound:
            said = cast(QueryDict, self.data).getlist("go")
            return {entry for text in said if (entry := whole_number(text)) is not None}
        seed = self.initial["seed"]
        return frozenset() if seed is None else self._drawn(seed)

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        now = {"shown": shown(self.lines), "after": self.before.after_round}
        if {name: cleaned.get(name) for name in now} != now:
            data = cast(QueryDict, self.data).copy()
            for name, value in now.items():
                data[name] = str(value)
            self.data = data
            raise forms.ValidationError(
                _(
                    "The cut has changed since you saw it: the number, the scores or the players. Check it "
                    "again, then accept it."
                )
            )
        ticked = frozenset(self.ticked)
        self.finalists = ticked.union(*(line.above for line in self.lines))
        if not all_allow(self.lines, self.finalists):
            raise forms.ValidationError(
                _("Choose %(open)s of the %(tied)s tied players, or all of them.")
                % {"open": self.open, "tied": self.tied}
            )
        seed = cleaned.get("seed")
        if seed is not None and (not self.tied or self._drawn(seed) != ticked):
            cleaned["seed"] = None  # what was ticked is not what was drawn
        return cleaned

    def _drawn(self, seed: int) -> frozenset[int]:
        return frozenset(entry for line in self.lines for entry in line.drawn(seed))


def shown(lines: Sequence[Line]) -> str:
    """The line as the page showed it, to notice that it has moved since."""
    return "|".join(f"{_listed(line.above)};{_listed(line.tied)}" for line in lines)


def _listed(entries: Collection[int]) -> str:
    return ",".join(map(str, sorted(entries)))
