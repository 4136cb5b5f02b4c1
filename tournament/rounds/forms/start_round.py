"""The seats of a round as they were drawn or given."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.seats import SEATS, Seat
from tournament.core.limits import MOST_TABLES
from tournament.core.text import whole_number
from tournament.games.words.hands import wind
from tournament.rounds.forms.seating import LARGEST_SEED
from tournament.rounds.queries.start_round import Proposal, Side, Way


def asked_seed(data: QueryDict) -> int | None:
    """The seed to draw from, if one is asked for; to change the seats shown, that of their draw."""
    text = data.get("seed", "") or (data.get("drawn", "") if _is_of_shown(data) else "")
    return whole_number(text, digits=len(str(LARGEST_SEED)))


def asked_absent(data: QueryDict) -> set[int]:
    """The entries ticked as sitting out."""
    return {entry for text in data.getlist("out") if (entry := whole_number(text)) is not None}


def asked_way(data: QueryDict) -> Way:
    """How to find the seats, or how those shown were found that are to be changed; drawn if nothing known is asked."""
    match data.get("way", "") or (data.get("found", "") if _is_of_shown(data) else ""):
        case "swiss":
            return "swiss"
        case "standings":
            return "standings"
        case _:
            return "random"


def asks_for_plan(data: QueryDict) -> bool:
    """Whether the plan's seats are wanted, if there is one: nobody asked for others, nor changes others shown."""
    others = {"seed", "way"} | ({"drawn", "found"} if _is_of_shown(data) else set())
    return others.isdisjoint(data.keys()) and data.get("seats") != "empty"


def _is_of_shown(data: QueryDict) -> bool:
    """Whether the seats that were shown are to be changed, or found again for those who do not sit out."""
    return "seats" in data or "apply" in data


def asked_side(data: QueryDict) -> Side:
    """What those do who did not go on at a cut; they play if nothing known is asked."""
    return "rest" if data.get("side") == "rest" else "play"


class RoundSeatsForm(forms.Form):
    """One field for each seat of each table, a select or, for a draw, hidden.

    `seats` holds the entries when the form is valid, a tuple of four for each table.
    """

    number = forms.IntegerField(widget=forms.HiddenInput, min_value=1, max_value=30_000)
    seed = forms.IntegerField(widget=forms.HiddenInput, required=False, min_value=0, max_value=LARGEST_SEED)
    tables = forms.IntegerField(widget=forms.HiddenInput, min_value=1, max_value=MOST_TABLES)

    seats: tuple[tuple[int, ...], ...]

    def __init__(self, proposal: Proposal, tables: int, data: Any = None, *, given: bool, **kwargs: Any) -> None:
        super().__init__(data, **kwargs)
        self.names = proposal.names
        self.table_count = tables
        self._names_by_value = {str(pk): name for pk, name in self.names.items()}
        choices = [("", "–"), *self._names_by_value.items()]
        for table in range(1, tables + 1):
            for seat in SEATS:
                self.fields[seat_field(table, seat)] = forms.TypedChoiceField(
                    label=_("Table %(table)s, %(wind)s") % {"table": table, "wind": wind(seat.wind(Seat.EAST))},
                    choices=lambda: choices,  # a list would be copied for every seat
                    coerce=int,
                    widget=forms.Select if given else forms.HiddenInput,
                    error_messages={
                        "required": gettext_lazy("No one sits here."),
                        "invalid_choice": gettext_lazy("This player is not entered."),
                    },
                )

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or {}
        first: dict[int, str] = {}
        for field in self._seat_fields():
            entry = cleaned.get(field)
            if entry is None:
                continue
            if entry in first:
                self.add_error(
                    field,
                    _("%(name)s already sits at %(where)s.") % {"name": self.names[entry], "where": first[entry]},
                )
            else:
                first[entry] = str(self.fields[field].label)
        if not self.errors:
            flat = [cleaned[field] for field in self._seat_fields()]
            self.seats = tuple(tuple(flat[i : i + 4]) for i in range(0, len(flat), 4))
        return cleaned

    def by_table(self) -> list[tuple[int, list[tuple[Any, forms.BoundField, str]]]]:
        """For the page: each table's number with its four seats (wind, field, name of whoever sits there)."""
        return [
            (
                table,
                [
                    (seat.wind(Seat.EAST), self[seat_field(table, seat)], self._name_at(seat_field(table, seat)))
                    for seat in SEATS
                ],
            )
            for table in range(1, self.table_count + 1)
        ]

    def wrong(self) -> list[str]:
        """The page's names of the seats where something is wrong, in their order."""
        return [self[field].auto_id for field in self._seat_fields() if field in self.errors]

    def seated(self) -> list[int]:
        """The entries on a seat, as the form stands, by name."""
        seated = {str(self[field].value()) for field in self._seat_fields()}
        return [pk for pk in self.names if str(pk) in seated]

    def without_seat(self) -> list[str]:
        """The names of those who are on no seat, as the form stands."""
        seated = set(self.seated())
        return [name for pk, name in self.names.items() if pk not in seated]

    def _name_at(self, field: str) -> str:
        return self._names_by_value.get(str(self[field].value()), "")

    def _seat_fields(self) -> list[str]:
        return [seat_field(table, seat) for table in range(1, self.table_count + 1) for seat in SEATS]


def seat_field(table: int, seat: int) -> str:
    return f"seat-{table}-{int(seat)}"


def seats_as_initial(tables: Sequence[Sequence[int]]) -> dict[str, int]:
    """The fields' values for these seats."""
    return {seat_field(table, seat): entry for table, four in enumerate(tables, 1) for seat, entry in enumerate(four)}
