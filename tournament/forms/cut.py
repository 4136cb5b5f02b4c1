"""How many go on, who of those tied at the line, and how much of their scores."""

from collections.abc import Collection
from typing import Any, cast
from uuid import uuid4

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.stages import Line
from tournament.forms.start_round import LARGEST_SEED
from tournament.models import Cut
from tournament.queries.cut import BeforeCut

CARRIED = [
    (Cut.Carried.FULL, gettext_lazy("The whole score")),
    (Cut.Carried.HALF, gettext_lazy("Half of the score")),
    (Cut.Carried.NONE, gettext_lazy("Nothing: all start at 0")),
]


class LineForm(forms.Form):
    """Where to draw the line; with a seed, the draw among those tied at it. Stands in the address."""

    count = forms.IntegerField(
        label=gettext_lazy("How many go on"),
        min_value=1,
        max_value=9_999,
        help_text=gettext_lazy("16 are four full tables."),
    )
    seed = forms.IntegerField(widget=forms.HiddenInput, required=False, min_value=0, max_value=LARGEST_SEED)

    def __init__(self, before: BeforeCut, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.before = before

    def clean_count(self) -> int:
        count: int = self.cleaned_data["count"]
        if count >= len(self.before.rows):
            raise forms.ValidationError(
                _("Somebody has to stay behind: of %(players)s, at most %(most)s go on.")
                % {"players": len(self.before.rows), "most": len(self.before.rows) - 1}
            )
        return count


class CutForm(forms.Form):
    """The cut itself, for the line that the page showed. `finalists` holds the entries when the form is valid."""

    key = forms.UUIDField(widget=forms.HiddenInput)
    after = forms.IntegerField(widget=forms.HiddenInput, min_value=1, max_value=30_000)
    count = forms.IntegerField(widget=forms.HiddenInput, min_value=1, max_value=9_999)
    shown = forms.CharField(widget=forms.HiddenInput)
    seed = forms.IntegerField(widget=forms.HiddenInput, required=False, min_value=0, max_value=LARGEST_SEED)
    carried = forms.ChoiceField(label=gettext_lazy("What they take along"), choices=CARRIED)
    reason = forms.CharField(label=gettext_lazy("A note for the log (may stay empty)"), max_length=300, required=False)

    finalists: frozenset[int]

    def __init__(self, before: BeforeCut, line: Line, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.before = before
        self.line = line

    @classmethod
    def empty(cls, before: BeforeCut, line: Line, *, count: int, seed: int | None) -> "CutForm":
        """One for this line, drawn with the seed where somebody is tied at it."""
        return cls(
            before,
            line,
            initial={
                "key": uuid4(),
                "after": before.after_round,
                "count": count,
                "shown": shown(line),
                "seed": seed,
                "carried": Cut.Carried.FULL,
            },
        )

    @property
    def ticked(self) -> Collection[int]:
        """Those at the line whose box is ticked: by hand, by the draw, or nobody's."""
        if self.is_bound:
            return {
                int(text) for text in cast(QueryDict, self.data).getlist("go") if text.isascii() and text.isdecimal()
            }
        seed = self.initial["seed"]
        return frozenset() if seed is None else self.line.drawn(seed)

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        if cleaned.get("shown") != shown(self.line) or cleaned.get("after") != self.before.after_round:
            raise forms.ValidationError(
                _("The round, the scores or the players were changed meanwhile. Look at the line again.")
            )
        ticked = frozenset(self.ticked)
        self.finalists = ticked.union(self.line.above)
        if not self.line.allows(self.finalists):
            raise forms.ValidationError(
                _("At the line, choose %(open)s of the %(tied)s who are level, or all of them.")
                % {"open": self.line.open, "tied": len(self.line.tied)}
            )
        seed = cleaned.get("seed")
        if seed is not None and (not self.line.tied or self.line.drawn(seed) != ticked):
            cleaned["seed"] = None  # what was ticked is not what was drawn
        return cleaned


def shown(line: Line) -> str:
    """The line as the page showed it, to notice that it has moved since."""
    return ",".join(map(str, sorted(line.above))) + ";" + ",".join(map(str, sorted(line.tied)))
