"""The organizers' form for the players' teams: a row for each team, and the rules for which results count."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from tournament.core.forms.edit import OnlyEdited
from tournament.core.forms.facts import LineField, TeamField
from tournament.core.text import folded
from tournament.models import Colour, TeamBestOf, Tournament
from tournament.standings.player_teams import TeamCounts, TeamFacts, TeamOfPlayers, facts_of_team

MOST_COUNTING = 99


class PlayerTeamsForm(OnlyEdited, forms.Form):
    """Fields for each team, numbered by the team's position in the list, and three fields for which results count.

    Each team has a hidden `key`. When the form is sent, the keys show whether teams were added, removed or renamed
    meanwhile.
    """

    team_best = forms.IntegerField(
        label=gettext_lazy("How many members count"),
        required=False,
        min_value=1,
        max_value=MOST_COUNTING,
        help_text=gettext_lazy("If the field is empty, all members count."),
    )
    team_best_of = forms.ChoiceField(label=gettext_lazy("The best members are chosen for"), choices=TeamBestOf.choices)
    team_chombo = forms.BooleanField(
        label=gettext_lazy("A chombo counts only for the team"),
        required=False,
        help_text=gettext_lazy(
            "If ticked, a chombo is subtracted from the team’s total, and not from the player’s total."
        ),
    )

    def __init__(self, tournament: Tournament, teams: Sequence[TeamOfPlayers], data: Any = None) -> None:
        counts = {name: getattr(tournament, name) for name in ("team_best", "team_best_of", "team_chombo")}
        super().__init__(data, initial=counts)
        self.teams = teams
        for place, team in enumerate(teams):
            self.fields |= {
                f"key-{place}": forms.CharField(widget=forms.HiddenInput, initial=team.key),
                f"name-{place}": TeamField(label=pgettext_lazy("of a team", "Name"), max_length=80, required=True),
                f"short-{place}": LineField(label=gettext_lazy("Short name"), max_length=12),
                f"colour-{place}": forms.ChoiceField(
                    label=gettext_lazy("Colour"), choices=Colour.choices, required=False
                ),
            }
            initial = {"name": team.name, "short": team.short_name, "colour": team.colour}
            self.initial.update({f"{field}-{place}": value for field, value in initial.items()})

    def lines(self) -> list[tuple[TeamOfPlayers, list[forms.BoundField]]]:
        """Return each team with its fields, for the page; the first field is hidden."""
        names = ("key", "name", "short", "colour")
        return [(team, [self[f"{name}-{place}"] for name in names]) for place, team in enumerate(self.teams)]

    def counting_fields(self) -> list[forms.BoundField]:
        """Return the fields that say which results count, for the page."""
        return [self[name] for name in ("team_best", "team_best_of", "team_chombo")]

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or {}
        seen: set[str] = set()
        keys = {team.key for team in self.teams}
        for place in range(len(self.teams)):
            key = folded(cleaned.get(f"name-{place}", ""))
            is_others = key in keys and key != self.teams[place].key
            if key and (key in seen or is_others):
                self.add_error(f"name-{place}", _("Another team has this name."))
            seen.add(key)
        return cleaned

    @property
    def base(self) -> tuple[list[TeamFacts], TeamCounts]:
        """Return the values that were stored when the form was read."""
        counts = {name: self.initial[name] for name in ("team_best", "team_best_of", "team_chombo")}
        return [facts_of_team(team) for team in self.teams], TeamCounts(**counts)

    @property
    def team_facts(self) -> list[TeamFacts]:
        cleaned = self.cleaned_data
        return [
            TeamFacts(
                key=cleaned[f"key-{place}"],
                name=cleaned[f"name-{place}"],
                short_name=cleaned[f"short-{place}"],
                colour=cleaned[f"colour-{place}"],
            )
            for place in range(len(self.teams))
        ]

    @property
    def counts(self) -> TeamCounts:
        cleaned = self.cleaned_data
        return TeamCounts(
            team_best=cleaned["team_best"],
            team_best_of=TeamBestOf(cleaned["team_best_of"]),
            team_chombo=cleaned["team_chombo"],
        )
