"""Four final points from paper."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from scoring.seats import SEATS, Points, by_seat
from tournament.forms.submission import SubmissionForm
from tournament.queries.game import Game

LARGEST = 1_000_000


class PaperForm(SubmissionForm):
    """The points in front of the four players, before leftover bets; the bets left; chombo by seat."""

    riichi_sticks = forms.IntegerField(label=_("Riichi bets left on the table"), min_value=0, max_value=99, initial=0)

    def __init__(self, *args: Any, names: Sequence[str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for seat in SEATS:
            self.fields[f"points_{seat:d}"] = forms.IntegerField(
                label=names[seat], min_value=-LARGEST, max_value=LARGEST
            )
            self.fields[f"points_{seat:d}"].widget.attrs["step"] = 100
            self.fields[f"chombo_{seat:d}"] = forms.IntegerField(
                label=_("Chombo: %(name)s") % {"name": names[seat]},
                min_value=0,
                max_value=20,
                initial=0,
                required=False,
            )

    @classmethod
    def of(cls, game: Game) -> "PaperForm":
        """The form for a game, filled with the points from paper where there are some."""
        initial: dict[str, Any] = {"riichi_sticks": 0}
        if game.paper:
            initial["riichi_sticks"] = game.paper.riichi_sticks
            for seat in SEATS:
                initial[f"points_{seat:d}"] = game.paper.points[seat]
                initial[f"chombo_{seat:d}"] = game.paper.chombo_by_seat[seat]
        blank = SubmissionForm.drawn_for(game.hanchan)
        return cls(initial=initial | dict(blank.initial), names=game.names)

    @property
    def lines(self) -> list[tuple[forms.BoundField, forms.BoundField]]:
        """Points and chombo, a pair for each seat."""
        return [(self[f"points_{seat:d}"], self[f"chombo_{seat:d}"]) for seat in SEATS]

    @property
    def points(self) -> Points:
        return by_seat(self.cleaned_data[f"points_{seat:d}"] for seat in SEATS)

    @property
    def chombo(self) -> Points:
        return by_seat(self.cleaned_data[f"chombo_{seat:d}"] or 0 for seat in SEATS)
