"""The forms of a cut: how many players advance, which of the tied players advance, and how much of the score they
keep."""

from collections.abc import Collection, Sequence
from fractions import Fraction
from typing import Any, cast
from uuid import uuid4

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.stages import Line, all_allow, part_carried
from tournament.core.forms.facts import LineField
from tournament.core.text import whole_number
from tournament.rounds.forms.seating import LARGEST_SEED
from tournament.rounds.queries.cut import CutPreview, DrawnBy

CARRIED = [
    ("full", gettext_lazy("The whole score")),
    ("half", gettext_lazy("Half of the score")),
    ("1/4", gettext_lazy("A quarter of the score")),
    ("none", gettext_lazy("Nothing: all players start at 0")),
    ("other", gettext_lazy("Another part")),
]


class LineForm(forms.Form):
    """The line between players who advance and players who do not, from the query string: after `count` players, or by
    the tables or lives of a knock-out (`by`, a `DrawnBy`). `seed` is for a draw among players who are tied at the
    line."""

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
        help_text=gettext_lazy("16 players fill four tables."),
    )
    seed = forms.IntegerField(widget=forms.HiddenInput, required=False, min_value=0, max_value=LARGEST_SEED)

    def __init__(self, before: CutPreview, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.before = before

    def clean_count(self) -> int | None:
        count: int | None = self.cleaned_data["count"]
        if self.cleaned_data.get("by"):
            if not self.before.tables:
                raise forms.ValidationError(
                    _("A knock-out needs an earlier cut and at least four players who advanced.")
                )
            if self.cleaned_data["by"] is DrawnBy.LIVES and len(self.before.lives_line.above) == len(self.before.rows):
                raise forms.ValidationError(_("Nobody has lost twice yet: start the next round, without a cut."))
            return None
        if count is None:
            raise forms.ValidationError(_("Enter how many players advance."))
        if count >= len(self.before.rows):
            raise forms.ValidationError(
                _("At most %(most)s of %(players)s players can advance.")
                % {"players": len(self.before.rows), "most": len(self.before.rows) - 1}
            )
        return count

    @property
    def drawn_by(self) -> DrawnBy:
        """Return how the line is drawn; by the standings if the form is invalid."""
        return self.cleaned_data["by"] if self.is_bound and self.is_valid() else DrawnBy.STANDINGS

    @property
    def lines(self) -> tuple[Line, ...]:
        """Return the line of the cut, or one line for each table; the default line if the form is invalid."""
        if not self.is_bound or not self.is_valid():
            return (self.before.line(self.before.usual),)
        if self.drawn_by:
            return self.before.lines(self.drawn_by)
        return (self.before.line(self.cleaned_data["count"]),)


class CarryForm(forms.Form):
    """The share of their totals that finalists carry over. When the form is valid, `carry` is this share, from 0 to
    1."""

    carried = forms.ChoiceField(
        label=gettext_lazy("Score carried over"),
        choices=CARRIED,
        help_text=gettext_lazy(
            "The score carried over is not rounded: a quarter of 10.1 is 2.525. Pages show only one or two decimals."
        ),
    )
    part = forms.CharField(
        label=gettext_lazy("Another part (optional)"),
        required=False,
        max_length=20,
        help_text=gettext_lazy("The part of the score, as a fraction or a percentage: 1/3 or 30 %."),
    )

    carry: Fraction

    def clean_part(self) -> str:
        """Store in `carry` the share of their points that players carry over the cut, whether it was chosen from the
        list or typed."""
        part: str = self.cleaned_data["part"]
        carried = self.cleaned_data.get("carried", "full")
        if part and carried != "other":
            raise forms.ValidationError(
                _("You entered a part of the score. To use this part, choose “%(choice)s” above.")
                % {"choice": _("Another part")}
            )
        try:
            self.carry = part_carried(part if carried == "other" else carried)
        except ValueError:
            problem = _("Enter a part from 0 to 1, such as 1/3, 0.3 or 30 %. Use at most two decimals.")
            raise forms.ValidationError(problem) from None
        return part


class CutForm(CarryForm):
    """The form that makes a cut at the line that the page showed. If the form is valid, `finalists` are the ids of the
    entries that advance. If the line has moved meanwhile, the form is shown again with the new line."""

    key = forms.UUIDField(widget=forms.HiddenInput)
    after = forms.IntegerField(widget=forms.HiddenInput, min_value=1, max_value=30_000)
    by = forms.CharField(widget=forms.HiddenInput, required=False)
    shown = forms.CharField(widget=forms.HiddenInput)
    seed = forms.IntegerField(widget=forms.HiddenInput, required=False, min_value=0, max_value=LARGEST_SEED)
    reason = LineField(label=gettext_lazy("Note for the log (optional)"), max_length=300)

    finalists: frozenset[int]

    def __init__(self, before: CutPreview, lines: Sequence[Line], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.before = before
        self.lines = lines

    @classmethod
    def empty(cls, before: CutPreview, line_form: LineForm, submitted: QueryDict | None = None) -> "CutForm":
        """Return an unbound form for a cut at the line that `line_form` chooses; a draw among tied players uses the
        seed of `line_form`. The carried share and the reason are copied from the `submitted` data, if there are any."""
        line = line_form.cleaned_data if line_form.is_bound and line_form.is_valid() else {"count": before.usual}
        return cls(
            before,
            line_form.lines,
            initial={
                "key": uuid4(),
                "after": before.after_round,
                "by": line.get("by", ""),
                "shown": shown(line_form.lines),
                "seed": line.get("seed"),
            }
            | _part_fields("none" if line.get("by") else before.announced_part or "full")
            | {name: submitted[name] for name in ("carried", "part", "reason") if submitted and name in submitted},
        )

    @property
    def tied(self) -> int:
        """The number of players who are tied at the line, over all tables."""
        return sum(len(line.tied) for line in self.lines)

    @property
    def open(self) -> int:
        """Return the number of places left for the tied players."""
        return sum(line.open for line in self.lines)

    @property
    def ticked(self) -> Collection[int]:
        """The tied entries whose box is ticked, by hand or by the draw."""
        if self.is_bound:
            boxes = cast(QueryDict, self.data).getlist("go")
            return {entry for text in boxes if (entry := whole_number(text)) is not None}
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
                    "The scores, the players or the number of players who advance have changed since you opened"
                    " this page. Check the cut again, then accept it."
                )
            )
        ticked = frozenset(self.ticked)
        self.finalists = ticked.union(*(line.above for line in self.lines))
        if not all_allow(self.lines, self.finalists):
            raise forms.ValidationError(
                _("Tick %(open)s of the %(tied)s tied players, or all of them.")
                % {"open": self.open, "tied": self.tied}
            )
        seed = cleaned.get("seed")
        if seed is not None and (not self.tied or self._drawn(seed) != ticked):
            cleaned["seed"] = None  # the ticks are not the result of the draw
        return cleaned

    def _drawn(self, seed: int) -> frozenset[int]:
        return frozenset(entry for line in self.lines for entry in line.drawn(seed))


