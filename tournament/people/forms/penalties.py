"""Forms to give a penalty or a warning, and to take it back."""

from fractions import Fraction
from typing import Any
from uuid import UUID, uuid4

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.penalties import MOST_MINUTES_LATE, lateness
from scoring.penalty_catalogue import listed_penalties, own_penalties, proposed_points
from tournament.core.forms.facts import LineField
from tournament.core.words.names import round_name, round_word
from tournament.games.queries.penalties import PenaltiesPage
from tournament.models import Offence
from tournament.people.queries.team_penalties import TeamPenaltiesPage
from tournament.people.words.penalties import listed_choice, proposal_words

MOST_POINTS = 1_000


ASKS_FOR_PROPOSAL = {
    "hx-get": "",
    "hx-include": "#id_entry, #id_listed",
    "hx-target": "#penalty-proposal",
    "hx-swap": "outerHTML",
    "hx-push-url": "false",
}
"""Attributes of a field whose change makes htmx load the penalty that the list proposes."""


class PenaltyForm(forms.Form):
    """The player, offence, points (thousands) and reason. If the points are left empty, they are filled in from the
    rulebook's list of penalties, or computed from the offence by the rules."""

    key = forms.UUIDField(widget=forms.HiddenInput)
    entry = forms.TypedChoiceField(label=gettext_lazy("Player"), coerce=int)
    listed = forms.ChoiceField(
        label=gettext_lazy("From the list"),
        required=False,
        error_messages={
            "invalid_choice": gettext_lazy("The list of penalties was changed meanwhile. Choose the penalty again.")
        },
    )
    offence = forms.ChoiceField(label=gettext_lazy("Reason for the penalty"), choices=Offence.choices, required=False)
    minutes = forms.IntegerField(
        label=gettext_lazy("Minutes late"),
        required=False,
        min_value=1,
        max_value=600,
        help_text=gettext_lazy(
            "Only for a late player: each minute takes 1.0 off the total, for up to 10 minutes (R15.1)."
        ),
    )
    points = forms.DecimalField(
        label=gettext_lazy("Points taken off the total"),
        required=False,
        min_value=0,
        max_value=MOST_POINTS,
        decimal_places=1,
        localize=True,  # accepts 2.5 in every language, and 2,5 in languages with a decimal comma
        widget=forms.TextInput(attrs={"inputmode": "decimal"}),
        help_text=gettext_lazy(
            "Enter score points, such as 12 or 2.5. 0 is a warning, which only the team sees. If the"
            " field is empty, a late player loses points for each minute, and for a missed hanchan the"
            " rules decide (R15.2)."
        ),
    )
    round = forms.TypedChoiceField(label=gettext_lazy("Round"), required=False, coerce=int, empty_value=None)
    rule = LineField(
        label=gettext_lazy("Rule (optional)"),
        max_length=60,
        help_text=gettext_lazy(
            "The number of the rule in the rulebook: R15.6, or EMA 5.7. If empty, the rule from the list is used."
        ),
    )
    reason = LineField(
        label=gettext_lazy("Reason"),
        max_length=300,
        help_text=gettext_lazy("Only your team can read this reason, here and in the log."),
        required=True,
    )

    def __init__(self, *args: Any, page: "PenaltiesPage | TeamPenaltiesPage", **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.page = page
        self.fields["entry"].choices = [("", _("Choose")), *page.names.items()]  # type: ignore[attr-defined]
        self.rules = page.tournament.ruleset
        own = own_penalties(page.tournament.own_penalties)
        self.catalogue = {listed.key: listed for listed in (*own, *listed_penalties(self.rules.key))}
        self.fields["listed"].choices = [("", _("Something else")), *map(listed_choice, self.catalogue.values())]  # type: ignore[attr-defined]
        if not self.catalogue:
            del self.fields["listed"]
        for name in ("entry", "listed"):
            if name in self.fields:
                self.fields[name].widget.attrs |= ASKS_FOR_PROPOSAL
        self.fields["round"].label = round_word(page.tournament)
        rounds = [(number, round_name(page.tournament, number)) for number in page.rounds]
        self.fields["round"].choices = [("", _("None")), *rounds]  # type: ignore[attr-defined]

    @classmethod
    def empty(cls, page: "PenaltiesPage | TeamPenaltiesPage", *, entry: int | None = None) -> "PenaltyForm":
        """Return an empty form for the latest round, with the player `entry` selected, if one is given."""
        latest = max(page.rounds, default=None)
        return cls(page=page, initial={"key": uuid4(), "entry": entry, "round": latest})

    def proposal(self, entry: str | None, listed: str | None) -> str:
        """Describe what the rulebook's list sets for this player and offence; empty until both are chosen."""
        if not (entry and entry.isascii() and entry.isdecimal() and listed in self.catalogue):
            return ""
        return proposal_words(self.catalogue[listed], self._earlier(int(entry), listed), self.rules)

    def _earlier(self, entry: Any, listed: str, submission: UUID | None = None) -> int:
        return self.page.earlier(entry, self.catalogue[listed].rule, submission=submission)

    @property
    def given(self) -> dict[str, Any]:
        """Return the arguments that `give_penalty` and `give_team_penalty` share. The form must be valid."""
        data = self.cleaned_data
        return {
            "key": data["key"],
            "offence": Offence(data["offence"]),
            "points": data["points"],
            "round_number": data["round"],
            "rule": data["rule"],
            "reason": data["reason"],
        }

    @property
    def done(self) -> str:
        """Return the message that the penalty or warning was given. The form must be valid."""
        data = self.cleaned_data
        message = _("%(name)s was given a penalty.") if data["points"] else _("%(name)s was warned.")
        return message % {"name": self.page.names[data["entry"]]}

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        listed = self.catalogue.get(cleaned.get("listed", ""))
        if listed:
            cleaned["offence"] = listed.offence
            cleaned["rule"] = cleaned.get("rule") or listed.rule
        elif not cleaned.get("offence"):
            self.add_error("offence", _("Choose a reason."))
            cleaned.pop("offence", None)
        if cleaned.get("offence") != Offence.LATE and "minutes" in cleaned:
            cleaned["minutes"] = None
        if "points" in cleaned and "minutes" in cleaned and "offence" in cleaned:
            cleaned["points"] = self._points(cleaned)
        return cleaned

    def _points(self, cleaned: dict[str, Any]) -> Fraction | None:
        if cleaned["points"] is not None:
            return Fraction(cleaned["points"])
        listed = self.catalogue.get(cleaned.get("listed", ""))
        if listed and "entry" in cleaned:
            earlier = self._earlier(cleaned["entry"], listed.key, cleaned.get("key"))
            points = proposed_points(listed, earlier=earlier, rules=self.rules)
            if points is not None:
                return points
        if cleaned["offence"] == Offence.MISSED:
            return max(-self.rules.missed_score, Fraction(0))
        minutes = cleaned["minutes"]
        if minutes is None:
            self.add_error("points", _("Enter the points, or 0 for a warning."))
            return None
        if minutes > MOST_MINUTES_LATE:
            self.add_error(
                "minutes",
                _(
                    "A player more than %(most)s minutes late does not play; a substitute plays instead (R15.1). If"
                    " the player played anyway, enter the points yourself."
                )
                % {"most": MOST_MINUTES_LATE},
            )
            return None
        return lateness(minutes)


class TakeBackForm(forms.Form):
    """The reason for taking back a penalty or a departure."""

    reason = LineField(label=gettext_lazy("Reason"), max_length=300, required=True)
