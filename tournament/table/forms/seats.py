"""The form that corrects the seats of a hanchan."""

from typing import Any

from django import forms
from django.utils.translation import gettext as _

from scoring.seats import SEATS
from tournament.core.forms.facts import LineField
from tournament.core.forms.submission import SubmissionForm
from tournament.games.game import Game
from tournament.games.words.hands import wind


class SeatsForm(SubmissionForm):
    """A choice of a player for each seat. No player may be chosen twice."""

    def __init__(self, *args: Any, game: Game, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choices = list(zip((seat.entry_id for seat in game.seats), game.names, strict=True))
        for seat in SEATS:
            self.fields[f"seat_{seat:d}"] = forms.TypedChoiceField(
                label=_("Started as %(wind)s") % {"wind": wind(seat.wind(SEATS[0]))},
                choices=choices,
                coerce=int,
                initial=game.seats[seat].entry_id,
            )
        self.fields["reason"] = LineField(
            label=_("Reason") if game.sheet else _("Reason (optional)"), max_length=300, required=game.sheet is not None
        )

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        chosen = [cleaned[f"seat_{seat:d}"] for seat in SEATS if f"seat_{seat:d}" in cleaned]
        if len(set(chosen)) < len(chosen):
            raise forms.ValidationError(_("Choose each player only once."))
        return cleaned

    @property
    def entries(self) -> list[int]:
        """The entries in the order of their seats."""
        return [self.cleaned_data[f"seat_{seat:d}"] for seat in SEATS]

    @property
    def seats(self) -> list[forms.BoundField]:
        return [self[f"seat_{seat:d}"] for seat in SEATS]
