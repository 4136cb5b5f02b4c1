"""The form of a cut by teams."""

from typing import Any, cast
from uuid import uuid4

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament.core.forms.facts import LineField
from tournament.rounds.forms.cut import CarryForm
from tournament.rounds.queries.team_cut import TeamCutPreview


class TeamCutForm(CarryForm):
    """How many teams advance, and which share of their totals the players carry over. `shown` describes the teams on
    the page, to detect that the standings have changed since."""

    key = forms.UUIDField(widget=forms.HiddenInput)
    after = forms.IntegerField(widget=forms.HiddenInput)
    shown = forms.CharField(widget=forms.HiddenInput, strip=False)
    count = forms.IntegerField(label=gettext_lazy("How many teams advance"), min_value=1)
    reason = LineField(label=gettext_lazy("Note for the log (optional)"), max_length=300)

    def __init__(self, teams: TeamCutPreview, count: int, data: Any = None) -> None:
        first = {"key": uuid4(), "after": teams.before.after_round, "count": count, "shown": teams.shown(count)}
        first["carried"] = "half"
        super().__init__(data, initial=first)
        self.teams = teams

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or {}
        count = cleaned.get("count")
        if count is None:
            return cleaned
        tied = [row.team.name for row in self.teams.tied_at(count)]
        if count >= len(self.teams.rows):
            self.add_error("count", _("At least one team must not advance."))
        elif tied:
            words = _("These teams are tied at the line: %(names)s. Choose fewer or more teams to advance.")
            self.add_error("count", words % {"names": ", ".join(tied)})
        elif (cleaned.get("after"), cleaned.get("shown")) != (self.teams.before.after_round, self.teams.shown(count)):
            data = cast(QueryDict, self.data).copy()
            data["shown"], data["after"] = self.teams.shown(count), str(self.teams.before.after_round)
            self.data = data
            raise forms.ValidationError(
                _(
                    "The teams, or the number of teams that advance, have changed since you opened this page."
                    " Check who advances, then accept the cut again."
                )
            )
        return cleaned
