"""Forms to give a penalty or a warning, and to take it back."""

from fractions import Fraction
from typing import Any
from uuid import uuid4

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.penalties import MOST_MINUTES_LATE, lateness
from tournament.core.words.names import round_name, round_word
from tournament.games.queries.penalties import PenaltiesPage
from tournament.models import Offence

MOST_POINTS = 1_000


class PenaltyForm(forms.Form):
    """The player, offence, points and reason. Empty points are taken from the rules, if these name them."""

    key = forms.UUIDField(widget=forms.HiddenInput)
    entry = forms.TypedChoiceField(label=gettext_lazy("Player"), coerce=int)
    offence = forms.ChoiceField(label=gettext_lazy("Reason for the penalty"), choices=Offence.choices)
    minutes = forms.IntegerField(
        label=gettext_lazy("Minutes late"),
        required=False,
        min_value=1,
        max_value=600,
        help_text=gettext_lazy("Only for a late player: 1.0 for each minute, up to 10 (R15.1)."),
    )
    points = forms.DecimalField(
        label=gettext_lazy("Points taken off the total"),
        required=False,
        min_value=0,
        max_value=MOST_POINTS,
        decimal_places=1,
        localize=True,  # 2,5 where that is how it is written; 2.5 everywhere
        widget=forms.TextInput(attrs={"inputmode": "decimal"}),
        help_text=gettext_lazy(
            "In thousands, like scores: 12 or 2.5. 0 is a warning, which only the team sees. If empty, "
            "it is calculated from the minutes, or what the tournament's rules take for a hanchan missed without a "
            "substitute (R15.2)."
        ),
    )
    round = forms.TypedChoiceField(label=gettext_lazy("Round"), required=False, coerce=int, empty_value=None)
    rule = forms.CharField(
        label=gettext_lazy("Rule (optional)"),
        max_length=60,
        required=False,
        help_text=gettext_lazy("As in the rulebook: R15.6, or EMA 5.7."),
    )
    reason = forms.CharField(
        label=gettext_lazy("Reason"), max_length=300, help_text=gettext_lazy("For the team and its log.")
    )

    def __init__(self, *args: Any, page: PenaltiesPage, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.page = page
        self.fields["entry"].choices = [("", _("Choose")), *page.names.items()]  # type: ignore[attr-defined]
        self.fields["round"].label = round_word(page.tournament)
        rounds = [(number, round_name(page.tournament, number)) for number in page.rounds]
        self.fields["round"].choices = [("", _("None")), *rounds]  # type: ignore[attr-defined]

    @classmethod
    def empty(cls, page: PenaltiesPage, *, entry: int | None = None) -> "PenaltyForm":
        """Return an empty form for the latest round, with the given player selected if there is one."""
        latest = max(page.rounds, default=None)
        return cls(page=page, initial={"key": uuid4(), "entry": entry, "round": latest})

    def clean_minutes(self) -> int | None:
        minutes: int | None = self.cleaned_data["minutes"]
        return minutes if self.cleaned_data.get("offence") == Offence.LATE else None

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        if "points" in cleaned and "minutes" in cleaned and "offence" in cleaned:
            cleaned["points"] = self._points(cleaned)
        return cleaned

    def _points(self, cleaned: dict[str, Any]) -> Fraction | None:
        if cleaned["points"] is not None:
            return Fraction(cleaned["points"])
        if cleaned["offence"] == Offence.MISSED:
            return max(-self.page.tournament.ruleset.missed_score, Fraction(0))
        minutes = cleaned["minutes"]
        if minutes is None:
            self.add_error("points", _("Enter the points, or 0 for a warning."))
            return None
        if minutes > MOST_MINUTES_LATE:
            self.add_error(
                "minutes",
                _(
                    "A player more than %(most)s minutes late does not play: a substitute does (R15.1). If it "
                    "was different, enter the points yourself."
                )
                % {"most": MOST_MINUTES_LATE},
            )
            return None
        return lateness(minutes)


class TakeBackForm(forms.Form):
    """The reason for taking back a penalty or a departure."""

    reason = forms.CharField(label=gettext_lazy("Reason"), max_length=300)
