"""Forms that name or withdraw a substitute."""

from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament.core.forms.facts import LineField, clean_name, name_problem
from tournament.core.forms.submission import SubmissionForm
from tournament.games.game import Game

FROM_START = "start"


class SubstituteForm(SubmissionForm):
    """The absent player (the id of the entry), the substitute's name, whether the name is public, and when the
    substitute takes over: from the start, or after one of the hands."""

    entry = forms.TypedChoiceField(label=gettext_lazy("Player to replace"), coerce=int)
    name = forms.CharField(label=gettext_lazy("Substitute"), max_length=80, strip=False)
    may_publish = forms.BooleanField(
        label=gettext_lazy("The substitute agrees to be named in public"),
        required=False,
        help_text=gettext_lazy(
            "If not ticked, only this table and your team see the name; everyone else sees “a player”."
            " The name is also hidden if a player with the same name is entered and does not agree to be"
            " named."
        ),
    )
    since = forms.ChoiceField(label=gettext_lazy("Since when"))
    reason = LineField(label=gettext_lazy("Reason"), max_length=300, required=True)

    def __init__(self, *args: Any, game: Game, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        four = [(seat.entry_id, game.names[seat.seat]) for seat in game.seats]
        self.fields["entry"].choices = [("", _("Choose")), *four]  # type: ignore[attr-defined]
        hands = range(len(game.hands) + 1)
        self.fields["since"].choices = [  # type: ignore[attr-defined]
            (FROM_START, _("From the start")),
            *((str(number), _during(number)) for number in hands),
        ]

    def clean_name(self) -> str:
        name: str = self.cleaned_data["name"]
        problem = name_problem(name)
        if problem:
            raise forms.ValidationError(str(problem))
        return clean_name(name)

    @property
    def after_hand(self) -> int | None:
        """How many hands the player had played before the substitute took over; None if the substitute plays from the
        start."""
        since = self.cleaned_data["since"]
        return None if since == FROM_START else int(since)


def _during(number: int) -> str:
    if number == 0:
        return _("During play, before the first hand was over")
    return _("During play, after hand %(number)s") % {"number": number}


class RemoveSubstituteForm(forms.Form):
    """The substitution that is to be withdrawn, with a reason."""

    revision = forms.IntegerField(min_value=0)
    substitution = forms.IntegerField(min_value=1)
    reason = LineField(label=gettext_lazy("Reason"), max_length=300, required=True)
