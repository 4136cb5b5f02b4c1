"""The form to give a players' team a penalty or a warning."""

from django import forms
from django.utils.translation import gettext_lazy, pgettext_lazy

from tournament.people.forms.penalties import PenaltyForm
from tournament.people.words.penalties import proposal_words


class TeamPenaltyForm(PenaltyForm):
    """The form for a team's penalty. It differs from the form for a player's penalty: `entry` holds the team's key, and
    there is no field for minutes late."""

    entry = forms.TypedChoiceField(label=pgettext_lazy("of a player", "Team"))
    minutes = forms.IntegerField(required=False, disabled=True, widget=forms.HiddenInput)  # ignored if submitted
    points = forms.DecimalField(
        label=gettext_lazy("Points taken off the team’s total"),
        required=False,
        min_value=0,
        max_value=1_000,
        decimal_places=1,
        localize=True,
        widget=forms.TextInput(attrs={"inputmode": "decimal"}),
        help_text=gettext_lazy(
            "Enter score points, such as 12 or 2.5. 0 is a warning, which only organizers and referees see."
        ),
    )

    def proposal(self, entry: str | None, listed: str | None) -> str:
        """Describe what the rulebook's list sets for this team and offence; empty until both are chosen."""
        if entry not in self.page.names or listed not in self.catalogue:
            return ""
        return proposal_words(self.catalogue[listed], self._earlier(entry, listed), self.rules)