class FollowForm(forms.Form):
    """The choice of a player who advances instead of a finalist who left; the next player in the standings is
    preselected."""

    key = forms.UUIDField(widget=forms.HiddenInput)
    after = forms.IntegerField(widget=forms.HiddenInput, min_value=1, max_value=30_000)
    left = forms.IntegerField(label=gettext_lazy("Player who left"), widget=forms.Select)
    follower = forms.IntegerField(label=gettext_lazy("Who advances"), widget=forms.Select)
    reason = LineField(label=gettext_lazy("Note for the log (optional)"), max_length=300)

    def __init__(self, before: CutPreview, data: Any = None) -> None:
        super().__init__(data, initial={"key": uuid4(), "after": before.after_round})
        name = _("%(name)s (place %(place)s)")
        choices = {
            "left": [(row.entry.pk, row.name) for row in before.leavers],
            "follower": [(row.entry.pk, name % {"name": row.name, "place": row.place}) for row in before.candidates],
        }
        for field, rows in choices.items():
            self.fields[field].widget = forms.Select(choices=rows)


def _part_fields(part: str) -> dict[str, str]:
    """Return the initial values of a `CarryForm` for a carried share, which `scoring.stages.part_as_text` wrote."""
    return {"carried": part} if part in dict(CARRIED) else {"carried": "other", "part": part}


def shown(lines: Sequence[Line]) -> str:
    """Return the lines of a cut as text, so that the form can detect that a line has moved since the page was shown."""
    return "|".join(f"{_listed(line.above)};{_listed(line.tied)}" for line in lines)


def _listed(entries: Collection[int]) -> str:
    return ",".join(map(str, sorted(entries)))
