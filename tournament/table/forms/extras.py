"""The form for a hanchan's points at the start, chips, and who won no hand."""

from typing import Any

from django import forms
from django.utils.translation import gettext as _

from scoring.bonus import MOST_CHIPS
from scoring.seats import SEATS, Points, by_seat
from tournament.core.forms.facts import LineField
from tournament.core.forms.submission import SubmissionForm
from tournament.games.game import Game
from tournament.games.queries.corrections import needs_reason

LARGEST = 500_000


class ExtrasForm(SubmissionForm):
    """The points at the start, chips, and who won no hand. Only a referee may set the points at the start, before a
    hand or a result is entered. The other fields are only shown if the rules use them."""

    def __init__(self, *args: Any, game: Game, is_referee: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.game = game
        self.asks_start = is_referee and not game.hands and not game.paper
        self.asks_chips = bool(game.rules.chip_value)
        self.asks_winless = bool(game.rules.yakitori and game.paper)
        for seat in SEATS:
            name = game.names[seat]
            if self.asks_start:
                self.fields[f"start_{seat:d}"] = forms.IntegerField(
                    label=name, min_value=-LARGEST, max_value=LARGEST, initial=game.start.points[seat]
                )
                self.fields[f"start_{seat:d}"].widget.attrs["step"] = 100
            if self.asks_chips:
                self.fields[f"chips_{seat:d}"] = forms.IntegerField(
                    label=name, min_value=-MOST_CHIPS, max_value=MOST_CHIPS, initial=game.chips[seat]
                )
            if self.asks_winless:
                self.fields[f"winless_{seat:d}"] = forms.BooleanField(
                    label=name, required=False, initial=seat in game.winless
                )
        if needs_reason(game):
            self.fields["reason"] = LineField(label=_("Reason"), max_length=300, required=True)

    @classmethod
    def drawn(cls, game: Game, *, is_referee: bool) -> "ExtrasForm":
        """Return the form for a game as it is now."""
        return cls(initial=dict(SubmissionForm.for_hanchan(game.hanchan).initial), game=game, is_referee=is_referee)

    @property
    def is_empty(self) -> bool:
        """Whether the form has no field, because there is nothing to ask."""
        return not (self.asks_start or self.asks_chips or self.asks_winless)

    def lines(self, kind: str) -> list[forms.BoundField]:
        return [self[f"{kind}_{seat:d}"] for seat in SEATS]

    @property
    def start_lines(self) -> list[forms.BoundField]:
        return self.lines("start")

    @property
    def chip_lines(self) -> list[forms.BoundField]:
        return self.lines("chips")

    @property
    def winless_lines(self) -> list[forms.BoundField]:
        return self.lines("winless")

    @property
    def start_points(self) -> Points | None:
        return self._four("start") if self.asks_start else self.game.start_points

    @property
    def chips(self) -> Points:
        return self._four("chips") if self.asks_chips else self.game.chips

    @property
    def winless(self) -> frozenset[int]:
        if not self.asks_winless:
            return frozenset(self.game.hanchan.winless)
        return frozenset(int(seat) for seat in SEATS if self.cleaned_data[f"winless_{seat:d}"])

    def _four(self, kind: str) -> Points:
        return by_seat(self.cleaned_data[f"{kind}_{seat:d}"] for seat in SEATS)
