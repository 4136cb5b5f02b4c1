"""The form to start a hanchan of a club night."""

from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.seats import SEATS, STARTING_WINDS
from tournament.core.forms.facts import clean_name, name_problem
from tournament.core.text import folded
from tournament.games.words.hands import wind
from tournament.rounds.forms.game_length import length_field
from tournament.rounds.forms.seating import LARGEST_SEED
from tournament.rounds.queries.club_night import FreeSeats


class StartHanchanForm(forms.Form):
    """An entered player or a new name for each seat. If the form is valid, `seats` are these four players from East to
    North: entry ids or names."""

    key = forms.UUIDField(widget=forms.HiddenInput)
    seed = forms.IntegerField(widget=forms.HiddenInput, min_value=0, max_value=LARGEST_SEED)
    length = length_field()
    drawn = forms.BooleanField(label=gettext_lazy("Draw who sits where"), required=False)

    seats: tuple[int | str, ...]

    def __init__(self, free: FreeSeats, data: Any = None, **kwargs: Any) -> None:
        super().__init__(data, **kwargs)
        choices = [("", "–"), *((str(pk), name) for pk, name in free.names.items())]
        for seat in SEATS:
            self.fields[f"seat-{seat:d}"] = forms.TypedChoiceField(
                label=wind(STARTING_WINDS[seat]),
                choices=choices,
                coerce=int,
                empty_value=None,
                required=False,
                error_messages={
                    "invalid_choice": gettext_lazy(
                        "This player is not free: they play at another table, or are not entered."
                    )
                },
            )
            self.fields[f"name-{seat:d}"] = forms.CharField(
                label=gettext_lazy("or a new name"),
                max_length=80,
                required=False,
                widget=forms.TextInput(attrs={"autocomplete": "off"}),
            )

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or {}
        seats: list[int | str] = []
        for seat in SEATS:
            field, name = f"seat-{seat:d}", f"name-{seat:d}"
            written = cleaned.get(name, "")
            typed = clean_name(written)
            chosen: int | None = cleaned.get(field)
            sitting = chosen if chosen is not None else typed
            if written and (problem := name_problem(written)):
                self.add_error(name, str(problem))
            if field in self.errors or name in self.errors:
                continue
            if sitting == "":
                self.add_error(field, _("This seat has no player."))
            elif chosen is not None and typed:
                self.add_error(field, _("Choose a player or type a name, not both."))
            elif _same(sitting) in map(_same, seats):
                self.add_error(field, _("This player has two seats."))
            seats.append(sitting)
        self.seats = tuple(seats)
        return cleaned

    @property
    def by_seat(self) -> list[tuple[forms.BoundField, forms.BoundField]]:
        """Return the fields of each seat: the list of players, and a new name."""
        return [(self[f"seat-{seat:d}"], self[f"name-{seat:d}"]) for seat in SEATS]

    @property
    def drawn_seed(self) -> int | None:
        """Return the seed from which the seats are drawn; None if the form assigns each player a certain seat."""
        return self.cleaned_data["seed"] if self.cleaned_data["drawn"] else None


def _same(sitting: int | str) -> int | str:
    return folded(sitting) if isinstance(sitting, str) else sitting
