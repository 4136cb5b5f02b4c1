"""The form for a player who leaves: from which round on, why, and whether the results stay."""

from typing import Any
from uuid import uuid4

from django import forms
from django.utils.translation import gettext_lazy as _

from tournament.core.forms.facts import LineField
from tournament.core.words.kinds import kind_words
from tournament.models import Departure, Tournament

WHAT_HAPPENS = [
    (Departure.Kind.WITHDRAWN, _("Withdrawn: keeps results and place")),
    (Departure.Kind.DISQUALIFIED, _("Disqualified: ranked last (R15.5)")),
    (Departure.Kind.STRUCK, _("Disqualified: not listed at all")),
    (Departure.Kind.REMOVED, _("Taken out of the results, for illness")),
]


class DepartureForm(forms.Form):
    """The kind of departure, the first round that the player does not play, and the reason."""

    key = forms.UUIDField(widget=forms.HiddenInput)
    kind = forms.ChoiceField(label=_("What happened"), choices=WHAT_HAPPENS)
    from_round = forms.IntegerField(min_value=1, max_value=999)
    reason = LineField(
        label=_("Reason"),
        max_length=300,
        help_text=_("Only your team can read this reason, here and in the log."),
        required=True,
    )

    def __init__(self, tournament: Tournament, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.fields["from_round"].label = kind_words(tournament, "leaves_from")
        self.fields["from_round"].help_text = kind_words(tournament, "seats_stay")

    @classmethod
    def empty(cls, tournament: Tournament, *, next_round: int) -> "DepartureForm":
        """Return an empty form that starts at the next round."""
        initial: dict[str, Any] = {"key": uuid4(), "from_round": next_round}
        return cls(tournament, initial=initial)
