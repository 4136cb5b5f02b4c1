"""Forms for four final points from paper."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from scoring.seats import SEATS, Points, by_seat
from tournament.core.forms.facts import LineField
from tournament.core.forms.submission import SubmissionForm
from tournament.games.game import Game
from tournament.games.queries.corrections import needs_reason
from tournament.models import PaperResult

LARGEST = 1_000_000


class PaperForm(SubmissionForm):
    """The points of the four players without the riichi bets left on the table, the number of these bets, and chombo by
    seat. If `needs_reason` is set, a reason is required."""

    reason = LineField(label=_("Reason"), max_length=300)
    riichi_sticks = forms.IntegerField(label=_("Riichi bets left on the table"), min_value=0, max_value=99, initial=0)

    def __init__(self, *args: Any, names: Sequence[str], needs_reason: bool = False, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["reason"].required = needs_reason
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
    def of(cls, game: Game, paper: PaperResult | None) -> "PaperForm":
        """Return the form for a game. If points were already entered from paper, the form is filled with them."""
        form = cls.blank(game)
        if paper:
            form.initial["riichi_sticks"] = paper.riichi_sticks
            for seat in SEATS:
                form.initial[f"points_{seat:d}"] = paper.points[seat]
                form.initial[f"chombo_{seat:d}"] = paper.chombo_by_seat[seat]
        return form

    @classmethod
    def blank(cls, game: Game) -> "PaperForm":
        """Return the form for a game, without any points."""
        drawn = SubmissionForm.for_hanchan(game.hanchan)
        initial = {"riichi_sticks": 0} | dict(drawn.initial)
        return cls(initial=initial, names=game.names, needs_reason=needs_reason(game))

    @property
    def lines(self) -> list[tuple[forms.BoundField, forms.BoundField]]:
        """The fields for points and for chombo, as a pair for each seat."""
        return [(self[f"points_{seat:d}"], self[f"chombo_{seat:d}"]) for seat in SEATS]

    @property
    def points(self) -> Points:
        return by_seat(self.cleaned_data[f"points_{seat:d}"] for seat in SEATS)

    @property
    def chombo(self) -> Points:
        return by_seat(self.cleaned_data[f"chombo_{seat:d}"] or 0 for seat in SEATS)


class RemovePaperForm(SubmissionForm):
    """The removal of the points from paper. If the result is signed or approved, a reason is required."""

    reason = LineField(label=_("Reason"), max_length=300)
