"""The forms of a team season: the matches to plan, and the line-up of a round."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournament.core.forms.edit import OnlyEdited
from tournament.core.limits import MOST_TABLES
from tournament.rounds.queries.team_matches import MatchRound, TeamMatches

MOST_ROUNDS = 200


class PlanMatchesForm(forms.Form):
    """Which teams play, how many rounds and at how many tables. The teams that no cut has put out are preselected."""

    teams = forms.MultipleChoiceField(
        label=pgettext_lazy("of players", "Teams"),
        widget=forms.CheckboxSelectMultiple,
        error_messages={"required": _("Choose four teams or more.")},
    )
    rounds = forms.IntegerField(label=_("How many rounds"), min_value=1, max_value=MOST_ROUNDS)
    tables = forms.IntegerField(
        label=_("Tables in each round"),
        min_value=1,
        max_value=MOST_TABLES,
        help_text=_("Four teams meet at each table. Teams without a table sit out that round."),
    )

    def __init__(self, matches: TeamMatches, data: Any = None) -> None:
        remaining = [team.key for team in matches.teams if team.key in matches.remaining]
        super().__init__(data, initial={"teams": remaining, "tables": max(1, len(remaining) // 4)})
        self.fields["teams"].choices = [(team.key, team.name) for team in matches.teams]  # type: ignore[attr-defined]

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or {}
        teams, tables = cleaned.get("teams"), cleaned.get("tables")
        if teams and tables and len(teams) < 4 * tables:
            self.add_error(
                "tables",
                _("A match needs four teams at each table. Nothing was saved; choose more teams or fewer tables."),
            )
        return cleaned


class LineUpForm(OnlyEdited, forms.Form):
    """A field for each team seat of a round: the player who sits there for the team, or nobody yet."""

    def __init__(self, of_round: MatchRound, matches: TeamMatches, data: Any = None) -> None:
        super().__init__(data, prefix=f"round-{of_round.number}")
        self.of_round = of_round
        for seat in of_round.seats:
            members = matches.members.get(_key_of(matches, seat.team_id), ())
            self.fields[f"seat-{seat.pk}"] = forms.TypedChoiceField(
                label=seat.team.name,
                choices=[("", "–"), *((entry.pk, matches.names[entry.pk]) for entry in members)],
                coerce=int,
                empty_value=None,
                required=False,
                initial=seat.entry_id,
                error_messages={"invalid_choice": _("This player does not play for the team.")},
            )

    def by_table(self) -> list[tuple[int, list[tuple[Any, forms.BoundField]]]]:
        """Return each table's number with its team seats and their fields, for the page."""
        return [(table, [(seat, self[f"seat-{seat.pk}"]) for seat in seats]) for table, seats in self.of_round.tables]

    @property
    def base(self) -> dict[int, int | None]:
        """Return the entry ids that were stored when the form was read."""
        return {seat.pk: seat.entry_id for seat in self.of_round.seats}

    @property
    def players(self) -> dict[int, int | None]:
        """Return the chosen entry ids by `TeamSeat` id, None for a seat without a chosen player."""
        return {seat.pk: self.cleaned_data[f"seat-{seat.pk}"] for seat in self.of_round.seats}


def _key_of(matches: TeamMatches, row: int) -> str:
    return next((team.key for team in matches.teams if team.row and team.row.pk == row), "")
